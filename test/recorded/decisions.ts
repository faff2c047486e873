import { z } from 'zod/v4';

import { DECISIONS } from '../simulator/facts/decisions';
import { faultsOfResponse } from '../support/contract';
import { fieldsOf, judgedCallback } from './judge';
import type { Callback, Exchange } from './recorder';

/** Which decisions of the simulator a service confirms. Only what a few reads and messages can show. */

const typed = z.array(z.object({ type: z.string() }));
/** A part of a template in one of the four forms of the simulator. */
const part = z
	.union([z.string(), typed, z.object({ text: z.string() }), z.object({ format: z.string() })])
	.or(z.object({ buttons: typed }))
	.nullish();
const word = (words: string) => z.string().regex(new RegExp(`^(?:${words})$`));
const templatesOf = (shape: z.ZodRawShape) => z.object({ data: z.array(z.object(shape)) });
const some = z.object({ data: z.array(z.object({ id: z.string() })).nonempty() });
const parts = templatesOf({ header: part, body: part, footer: part });
const words = templatesOf({
	status: word('Approved|Pending|Rejected'),
	category: word('MARKETING|UTILITY|AUTHENTICATION'),
});

function jsonOf({ text }: Exchange): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** Templates that cannot be read show nothing of their form. */
const fits = (shape: z.ZodTypeAny, seen: Exchange) =>
	some.safeParse(jsonOf(seen)).success ? shape.safeParse(jsonOf(seen)).success : undefined;

const OF_RESPONSES: Record<string, [what: string, holds: (seen: Exchange) => boolean | undefined]> =
	{
		'unknown-key': ['A wrong key', ({ status }) => status === 401],
		'unknown-id': ['An unknown reference', ({ status }) => status === 422],
		'failure-body': ['A wrong key', (seen) => faultsOfResponse('', 400, jsonOf(seen)).length === 0],
		'template-form': ['Templates', (seen) => fits(parts, seen)],
		'template-words': ['Templates', (seen) => fits(words, seen)],
		'xml-form': [
			'Channels as XML',
			({ type, text }) =>
				/\bxml\b/.test(type) ? /<response>.*<data>\s*<item>/s.test(text) : undefined,
		],
		'record-dates': [
			'Its status',
			({ text }) => /"create_date"\s*:\s*"[\d-]+T[\d:.]+Z"/.test(text),
		],
		'business-success': ['A Business reply', ({ text }) => text.includes('"message_id"')],
	};

const TIME = /^(?:\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2})?$/;

/** Undefined if a callback says nothing of the point. */
const OF_CALLBACKS: Record<string, (one: Callback) => boolean | undefined> = {
	'business-webhook': (one) => ({ business: true, unknown: false })[judgedCallback(one).kind],
	'callback-times': (one) => {
		const { sent_date: sent, receive_date: time = sent } = fieldsOf(one);
		return typeof time === 'string' ? TIME.test(time) : undefined;
	},
	'error-codes': (one) => {
		const { err_code: code } = fieldsOf(one);
		return typeof code === 'string' ? /^[1-4]?$/.test(code) : undefined;
	},
	'callback-repeats': ({ headers }) =>
		!/signature|hmac|authorization/.test(Object.keys(headers).join()),
};

export type Verdict = 'confirmed' | 'refuted' | 'not tried';

export function verdictOn(
	id: string,
	responses: ReadonlyMap<string, Exchange>,
	callbacks: readonly Callback[],
): Verdict {
	const [what = '', holds] = OF_RESPONSES[id] ?? [];
	const seen = responses.get(what);
	const found = [
		...[seen && holds?.(seen)].flatMap((one) => one ?? []),
		...callbacks.flatMap((one) => OF_CALLBACKS[id]?.(one) ?? []),
	];
	if (found.length === 0) return 'not tried';
	return found.includes(false) ? 'refuted' : 'confirmed';
}

export const POINTS = [...DECISIONS.keys()];
