import { until, type N8nApi } from '../n8n/api';
import { z } from 'zod';

import { hostileCalls, type HostileCall } from './callbacks';
import { inParallel, send } from './http';
import { OWN_SECRETS } from './secrets';
import { RECEIVERS, type Receiver, type ReceiverName } from './workflows';

/** Thousands of callbacks, and what n8n made of them. */

export interface Flood {
	calls: number;
	/** How many the service could have sent. */
	good: number;
	byStatus: Record<string, number>;
	/** Calls that were told that they were received, good ones and others. */
	received: number;
	executions: number;
	/** Executions that failed. */
	failed: number;
	wrong: string[];
}

const AT_ONCE = 12;
const counted = z.object({ count: z.number() });

export const executionsOf = async (api: N8nApi, { workflow }: Receiver, status?: string) => {
	const filter = JSON.stringify({ workflowId: workflow.id, ...(status && { status: [status] }) });
	const query = `filter=${encodeURIComponent(filter)}&limit=1`;
	return (await api.request('GET', `/executions?${query}`, counted)).count;
};

export const sumOf = async (
	names: readonly ReceiverName[],
	count: (name: ReceiverName) => Promise<number>,
) => {
	let sum = 0;
	for (const name of names) sum += await count(name);
	return sum;
};

const OURS = RECEIVERS.filter((name) => name !== 'webhook');

const withOwnToken = (query: string) =>
	query.replace(/token[^&]*/, `token=${OWN_SECRETS.callbackToken}`);

export async function flood(
	api: N8nApi,
	receivers: Record<ReceiverName, Receiver>,
	{ calls, seed, toOwn = false }: { calls: number; seed: number; toOwn?: boolean },
	progress: (sent: number) => void,
): Promise<Flood> {
	const names = toOwn ? (['webhook'] as const) : OURS;
	const count = (status?: string) =>
		sumOf(names, (name) => executionsOf(api, receivers[name], status));
	const before = await count();
	const byStatus: Record<string, number> = {};
	const wrong: string[] = [];
	let sent = 0;
	let good = 0;
	let received = 0;

	const judge = ({ kind, isGood, query }: HostileCall, status: number, text: string) => {
		byStatus[status] = (byStatus[status] ?? 0) + 1;
		const isReceived = status === 200 && text.includes('Received');
		if (isReceived) received++;
		if (toOwn) return;
		if (isGood && !isReceived)
			wrong.push(`a good callback was answered ${status} ${text.slice(0, 80)}`);
		if (isReceived && !isGood && !/^token=[\da-f]{34}$/.test(query)) {
			wrong.push(`${kind} was let in without the token: ${query}`);
		}
	};
	await inParallel(hostileCalls(calls, seed), AT_ONCE, async (call) => {
		const { path } = receivers[toOwn ? 'webhook' : call.to];
		// What n8n's own node stores must be its own secret.
		const query = toOwn ? withOwnToken(call.query) : call.query;
		const { status, text } = await send(`${api.url}/webhook/${path}?${query}`, call);
		sent++;
		if (call.isGood) good++;
		judge(call, status, text);
		progress(sent);
	});

	const expected = toOwn ? (byStatus[200] ?? 0) : received;
	const executions = await until(
		'all executions to be there',
		async () => {
			const now = (await count()) - before;
			const running = await sumOf(names, (name) => executionsOf(api, receivers[name], 'running'));
			return now >= expected && running === 0 ? now : undefined;
		},
		120_000,
	).catch(async () => (await count()) - before);
	if (sent !== calls) wrong.push(`${sent} of ${calls} were sent`);
	if (!toOwn && executions !== received) {
		wrong.push(
			`${received} were told that they were received, and ${executions} executions started`,
		);
	}
	const failed = await count('error');
	if (!toOwn && failed > 0) wrong.push(`${failed} executions failed`);
	return { calls: sent, good, byStatus, received, executions, failed, wrong };
}
