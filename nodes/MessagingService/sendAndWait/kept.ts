import { randomBytes } from 'node:crypto';
import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import { z } from 'zod';

import { parsedJson } from '../../plain';
import { question } from '../operations/question';

/**
 * What a node keeps with the execution while it waits. The page shows this, not the parameters: in a loop, n8n would
 * evaluate those for the first round again.
 */

const NAME = 'messagingServiceQuestion';

const VERSION = 1;

const kept = z.object({
	version: z.literal(VERSION),
	/** Part of the signed link: without it, the link of one round of a loop would answer another. */
	nonce: z.string(),
	execution: z.string(),
	run: z.number(),
	question,
	/** When it ends without an answer, in milliseconds since 1970; null if never. */
	until: z.number().nullable(),
});

export type Kept = z.output<typeof kept>;

export const newNonce = (): string => randomBytes(12).toString('base64url');

export function keep(context: IExecuteFunctions, what: Omit<Kept, 'version'>): void {
	// As text: n8n hands it back through its expressions, which wrap objects.
	context.getContext('node')[NAME] = JSON.stringify({ version: VERSION, ...what });
}

/** Undefined if it is missing, or not a form that any version has stored. */
const read = (stored: unknown): Kept | undefined =>
	typeof stored === 'string' ? kept.safeParse(parsedJson(stored)).data : undefined;

export const keptHere = (context: IExecuteFunctions): Kept | undefined =>
	read(context.getContext('node')[NAME]);

/** A name may contain anything, also what ends an expression. */
const quoted = (name: string) =>
	JSON.stringify(name).replace(
		/[{}\u2028\u2029]/g,
		(found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);

/** A webhook gets what the node keeps by an expression only. */
export const keptThere = (context: IWebhookFunctions): Kept | undefined =>
	read(
		context.evaluateExpression(`{{ $node[${quoted(context.getNode().name)}].context["${NAME}"] }}`),
	);
