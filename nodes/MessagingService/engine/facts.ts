import type { z } from 'zod';

import {
	isArraySchema,
	isObjectSchema,
	isPlainRecord,
	isSpareSchema,
	type Result,
} from '../../plain';
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

interface Asking extends Partial<Pick<WireRequest, 'accept' | 'timeoutMs'>> {
	cancelled?: AbortSignal | undefined;
}

/** The fields that are in another form than documented, in one entry or in a list of them. */
function strayFields(schema: z.ZodTypeAny, data: unknown): string {
	const entry = isArraySchema(schema) ? schema.element : schema;
	const entries = [data].flat().filter(isPlainRecord);
	const stray = Object.entries(isObjectSchema(entry) ? entry.shape : {}).filter(
		([name, field]) =>
			isSpareSchema(field) &&
			!entries.every((one) => field.removeCatch().safeParse(one[name]).success),
	);
	return stray.map(([name]) => name).join(', ');
}

/** A request for facts is a batch of one job, so that it waits for the pacer. */
export async function ask<Facts>(
	account: Account,
	{ request, answer }: FactsSource<Facts>,
	{ accept = 'application/json', timeoutMs = 20_000, cancelled }: Asking = {},
): Promise<Asked<Facts>> {
	let result: Result<{ facts: Facts }, Failure> = { ok: false, ...CANCELLED };
	const seen: Seen = {};
	const reader: AnswerReader<Facts> = (body) => {
		const read = enveloped(answer)(body);
		if (read.kind === 'undocumented') seen.differs = read.where;
		if (read.kind === 'data') seen.differs = strayFields(answer, read.data);
		return read;
	};
	const expected = expectedAnswer('read', reader, (facts) => {
		result = { ok: true, facts };
		return [];
	});
	const see = ({ status, text = '' }: WireAnswer) => {
		seen.reply = { status, text, url: `${account.url}${request.path}` };
	};
	const job = {
		tryOnce: () => exchange(account, { request, accept, timeoutMs }, expected, see),
		ended: (outcome: Outcome) => {
			if (isFailure(outcome)) result = { ok: false, ...outcome };
		},
	};
	await runBatch(account.pacer, [job], { stopOnFailure: true, cancelled });
	return { ...result, ...seen };
}
