import { z } from 'zod';

import { isPlainRecord, type Result } from '../../plain';
import type { Account } from './account';
import { enveloped, expectedAnswer, type AnswerReader } from './answer';
import { isFailure, type Failure, type Outcome } from './outcome';
import { runBatch } from './pace';
import { exchange, type ServiceRequest, type WireAnswer, type WireRequest } from './wire';

/** A request for data of the account, such as its templates. It checks items and fills the editor's lists. */
export interface FactsSource<Facts> {
	request: ServiceRequest;
	answer: z.ZodType<Facts, z.ZodTypeDef, unknown>;
}

/** What the service said, beside its data. */
interface Seen {
	/** The response, whatever its form. */
	reply?: { status: number; text: string; url: string };
	/** Where the response differs from its documented form. It holds no values. */
	differs?: string;
}

export type Asked<Facts> = Result<{ facts: Facts }, Failure> & Seen;

const CANCELLED: Failure = {
	what: 'The request to the service was cancelled',
	advice: 'Ask again.',
	fate: 'notSent',
};

interface Asking extends Pick<WireRequest, 'accept' | 'timeoutMs'> {
	cancelled?: AbortSignal | undefined;
}

export const USUAL: Asking = { accept: 'application/json', timeoutMs: 20_000 };

/** The fields that are in another form than documented, in one entry or in a list of them. */
function strayFields(schema: z.ZodTypeAny, data: unknown): string[] {
	const entry: unknown = schema instanceof z.ZodArray ? schema.element : schema;
	const entries = [data].flat().filter(isPlainRecord);
	const shape = entry instanceof z.ZodObject ? (entry.shape as z.ZodRawShape) : {};
	return Object.entries(shape).flatMap(([name, field]) => {
		if (!(field instanceof z.ZodCatch)) return [];
		const documented = field.removeCatch() as z.ZodTypeAny;
		return entries.every((one) => documented.safeParse(one[name]).success) ? [] : [name];
	});
}

/** The reader, which also notes how the data differs from what is documented. */
function noting<Facts>({ answer }: FactsSource<Facts>, seen: Seen): AnswerReader<Facts> {
	const reader = enveloped(answer);
	return (body) => {
		const read = reader(body);
		if (read.kind === 'undocumented') seen.differs = read.where;
		if (read.kind === 'data') seen.differs = strayFields(answer, read.data).join(', ');
		return read;
	};
}

/** A request for facts is a batch of one job, so that it waits for the pacer. */
export async function ask<Facts>(
	account: Account,
	source: FactsSource<Facts>,
	{ cancelled, ...wire }: Asking = USUAL,
): Promise<Asked<Facts>> {
	let result: Result<{ facts: Facts }, Failure> = { ok: false, ...CANCELLED };
	const seen: Seen = {};
	const expected = expectedAnswer('read', noting(source, seen), (facts) => {
		result = { ok: true, facts };
		return [];
	});
	const see = ({ status, text = '' }: WireAnswer) => {
		seen.reply = { status, text, url: `${account.url}${source.request.path}` };
	};
	const job = {
		limit: undefined,
		tryOnce: () => exchange(account, { request: source.request, ...wire }, expected, see),
		ended: (outcome: Outcome) => {
			if (isFailure(outcome)) result = { ok: false, ...outcome };
		},
	};
	await runBatch(account.pacer, [job], { stopOnFailure: true, cancelled });
	return { ...result, ...seen };
}

/** Facts that can be missing: undefined if the service does not give them. Then it decides by itself. */
export async function factsOf(
	account: Account,
	source: FactsSource<unknown>,
	cancelled: AbortSignal | undefined,
): Promise<unknown> {
	const asked = await ask(account, source, { ...USUAL, timeoutMs: 5_000, cancelled });
	return asked.ok ? asked.facts : undefined;
}
