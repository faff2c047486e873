import fc from 'fast-check';

import type { ParameterSet } from '../sets';
import { wrongValue, type Fault } from './faults';

/** What the options of every operation refuse. */
export const commonFaults = (base: fc.Arbitrary<ParameterSet>): Fault[] => [
	wrongValue(
		'responseFormat is none of the choices',
		base,
		['responseFormat'],
		fc.constantFrom<unknown>('JSON', 'yaml', 1, true),
		['options', 'responseFormat'],
	),
	wrongValue(
		'requestTimeout is out of bounds',
		base,
		['requestTimeout'],
		fc.constantFrom<unknown>(0, -1, 601, 1e9, 'soon', true, 0.5),
		['options', 'requestTimeout'],
	),
];
