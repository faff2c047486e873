import { setTimeout as sleep } from 'node:timers/promises';

import { z } from 'zod';

import { controlOf } from '../../n8n/control';
import type { Simulator } from '../../simulator';
import type { Entry } from '../../simulator/http/journal';
import { textOf } from './workflow';
import type { Run } from './plan';

/** The simulator's journal: what reached the service, whatever n8n says about it. */

const sent = z.object({ message: z.string() });

const textIn = ({ body }: Entry) => sent.parse(JSON.parse(body)).message;

const POLL_MS = 5;

export interface Seen {
	/** How often the message of each item was accepted. */
	times: ReadonlyMap<number, number>;
	/** Accepted, and of none of this run's items: an earlier run's, sent again. */
	strangers: string[];
}

export class Witness {
	constructor(private readonly simulator: Simulator) {}

	/** Forgets what was before. */
	async begin({ latencyMs }: Run): Promise<void> {
		const control = controlOf(this.simulator.url);
		await control.reset();
		await control.call('PATCH', '/settings', { latencyMs });
	}

	get requests(): number {
		return this.entries().length;
	}

	/** Looks often: the moment of a kill is to be one request's, not any within a tenth of a second. */
	async untilRequests(count: number, withinMs: number): Promise<void> {
		const end = performance.now() + withinMs;
		while (this.requests < count) {
			if (performance.now() > end) {
				throw new Error(`Waited ${withinMs / 1000} s for ${count} requests: ${this.requests} came`);
			}
			await sleep(POLL_MS);
		}
	}

	seen(run: Pick<Run, 'id' | 'items'>): Seen {
		const numberOf = new Map(
			Array.from({ length: run.items }, (_, at) => [textOf(run, at + 1), at + 1]),
		);
		const times = new Map<number, number>();
		const strangers: string[] = [];
		for (const entry of this.entries()) {
			if (entry.outcome !== 'accepted') continue;
			const number = numberOf.get(textIn(entry));
			if (number === undefined) strangers.push(textIn(entry));
			else times.set(number, (times.get(number) ?? 0) + 1);
		}
		return { times, strangers };
	}

	private entries(): Entry[] {
		const { entries, dropped } = this.simulator.service.journal.list();
		if (dropped > 0) throw new Error('The simulator’s journal is too short');
		return entries;
	}
}
