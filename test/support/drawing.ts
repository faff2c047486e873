import { chance } from '../simulator/core/chance';

/** Draws what hostile requests are made of, the same on every run. */
export function drawing(seed: number) {
	const draw = chance(seed);
	const upTo = (most: number) => Math.floor(draw() * most);
	const pick = <Value>(...values: [Value, ...Value[]]): Value =>
		values[upTo(values.length)] ?? values[0];
	return {
		draw,
		upTo,
		pick,
		bytes: (length: number) => Buffer.from(Array.from({ length }, () => upTo(256))),
		letters: (length: number) => 'x'.repeat(length),
	};
}
