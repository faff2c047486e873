import { readdirSync, readFileSync } from 'node:fs';

import type { Instance } from '../../n8n/instance';

/** What n8n's process takes of the machine. */
export interface Reading {
	minute: number;
	rssMB: number;
	heapMB: number;
	handles: number;
}

const MB = 1024 * 1024;

const firstNumber = (pattern: RegExp, text: string) =>
	Number(pattern.exec(text)?.[1] ?? Number.NaN);

async function read({ pid, url }: Instance, minute: number): Promise<Reading> {
	const metrics = await (await fetch(`${url}/metrics`)).text();
	return {
		minute,
		rssMB: firstNumber(/^VmRSS:\s+(\d+) kB/m, readFileSync(`/proc/${pid}/status`, 'utf8')) / 1024,
		heapMB: firstNumber(/^\S*nodejs_heap_size_used_bytes (\d\S*)/m, metrics) / MB,
		handles: readdirSync(`/proc/${pid}/fd`).length,
	};
}

export type Gauge = ReturnType<typeof watch>;

/** Reads every ten seconds until it is told to stop. */
export function watch(n8n: Instance, everyMs = 10_000) {
	const from = performance.now();
	const readings: Reading[] = [];
	const timer = setInterval(() => {
		read(n8n, (performance.now() - from) / 60_000).then(
			(reading) => readings.push(reading),
			() => {
				// One reading more or less says nothing; that n8n has died is noticed elsewhere.
			},
		);
	}, everyMs);
	return {
		stop: (): Reading[] => {
			clearInterval(timer);
			return readings;
		},
	};
}
