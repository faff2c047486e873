import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

import { median } from '../../../support/median';

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

export const childrenOf = (pid: number): number[] =>
	readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
		readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8')
			.split(' ')
			.filter((child) => child !== '')
			.map(Number),
	);

export interface Cpu {
	own: number;
	/** n8n's task runner, which runs Code nodes. */
	children: number;
}

export const cpuOf = (pid: number): Cpu => ({
	own: cpuMsOf(pid),
	children: childrenOf(pid).reduce((sum, child) => sum + cpuMsOf(child), 0),
});

export const cpuSince = (pid: number, before: Cpu): Cpu => {
	const now = cpuOf(pid);
	return { own: now.own - before.own, children: now.children - before.children };
};

function megabytes(pid: number, field: 'VmRSS' | 'VmHWM'): number {
	const found = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(
		readFileSync(`/proc/${pid}/status`, 'utf8'),
	);
	return Number(found?.[1]) / 1024;
}

export const rssOf = (pid: number) => megabytes(pid, 'VmRSS');

/** The most that it ever held, or held since it was last told to forget. */
export const peakRssOf = (pid: number) => megabytes(pid, 'VmHWM');

/** The kernel keeps the peak to the page, and so need nobody sample; this makes it start anew. */
export function forgetPeak(pid: number): void {
	writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

export const REPEATS = Math.max(1, Number(process.env.BENCH_REPEATS ?? 3));

/** Measures each contender as often as asked, in turn, and the other way round every second time. */
export async function inTurn<Name extends string, Result>(
	names: readonly Name[],
	measure: (name: Name) => Promise<Result>,
	repeats = REPEATS,
): Promise<Record<Name, Result[]>> {
	const results = new Map<Name, Result[]>(names.map((name) => [name, []]));
	for (let repeat = 0; repeat < repeats; repeat++) {
		const order = repeat % 2 === 0 ? names : [...names].reverse();
		for (const name of order) {
			const result = await measure(name);
			process.stderr.write(`  ${name}, ${repeat + 1} of ${repeats}: ${JSON.stringify(result)}\n`);
			results.get(name)?.push(result);
		}
	}
	// Every name is a key of the map.
	return Object.fromEntries(results) as Record<Name, Result[]>;
}

export const medianOf = <Result>(results: readonly Result[], pick: (one: Result) => number) =>
	median(results.map(pick));
