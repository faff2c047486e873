import { z } from 'zod/v4';

import { DECISIONS } from '../simulator/facts/decisions';
import { faultsOfResponse, fieldsOf, type Callback } from '../support/contract';
import { judgedCallback } from './judge';
import { textOf, typeOf, type Exchange } from './recorder';

/** Which decisions of the simulator a service confirms. Only what a few reads and messages can show. */

const typed = z.array(z.object({ type: z.string() }));
/** A part of a template in one of the four forms of the simulator. */
const part = z
	.union([z.string(), typed, z.object({ text: z.string() }), z.object({ format: z.string() })])
	.or(z.object({ buttons: typed }))
	.nullish();
const form = z.object({ header: part, body: part, footer: part });
const words = z.object({
	status: z.enum(['Approved', 'Pending', 'Rejected']),
	category: z.enum(['MARKETING', 'UTILITY', 'AUTHENTICATION']),
});

function jsonOf(seen: Exchange): unknown {
	try {
		return JSON.parse(textOf(seen));
	} catch {
		return undefined;
	}
}

/** Templates that cannot be read show nothing of their form. */
function areOf(form: z.ZodType, seen: Exchange): boolean | undefined {
	const template = z.object({ id: z.string() }).loose();
	const { data } = z.object({ data: z.array(template).nonempty() }).safeParse(jsonOf(seen));
	return data?.data.every((one) => form.safeParse(one).success);
}

/** A failure says nothing of the form of a success. */
const says = (form: RegExp, seen: Exchange) =>
	seen.status < 300 ? form.test(textOf(seen)) : undefined;

type Sign<Evidence> = (seen: Evidence) => boolean | undefined;

const OF_RESPONSES: Record<string, [what: string, holds: Sign<Exchange>]> = {
	'unknown-key': ['A wrong key', ({ status }) => status === 401],
	'unknown-id': ['An unknown reference', ({ status }) => status === 422],
	'failure-body': ['A wrong key', (seen) => faultsOfResponse('', 400, jsonOf(seen)).length === 0],
	'template-form': ['Templates', (seen) => areOf(form, seen)],
	'template-words': ['Templates', (seen) => areOf(words, seen)],
	'xml-form': [
		'Channels as XML',
		(seen) =>
			/\bxml\b/.test(typeOf(seen)) ? /<response>.*<data>\s*<item>/s.test(textOf(seen)) : undefined,
	],
	'record-dates': ['Its status', (seen) => says(/create_date\W+[\d-]+T[\d:.]+Z/, seen)],
	'business-success': ['A Business reply', (seen) => says(/message_id/, seen)],
};

const TIME = /^(?:\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2})?$/;

/** Undefined if a callback says nothing of the point. */
const OF_CALLBACKS: Record<string, Sign<Callback>> = {
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

export const verdictsOn = (
	responses: ReadonlyMap<string, Exchange>,
	callbacks: readonly Callback[],
): [id: string, verdict: Verdict][] =>
	[...DECISIONS.keys()].map((id) => {
		const [what = '', holds] = OF_RESPONSES[id] ?? [];
		const seen = responses.get(what);
		const found = [seen && holds?.(seen), ...callbacks.map((one) => OF_CALLBACKS[id]?.(one))];
		if (found.includes(false)) return [id, 'refuted'];
		return [id, found.includes(true) ? 'confirmed' : 'not tried'];
	});
