import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import { listening, type Stored } from '../../../n8n/api';
import { chain, ourType } from '../../../n8n/workflows';
import type { Cluster } from '../cluster';
import { allOver } from '../executions';
import { ITEMS } from '../size';
import type { Ground, Scenario } from './scenario';

/** Group Messages in many processes: what each process groups by itself, and what memory many conversations leave. */

const TOKEN = '2b8e61f0d94c7a35be1f60c8d27394ae';

/** Fewer conversations at a time than a process groups. */
const TOGETHER = 10;
const CONVERSATIONS = 40;
const MESSAGES = 4;
const GAP_MS = 200;

const MANY = ITEMS * 5;
const CALLS_AT_A_TIME = 40;
const WITHIN_MS = 1_200_000;

async function activeTrigger(
	{ api }: Cluster,
	path: string,
	groupSeconds: number,
): Promise<Stored> {
	const credential = await api.createCredential('messagingServiceCallbackApi', 'Grouping', {
		token: TOKEN,
	});
	const workflow = await api.createWorkflow(
		chain(path, [
			{
				name: 'Message',
				type: ourType('messagingServiceTrigger'),
				webhookId: path,
				parameters: {
					events: ['whatsappOfficialInbox'],
					authentication: 'token',
					options: { groupSeconds },
				},
				credentials: { messagingServiceCallbackApi: credential },
			},
			{ name: 'End', type: 'n8n-nodes-base.noOp' },
		]),
	);
	await api.activate(workflow);
	return workflow;
}

async function push(url: string, room: string, message: number): Promise<number> {
	const response = await fetch(`${url}?token=${TOKEN}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({
			room_id: room,
			ref_no: `in-${room}-${message}`,
			text: `Message ${message}`,
			inbox_date: '2026-11-21 10:00:00',
			sender_number: '6281234567890',
		}),
	});
	await response.arrayBuffer();
	return response.status;
}

/** How many messages each execution began with, by the IDs that n8n stored. */
async function messagesByExecution({ database }: Cluster, { id }: Stored): Promise<string[][]> {
	const rows = await database.rows(
		`select e.id, string_agg(distinct m[1], ' ') from execution_entity e join execution_data d on d."executionId" = e.id, lateral regexp_matches(d.data, 'in-[a-z0-9]+-[0-9]+', 'g') m where e."workflowId" = '${id}' group by e.id`,
	);
	return rows.map(([, found = '']) => found.split(' '));
}

const memoryOf = (cluster: Cluster): number => {
	const status = readFileSync(`/proc/${cluster.pidOf('webhook')}/status`, 'utf8');
	return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024);
};

/** Both processes, since each learns of a published workflow by itself. */
async function urlsOf({ webhookUrl, mainUrl }: Cluster, path: string): Promise<string[]> {
	const urls = [webhookUrl, mainUrl].map((base) => `${base}/${path}/callback`);
	for (const url of urls) await listening(url);
	return urls;
}

async function inTwoProcesses({ cluster, report }: Ground): Promise<void> {
	const part = report.part('Group Messages, the calls spread over two processes');
	const workflow = await activeTrigger(cluster, 'grouped', 3);
	const urls = await urlsOf(cluster, 'grouped');
	const statuses: number[] = [];
	for (let from = 0; from < CONVERSATIONS; from += TOGETHER) {
		const calls: Promise<number>[] = [];
		for (let message = 0; message < MESSAGES; message++) {
			const url = urls[message % urls.length] ?? '';
			for (let at = from; at < from + TOGETHER; at++) calls.push(push(url, `two${at}`, message));
			await sleep(GAP_MS);
		}
		statuses.push(...(await Promise.all(calls)));
	}
	await allOver(cluster, workflow, CONVERSATIONS * urls.length, WITHIN_MS);
	const begun = await messagesByExecution(cluster, workflow);
	const sent = CONVERSATIONS * MESSAGES;
	part.same('Every call was acknowledged', [...new Set(statuses)], [200]);
	part.same(
		'Each message is in exactly one execution',
		[begun.flat().length, new Set(begun.flat()).size],
		[sent, sent],
	);
	part.figure('conversations of four messages', CONVERSATIONS);
	part.figure('executions; one process alone would start one for each', begun.length);
}

async function manyConversations({ cluster, report }: Ground): Promise<void> {
	const part = report.part(`Group Messages, ${MANY} conversations through one process`);
	const workflow = await activeTrigger(cluster, 'grouped-many', 1);
	const [url = ''] = await urlsOf(cluster, 'grouped-many');
	const before = memoryOf(cluster);
	let peak = before;
	const left = Array.from({ length: MANY }, (_, at) => at).values();
	const statuses = new Map<number, number>();
	const pushInTurn = async () => {
		for (const at of left) {
			const status = await push(url, `many${at}`, 0);
			statuses.set(status, (statuses.get(status) ?? 0) + 1);
			if (at % 100 === 0) peak = Math.max(peak, memoryOf(cluster));
		}
	};
	const from = performance.now();
	await Promise.all(Array.from({ length: CALLS_AT_A_TIME }, pushInTurn));
	const seconds = (performance.now() - from) / 1000;
	await allOver(cluster, workflow, MANY, WITHIN_MS);
	const messages = (await messagesByExecution(cluster, workflow)).flat();
	part.same('Every call was acknowledged', Object.fromEntries(statuses), { 200: MANY });
	part.same(
		'Each message started exactly one execution',
		[messages.length, new Set(messages).size],
		[MANY, MANY],
	);
	await sleep(60_000);
	part.figure('calls a second', Math.round(MANY / seconds));
	part.figure('memory of the webhook process before, in MB', before);
	part.figure('at most', peak);
	part.figure('a minute after the last', memoryOf(cluster));
}

export const grouping: Scenario = async (ground) => {
	await inTwoProcesses(ground);
	await manyConversations(ground);
};
