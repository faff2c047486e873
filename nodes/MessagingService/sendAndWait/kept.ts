import { randomBytes } from 'node:crypto';
import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import { z } from 'zod';

import { parsedJson } from '../../plain';
import { question } from '../operations/question';

/**
 * In a loop, n8n would evaluate the parameters for the first round again, so the question is stored. It stays for weeks, so name
 * and fields stay, and a new field needs a default.
 */

const NAME = 'messagingServiceQuestion';

const VERSION = 1;

const kept = z.object({
	version: z.literal(VERSION),
	/** The link contains this nonce, so that a link from one round of a loop cannot answer another. */
	nonce: z.string(),
	execution: z.string(),
	run: z.number(),
	question,
	/** Whom the node asked: a number, or the ID of a group or a room. */
	asked: z.string().nullable().default(null),
	/** The end of the wait, in milliseconds since 1970. Null means that the wait has no end. */
	until: z.number().nullable(),
});

export type Kept = z.output<typeof kept>;

/** Of 16 signs: answerButton reads the ID of a button with exactly that. */
export const newNonce = (): string => randomBytes(12).toString('base64url');

export function keep(context: IExecuteFunctions, what: Omit<Kept, 'version'>): void {
	// An expression of n8n would wrap an object, so the question is stored as text.
	context.getContext('node')[NAME] = JSON.stringify({ version: VERSION, ...what });
}

const read = (stored: unknown): Kept | undefined =>
	typeof stored === 'string' ? kept.safeParse(parsedJson(stored)).data : undefined;

export const readKept = (context: IExecuteFunctions): Kept | undefined =>
	read(context.getContext('node')[NAME]);

/** These characters in a node's name would end the expression. */
const quoted = (name: string) =>
	JSON.stringify(name).replace(
		/[{}\u2028\u2029]/g,
		(found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);

/** A webhook can read the node's context only through an expression. */
export const readKeptInWebhook = (context: IWebhookFunctions): Kept | undefined =>
	read(
		context.evaluateExpression(`{{ $node[${quoted(context.getNode().name)}].context["${NAME}"] }}`),
	);
