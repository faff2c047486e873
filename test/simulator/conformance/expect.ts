import { z } from 'zod/v4';

import { jsonOf, type Answer } from './client';

export const HOUR = 3_600_000;
/** Long enough for a message to reach its last status. */
export const SETTLED = 60_000;

export const object = z.record(z.string(), z.unknown());

/** jest's own matchers are typed as any. */
export const matching = (pattern: RegExp): unknown => expect.stringMatching(pattern);
export const containing = (fields: Record<string, unknown>): unknown =>
	expect.objectContaining(fields);

/** A success of that code, with its data. */
export function expectData<T extends z.ZodType>(
	answer: Answer,
	status: number,
	data: T,
): z.output<T> {
	expect(answer).toMatchObject({ status });
	// For a generic schema, zod gives the result the type any.
	return data.parse(object.parse(jsonOf(answer)).data);
}

const invalid = z.object({ detail: z.array(z.object({ loc: z.array(z.unknown()) })) });

/** A validation error, which points at the field. */
export function expectInvalid(answer: Answer, field?: string): unknown[] {
	expect(answer).toMatchObject({ status: 422 });
	const places = invalid.parse(jsonOf(answer)).detail.flatMap(({ loc }) => loc);
	if (field !== undefined) expect(places).toContain(field);
	return places;
}

/** The first entry of a list that must not be empty. */
export function first<T>(list: readonly T[]): T {
	const [head] = list;
	if (head === undefined) throw new Error('there is none');
	return head;
}
