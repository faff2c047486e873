export function medianOf<Result>(
	results: readonly Result[],
	pick: (one: Result) => number,
): number {
	const sorted = results.map(pick).sort((a, b) => a - b);
	const middle = sorted.length / 2;
	const low = sorted[Math.ceil(middle) - 1] ?? Number.NaN;
	const high = sorted[Math.floor(middle)] ?? Number.NaN;
	return (low + high) / 2;
}

const REPEATS = Math.max(1, Number(process.env.BENCH_REPEATS ?? 3));

/** Measures each contender as often as asked, in turn, and the other way round every second time. */
export async function inTurn<Name extends string, Result>(
	names: readonly Name[],
	measure: (name: Name) => Promise<Result>,
): Promise<Record<Name, Result[]>> {
	const results = new Map<Name, Result[]>(names.map((name) => [name, []]));
	for (let repeat = 0; repeat < REPEATS; repeat++) {
		for (const name of repeat % 2 === 0 ? names : [...names].reverse()) {
			const result = await measure(name);
			process.stderr.write(`  ${name}, ${repeat + 1} of ${REPEATS}: ${JSON.stringify(result)}\n`);
			results.get(name)?.push(result);
		}
	}
	// Every name is a key of the map.
	return Object.fromEntries(results) as Record<Name, Result[]>;
}

export const times = (figure: number, baseline: number) => (figure / baseline).toFixed(2);
export const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
