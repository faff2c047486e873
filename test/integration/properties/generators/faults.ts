import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import type { Path } from '../labels';
import type { ParameterSet } from '../sets';

/** Sets of parameters with exactly one fault. */

export interface FaultySet extends ParameterSet {
	fault: string;
	/** The field that a person reads of. */
	at: Path;
}

export interface Fault {
	fault: string;
	at: Path;
	/** Sets that are valid but for the fault. */
	base: fc.Arbitrary<ParameterSet>;
	/** From a valid set and some choice to the faulty one. */
	spoil: (set: ParameterSet) => fc.Arbitrary<ParameterSet>;
}

type Tree = Record<string | number, unknown>;

function changed(tree: unknown, [key, ...rest]: Path, value: unknown): unknown {
	if (key === undefined) return value;
	const copy = (Array.isArray(tree) ? [...(tree as unknown[])] : { ...(tree as Tree) }) as Tree;
	const next = changed(copy[key], rest, value);
	if (next === undefined) Reflect.deleteProperty(copy, key);
	else copy[key] = next;
	return copy;
}

/** A set with another value at a place, or with none. */
export const withValue = (set: ParameterSet, path: Path, value: unknown): ParameterSet => ({
	...set,
	parameters: changed(set.parameters, path, value) as IDataObject,
});

/** A fault that is a value where another one should be. */
export const wrongValue = (
	fault: string,
	base: fc.Arbitrary<ParameterSet>,
	at: Path,
	values: fc.Arbitrary<unknown>,
	/** Where in the parameters, if it is not the path by which a person reads of it. */
	path: Path = at,
): Fault => ({
	fault,
	at,
	base,
	spoil: (set) => values.map((value) => withValue(set, path, value)),
});

/** Not there, empty, or null: what a person left blank. */
export const blank = fc.constantFrom(undefined, '', null);

export const missing = (base: fc.Arbitrary<ParameterSet>, at: Path, path: Path = at): Fault =>
	wrongValue(`${at.join('.')} is missing`, base, at, blank, path);

/** What no text field takes. */
export const noText: fc.Arbitrary<unknown> = fc.constantFrom<unknown>(
	true,
	false,
	['a', 'b'],
	{ text: 'a' },
	{},
	[],
	2 ** 60,
);

/** What no switch takes. */
export const noBoolean: fc.Arbitrary<unknown> = fc.constantFrom<unknown>(
	'maybe',
	'on',
	2,
	'2',
	[],
	{},
);

export const faulty = (faults: readonly Fault[]): fc.Arbitrary<FaultySet> =>
	fc.oneof(
		...faults.map(({ fault, at, base, spoil }) =>
			base.chain(spoil).map((set): FaultySet => ({ ...set, fault, at })),
		),
	);
