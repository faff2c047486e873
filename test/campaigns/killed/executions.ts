import { setTimeout as sleep } from 'node:timers/promises';

import { isOver, listening, until, type Stored } from '../../n8n/api';
import type { Ground } from './ground';
import type { Run } from './plan';
import type { Witness } from './witness';
import { messagesOf, type Workflows } from './workflow';

/** Executions of a run's workflow: started as the world outside does, and watched until n8n calls them over. */

const WITHIN_MS = 240_000;
/** A killed worker's job comes back after about ten seconds, with the times that are set here. */
const QUIET_MS = 20_000;

const post = (url: string, body: unknown) =>
	fetch(url, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});

/** The newest first. */
export const idsOf = async ({ api }: Ground, workflow: Stored) =>
	(await api.executions(workflow)).map(({ id }) => id);

/** Calls the webhook, and tells which execution it started. */
export async function started(
	ground: Ground,
	{ outer, path }: Workflows,
	run: Run,
): Promise<string> {
	const known = await idsOf(ground, outer);
	const url = `${ground.webhookUrl}/${path}`;
	await listening(url);
	const answer = await post(url, { messages: messagesOf(run) });
	if (!answer.ok) throw new Error(`The webhook ${path} answered ${answer.status}`);
	const id = await until('an execution to start', async () =>
		(await idsOf(ground, outer)).find((one) => !known.includes(one)),
	);
	if (run.before === 'wait') {
		const waits = async () => (await statusOf(ground, outer, id)) === 'waiting';
		await until('the execution to wait', async () => (await waits()) || undefined);
		await ground.passTime(id);
		await until('the execution to go on', async () => !(await waits()) || undefined);
	}
	return id;
}

const statusOf = async ({ api }: Ground, workflow: Stored, id: string) =>
	(await api.executions(workflow)).find((one) => one.id === id)?.status ?? 'gone';

/** Waits until n8n calls an execution over: in queue mode also until nothing more is sent for a while. */
export async function ended(
	ground: Ground,
	witness: Witness,
	workflow: Stored,
	id: string,
): Promise<string> {
	const quietMs = ground.isQueue ? QUIET_MS : 0;
	let [requests, since] = [witness.requests, performance.now()];
	return until(
		`execution ${id} to end`,
		async () => {
			const status = await statusOf(ground, workflow, id);
			if (!isOver(status) || witness.requests !== requests) {
				[requests, since] = [witness.requests, performance.now()];
			}
			await sleep(150);
			return isOver(status) && performance.now() - since >= quietMs ? status : undefined;
		},
		WITHIN_MS,
	);
}
