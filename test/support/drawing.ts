import { chance } from '../simulator/core/chance';

/** Makes random parts of hostile requests. The same seed makes the same parts. */
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
