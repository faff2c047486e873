/* eslint-disable jest/no-export -- blocks of tests that several operations have in common, and no tests of their own */
import type { INodeParameters } from 'n8n-workflow';

import { BAD_NUMBERS, expectAdvice, GOOD_NUMBERS, wordsOf, type Subject } from './support';

/** Rows about the number of whom a message goes to. */
export function describeNumbers(
	subject: Subject,
	{
		field,
		label,
		sentNumber,
		parameters,
	}: {
		field: string;
		label: string;
		sentNumber: (body: string) => unknown;
		parameters: INodeParameters;
	},
): void {
	describe(`takes in ${label} international numbers only`, () => {
		it.each(GOOD_NUMBERS)('sends a number with %s as its digits', async (_, given, sent) => {
			const { error } = await subject.run({ ...parameters, [field]: given });
			expect(error).toBeUndefined();
			expect(subject.posted().map(({ body }) => sentNumber(body))).toEqual([sent]);
		});

		it.each(BAD_NUMBERS)('refuses %s', async (_, given) => {
			expectAdvice(subject, await subject.run({ ...parameters, [field]: given }), label);
		});

		it.each(BAD_NUMBERS.slice(0, 9))('shows with %s how a number should look', async (_, given) => {
			const { error } = await subject.run({ ...parameters, [field]: given });
			// An example of its own, not the faulty value said again.
			expect(wordsOf(error).replaceAll(given, '')).toMatch(/\+?\b[1-9]\d{7,14}\b/);
		});

		it('takes a number that a sheet holds as a number', async () => {
			const { error } = await subject.run(
				{ ...parameters, [field]: '={{ $json.to }}' },
				{ items: [{ to: 62_812_000_001 }] },
			);
			expect(error).toBeUndefined();
			expect(subject.posted().map(({ body }) => sentNumber(body))).toEqual(['62812000001']);
		});

		it.each<[string, string]>([
			['null', '={{ null }}'],
			['a field that is not there', '={{ $json.nothing }}'],
			['a list', "={{ ['62812000001'] }}"],
			['an object', "={{ ({ to: '62812000001' }) }}"],
			['true', '={{ true }}'],
			['a fraction', '={{ 62812000001.5 }}'],
		])('refuses %s from an expression', async (_, given) => {
			expectAdvice(subject, await subject.run({ ...parameters, [field]: given }), label);
		});
	});
}

/** Values of the wrong type, as an agent may give them: each refused with the field's name and what to do. */
export function describeWrongTypes(
	subject: Subject,
	rows: [label: string, what: string, parameters: INodeParameters][],
): void {
	describe('tells an agent what to do about a value of the wrong type', () => {
		it.each(rows)('in %s: %s', async (label, _, parameters) => {
			expectAdvice(subject, await subject.run(parameters), label);
		});
	});
}
