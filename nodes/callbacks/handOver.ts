import type { IWebhookFunctions } from 'n8n-workflow';
import { z } from 'zod';

import { pathOfAnswer } from '../answerButton';
import { reasonOf } from '../plain';

/** Hands the answer that a button in the chat carries to the execution of this n8n that waits for it. */

const MOST_VISITED = 20_000;
const PATIENCE_MS = 15_000;

/**
 * The ID of an answer, anywhere in the payload: where the service puts it is not documented. Should the payload hold
 * several, such as both buttons of the question, nobody knows which one was tapped: then it is no answer.
 */
export function answerIn(body: object): string | undefined {
	const found = new Set<string>();
	let level: unknown[] = [body];
	let visited = 0;
	while (level.length > 0) {
		const next: unknown[] = [];
		for (const value of level) {
			if (++visited > MOST_VISITED) return undefined;
			const path = typeof value === 'string' ? pathOfAnswer(value.trim()) : undefined;
			if (path !== undefined) found.add(path);
			if (typeof value === 'object' && value !== null) {
				for (const inner of Object.values(value)) next.push(inner);
			}
		}
		level = next;
	}
	const [only, ...others] = found;
	return others.length === 0 ? only : undefined;
}

const answered = z.object({ statusCode: z.number() });

/** The address under which n8n finds waiting executions, as it says it itself. */
function waitingAddress(context: IWebhookFunctions): string {
	const url = new URL(z.string().parse(context.evaluateExpression('{{ $execution.resumeUrl }}')));
	return `${url.origin}${url.pathname.slice(0, url.pathname.lastIndexOf('/'))}`;
}

/** n8n cannot read the address, has refused the signature, or knows no such execution. */
const FOREIGN = new Set([400, 401, 404]);

/** @returns 'foreign' if no execution of this n8n asked for it: then it is a message like any other */
export async function handOver(
	context: IWebhookFunctions,
	path: string,
): Promise<'handed over' | 'foreign' | 'failed'> {
	let status: number;
	try {
		const answer: unknown = await context.helpers.httpRequest({
			method: 'POST',
			url: `${waitingAddress(context)}/${path}`,
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
			timeout: PATIENCE_MS,
			encoding: 'text',
		});
		status = answered.parse(answer).statusCode;
	} catch (error) {
		context.logger.error(
			`${context.getNode().name} could not hand an answer to the execution that waits for it: ${reasonOf(error)}. This n8n must reach itself under its own address, WEBHOOK_URL.`,
		);
		return 'failed';
	}
	if (FOREIGN.has(status)) return 'foreign';
	// 409 and 410: it has been answered before, or it is over.
	if (status < 400 || status === 409 || status === 410) return 'handed over';
	context.logger.error(
		`${context.getNode().name} could not hand an answer to the execution that waits for it: n8n answered with status ${status}`,
	);
	return 'failed';
}
