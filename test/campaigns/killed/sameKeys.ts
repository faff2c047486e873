import { isOver, until } from '../../n8n/api';
import type { Credentials } from './credentials';
import { idsOf } from './executions';
import type { Ground } from './ground';
import { USUAL_SEED, type Run } from './plan';
import type { Witness } from './witness';
import { createWorkflows, messagesOf, SEND, type Message } from './workflow';

/** Two workers send with keys through one node whose row in PostgreSQL is full, and then with the same keys again. */

const KEYS = 300;
const TIMES = 3;

/** Nothing of it is left to chance, and nothing is killed. */
export const SAME_KEYS: Run = {
	id: 'n8n2-queue/same-keys-again',
	seed: USUAL_SEED,
	ground: 'n8n2-queue',
	before: 'nothing',
	items: KEYS,
	after: 'new-start',
	hasKeys: true,
	signal: 'SIGKILL',
	struck: 'all',
	onError: 'continueRegularOutput',
	saveProgress: false,
	requestsPerSecond: 100,
	latencyMs: 50,
	killAfterRequests: 0,
	killPlusMs: 0,
	againOf: 'original',
};

/** Every so many of them: each call has the same keys in other hands than the call before. */
const share = (messages: readonly Message[], hands: number, hand: number) =>
	messages.filter((_, at) => Math.floor(at / hands) % 2 === hand);

export async function sameKeysAgain(
	ground: Ground,
	witness: Witness,
	credentials: Credentials,
): Promise<{ accepted: number; twice: number }> {
	const run = SAME_KEYS;
	await witness.begin(run);
	const { outer, path } = await createWorkflows(
		ground.api,
		run,
		credentials(run.requestsPerSecond),
	);
	await ground.fillRow?.(outer, SEND);
	for (let time = 1; time <= TIMES; time++) {
		const known = await idsOf(ground, outer);
		const calls = [0, 1].map((hand) => share(messagesOf(run), time, hand));
		await Promise.all(
			calls.map((messages) =>
				until('the webhook to answer', async () => {
					const { ok } = await fetch(`${ground.webhookUrl}/${path}`, {
						method: 'POST',
						headers: { 'content-type': 'application/json' },
						body: JSON.stringify({ messages }),
					});
					return ok ? true : undefined;
				}),
			),
		);
		await until('both to end', async () => {
			const executions = await ground.api.executions(outer);
			const fresh = executions.filter(({ id }) => !known.includes(id));
			return fresh.length === 2 && fresh.every(({ status }) => isOver(status)) ? true : undefined;
		});
	}
	const counts = [...witness.seen(run).times.values()];
	return { accepted: counts.length, twice: counts.filter((count) => count > 1).length };
}
