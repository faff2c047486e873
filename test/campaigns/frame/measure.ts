import { readFileSync, writeFileSync } from 'node:fs';

/** What Linux counts of a process, read from outside it. */

/** A tick of the clock in which /proc counts CPU time: 100 a second on every Linux that Node runs on. */
const MS_PER_TICK = 10;

/** User and system time of one process with all its threads, without its children. */
export function cpuMsOf(pid: number): number {
	const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
	// The name of the program stands in brackets, and may hold spaces.
	const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
	return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
}

function megabytes(pid: number, field: 'VmRSS' | 'VmHWM'): number {
	const status = readFileSync(`/proc/${pid}/status`, 'utf8');
	return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024;
}

export const rssOf = (pid: number) => megabytes(pid, 'VmRSS');

/** The most that it held since it was last told to forget. */
export const peakRssOf = (pid: number) => megabytes(pid, 'VmHWM');

export function forgetPeak(pid: number): void {
	writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

export function median(values: readonly number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = sorted.length / 2;
	const low = sorted[Math.ceil(middle) - 1] ?? Number.NaN;
	const high = sorted[Math.floor(middle)] ?? Number.NaN;
	return (low + high) / 2;
}

export const medianOf = <Result>(results: readonly Result[], pick: (one: Result) => number) =>
	median(results.map(pick));

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
