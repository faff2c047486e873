import { z } from 'zod';

import { jsonOf, type Answer, type Fields, type Service } from './client';
import type { RULES, Section } from './rules';

export type Check = (service: Service) => Promise<void>;

/** One check for each rule of a section: the compiler finds a missing one, and one too many. */
export type Checks<S extends Section> = Record<keyof (typeof RULES)[S], Check>;

export const UUID4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
export const DATE = /^\d{4}-\d{2}-\d{2}$/;
/** A date-time of ISO 8601. */
export const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:?\d{2})?$/;
/** The form of the dates in the Official callbacks. */
export const CALLBACK_DATE = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;
/** A correct uuid, of version 1. */
export const UUID1 = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';
/** A uuid4 that names nothing. */
export const UNKNOWN_UUID = 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa';

export const SECOND = 1_000;
export const HOUR = 3_600_000;
/** Long enough for a message to reach its last status. */
export const SETTLED = 60 * SECOND;

const failure = z.object({
	detail: z
		.array(
			z.object({
				loc: z.array(z.union([z.string(), z.number().int()])),
				msg: z.string().min(1),
				type: z.string().min(1),
			}),
		)
		.min(1),
});

export const object = z.record(z.unknown());

/** jest's own matchers are typed as any. */
export const matching = (pattern: RegExp): unknown => expect.stringMatching(pattern);
export const aString: unknown = expect.any(String);

/** A success of that code, with its data. */
export function expectData<T extends z.ZodTypeAny>(
	answer: Answer,
	status: 200 | 201,
	data: T,
): z.output<T> {
	expect(answer).toMatchObject({ status });
	const envelope = z.object({ error: z.literal(false), data: z.unknown() }).parse(jsonOf(answer));
	// zod types what a generic schema gives as any.
	return data.parse(envelope.data) as z.output<T>;
}

/** A success of an endpoint whose code and data are not documented. */
export function expectTaken(answer: Answer): void {
	expect([200, 201, 202]).toContain(answer.status);
	expect(jsonOf(answer)).toMatchObject({ error: false });
}

/** A 422 with a validation error that points at the field. */
export function expectInvalid(answer: Answer, field?: string): void {
	expect(answer).toMatchObject({ status: 422 });
	const { detail } = failure.parse(jsonOf(answer));
	if (field !== undefined) expect(detail.flatMap(({ loc }) => loc)).toContain(field);
}

type Send = (service: Service, overrides: Fields) => Promise<Answer>;

/** The checks that every field of a request has in common. */
export function fieldsOf(send: Send, expectAccepted: (answer: Answer) => void) {
	const accepts =
		(...all: Fields[]): Check =>
		async (service) => {
			for (const overrides of all) expectAccepted(await send(service, overrides));
		};
	const refuses =
		(field: string, ...all: Fields[]): Check =>
		async (service) => {
			for (const overrides of all) expectInvalid(await send(service, overrides), field);
		};
	return {
		/** Refused without it, and with values of another type; taken with it. */
		required:
			(field: string, ...wrong: unknown[]): Check =>
			async (service) => {
				await accepts({})(service);
				await refuses(field, { [field]: undefined })(service);
				await refuses(field, ...wrong.map((value) => ({ [field]: value })))(service);
			},
		/** Taken without it and with good values, refused with wrong ones. */
		optional:
			(field: string, { good, wrong }: { good: unknown[]; wrong: unknown[] }): Check =>
			async (service) => {
				await accepts({ [field]: undefined })(service);
				await accepts(...good.map((value) => ({ [field]: value })))(service);
				await refuses(field, ...wrong.map((value) => ({ [field]: value })))(service);
			},
		accepts,
		refuses,
	};
}

/** One check after the other. */
export const all =
	(...checks: Check[]): Check =>
	async (service) => {
		for (const check of checks) await check(service);
	};

/** As the Official callbacks tell a time, in UTC. */
export const callbackDate = (time: Date): string =>
	time.toISOString().slice(0, 19).replace('T', ' ');

/** What stands in a list that must not be empty. */
export function first<T>(list: readonly T[]): T {
	const [head] = list;
	if (head === undefined) throw new Error('there is none');
	return head;
}
