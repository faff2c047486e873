import { setTimeout as sleep } from 'node:timers/promises';

import { parse } from 'flatted';
import { z } from 'zod';

import { isOver, until, type Stored } from '../n8n/api';
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

async function called(what: string, url: string, body: unknown): Promise<void> {
	// Activation is told before the webhook is there, and n8n stores that it waits before it can be called.
	const answer = await until(`${what} to be there`, async () => {
		const tried = await post(url, body);
		return tried.status === 404 || tried.status === 409 ? undefined : tried;
	});
	if (!answer.ok) throw new Error(`${what} answered ${answer.status}: ${await answer.text()}`);
}

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
	const body = { messages: messagesOf(run) };
	await called(`the webhook ${path}`, `${ground.webhookUrl}/${path}`, body);
	const id = await until('an execution to start', async () =>
		(await idsOf(ground, outer)).find((one) => !known.includes(one)),
	);
	if (run.before === 'wait') {
		await until('the execution to wait', async () =>
			(await statusOf(ground, outer, id)) === 'waiting' ? true : undefined,
		);
		await called('the execution that waits', await resumeUrl(ground, id), body);
	}
	return id;
}

const token = z.object({ resumeToken: z.string().optional() });

/** n8n 2 lets only those go on with it who know its token. */
async function resumeUrl({ api, waitingUrl }: Ground, id: string): Promise<string> {
	const { data } = await api.request('GET', `/executions/${id}`, z.object({ data: z.string() }));
	const { resumeToken } = token.parse(parse(data));
	return `${waitingUrl}/${id}${resumeToken === undefined ? '' : `?signature=${resumeToken}`}`;
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
