import { usedAmong } from '../../../nodes/MessagingService/engine/register';
import { Database, messageOf, REFUSED, sendAll, SENT, Simulation } from './simulation';

/** How many messages back a Send Once Key holds, and what processes lose of each other's writes. */

const MESSAGES = 14_000;

/** Sends that many messages with keys, in executions of `batch` messages, in as many processes at a time. */
export async function keysHeld(processes: number, batch: number, refused: number) {
	const w = new Simulation(processes * 100 + batch);
	const database = new Database(w);
	const accepted: string[] = [];
	let next = 0;

	async function work(): Promise<void> {
		const process = database.start();
		while (next < MESSAGES) {
			const execution = `e${next}`;
			const messages = Array.from({ length: batch }, (_, item) => messageOf(item, `k${next++}`));
			const { register } = database.open({
				...{ row: process.row, execution, process, lineage: execution, keying: 'key' },
			});
			const send = async ({ key = '' }) => {
				await w.sleep(20, process);
				if (w.chance(refused)) return REFUSED;
				accepted.push(key);
				return SENT;
			};
			await sendAll(register, messages, { send });
		}
	}

	await w.settled(Promise.all(Array.from({ length: processes }, work)));
	await w.run(w.now + 10_000);
	const newest = accepted.slice(-11_000).reverse();
	const used = await w.settled(usedAmong(database.start().row, newest));
	let heldFor = 0;
	let unknown = 0;
	for (const [at, key] of newest.entries()) {
		unknown += used.has(key) ? 0 : 1;
		if (unknown <= (at + 1) / 100) heldFor = at + 1;
	}
	return {
		...{ processes, batch, refused, accepted: accepted.length },
		/** So many messages back, 99 of 100 keys are still known. */
		heldFor,
		/** Of the newest 2,000, keys that are unknown: another process undid their writes. */
		lostOfNewest: newest.slice(0, 2_000).filter((key) => !used.has(key)).length,
	};
}
