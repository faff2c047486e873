import fc from 'fast-check';

import type { ParameterSet } from '../sets';
import { commonFaults } from './common';
import { missing, noBoolean, noText, wrongValue, type Fault } from './faults';
import { count, switchWord } from './people';
import { commonOptions, copied } from './text';

/** Parameters of Get Status, each with the state in which the message shall be. */

/** By the service's documentation: code, the word for it, and whether it is the last. */
export const STATES = {
	U: ['unsent', false],
	Q: ['queued', false],
	S: ['sent', false],
	D: ['delivered', false],
	R: ['read', true],
	A: ['aborted', true],
	F: ['failed', true],
} as const;

export type Code = keyof typeof STATES;

/** The states at which a wait is over at once. */
const ENDS: Record<string, Code[]> = {
	none: ['U', 'Q', 'S', 'D', 'R', 'A', 'F'],
	delivered: ['D', 'R', 'A', 'F'],
	read: ['R', 'A', 'F'],
	final: ['R', 'A', 'F'],
};

export interface StatusSet extends ParameterSet {
	code: Code;
	waitFor: string | undefined;
}

const references = copied(fc.stringMatching(/^[a-z0-9]{8,20}$/));
const someOptions = fc.record(
	{
		responseFormat: commonOptions.responseFormat,
		requestTimeout: commonOptions.requestTimeout,
	},
	{ requiredKeys: ['requestTimeout'] },
);

export const statuses: fc.Arbitrary<StatusSet> = fc
	.constantFrom(undefined, 'none', 'delivered', 'read', 'final')
	.chain((waitFor) =>
		fc
			.record({
				code: fc.constantFrom(...(ENDS[waitFor ?? 'none'] ?? [])),
				refNo: references,
				simplify: switchWord,
				maxWait: count(1, 86_400),
				options: someOptions,
			})
			.map(({ code, ...fields }) => ({
				code,
				waitFor,
				parameters: { ...fields, ...(waitFor !== undefined && { waitFor }) },
			})),
	);

/** Only these show Max Wait. */
const waiting = statuses.filter(({ waitFor = 'none' }) => waitFor !== 'none');

export const statusFaults: Fault[] = [
	missing(statuses, ['refNo']),
	wrongValue('refNo is blank', statuses, ['refNo'], fc.constantFrom(' ', '\t\n')),
	wrongValue('refNo is no text', statuses, ['refNo'], noText),
	wrongValue('simplify is no boolean', statuses, ['simplify'], noBoolean),
	wrongValue(
		'waitFor is none of the choices',
		statuses,
		['waitFor'],
		fc.constantFrom<unknown>('sent', 'Delivered', true, 1),
	),
	wrongValue(
		'maxWait is out of bounds',
		waiting,
		['maxWait'],
		fc.constantFrom<unknown>(0, -1, 86_401, 'long', true),
	),
	...commonFaults(statuses),
];
