import type { Outcome } from '../../../nodes/MessagingService/engine/outcome';
import { usedAmong } from '../../../nodes/MessagingService/engine/register';
import { Database, opened, Simulation } from './simulation';

/** How many messages back a Send Once Key holds, and what processes lose of each other's writes. */

const MESSAGES = 14_000;

export interface Held {
	processes: number;
	batch: number;
	refused: number;
	/** So many messages back, 99 of 100 keys are still known. */
	heldFor: number;
	/** Of the newest 2,000, keys that are unknown: another process undid their writes. */
	lostOfNewest: number;
	accepted: number;
}

const REFUSED: Outcome = { ok: false, failure: { what: 'refused', advice: '', sent: 'no' } };

/** Sends that many messages with keys, in executions of `batch` messages, in as many processes at a time. */
export async function keysHeld(processes: number, batch: number, refused: number): Promise<Held> {
	const w = new Simulation(processes * 100 + batch);
	const database = new Database(w, { limit: 10_000, fails: 0, hangs: 0 });
	const accepted: string[] = [];
	let next = 0;

	async function work(): Promise<void> {
		const process = database.start();
		const row = process.row.for(undefined);
		while (next < MESSAGES) {
			const execution = `e${next}`;
			const keys = Array.from({ length: batch }, () => `k${next++}`);
			const { register } = opened({ simulation: w, row, execution, process, lineage: execution });
			const messages = keys.map((key, item) => ({ item, key, call: undefined }));
			await register.begin(messages, 50);
			for (const [item, message] of messages.entries()) {
				const sending = register.sending(message, async () => {
					await w.sleep(20, process);
					return w.chance(refused) ? REFUSED : { ok: true, output: [{}] };
				});
				if ((await sending.ready) !== undefined) continue;
				const outcome = await sending.tryOnce();
				sending.settled(outcome);
				if (outcome.ok) accepted.push(keys[item] ?? '');
			}
			await register.end();
		}
	}

	const running = Promise.all(Array.from({ length: processes }, work));
	await w.settled(running);
	await w.run(w.now + 10_000);
	const newest = accepted.slice(-11_000).reverse();
	const used = await w.settled(usedAmong(database.start().row.for(undefined), newest));
	let heldFor = 0;
	let unknown = 0;
	for (const [at, key] of newest.entries()) {
		unknown += used.has(key) ? 0 : 1;
		if (unknown <= (at + 1) / 100) heldFor = at + 1;
	}
	const lostOfNewest = newest.slice(0, 2_000).filter((key) => !used.has(key)).length;
	return { processes, batch, refused, heldFor, lostOfNewest, accepted: accepted.length };
}
