import { until, type N8nApi } from '../../n8n/api';
import { z } from 'zod';

import { hostileCalls, type HostileCall } from './callbacks';
import { inParallel, send } from './http';
import { OWN_SECRETS } from './secrets';
import { RECEIVERS, TRIGGER, type Receiver, type ReceiverName } from './workflows';

/** Thousands of callbacks, and what n8n made of them. */

export interface Flood {
	calls: number;
	/** How many the service could have sent. */
	good: number;
	byStatus: Record<string, number>;
	/** Calls that were told that they were received, good ones and others. */
	received: number;
	executions: number;
	/** Of them, those of the trigger that groups messages, and how many messages they hold. */
	grouped: { executions: number; messages: number };
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

const listed = z.object({
	results: z.array(z.object({ id: z.string() })),
	nextCursor: z.string().nullish(),
});

/** n8n lists at most 100 at a time. */
async function allExecutions(api: N8nApi, { workflow }: Receiver): Promise<string[]> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId: workflow.id }));
	const ids: string[] = [];
	let cursor: string | null | undefined = '';
	while (typeof cursor === 'string') {
		const from = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
		const page: z.output<typeof listed> = await api.request(
			'GET',
			`/executions?filter=${filter}&limit=100${from}`,
			listed,
		);
		ids.push(...page.results.map(({ id }) => id));
		cursor = page.nextCursor;
	}
	return ids;
}

const message = z.object({ message_id: z.string().nullable() });
const begun = message.extend({ messages: z.array(message).optional() });

/** The IDs of the messages that each execution of a trigger began with; null is one that has none. */
async function groupsOf(api: N8nApi, receiver: Receiver): Promise<(string | null)[][]> {
	const groups = [];
	for (const id of await allExecutions(api, receiver)) {
		const [item] = (await api.finished(id)).output(TRIGGER);
		const { messages, ...alone } = begun.parse(item);
		groups.push((messages ?? [alone]).map(({ message_id }) => message_id));
	}
	return groups;
}

/** Ours that start one execution for each callback. */
const ALONE = RECEIVERS.filter((name) => name !== 'webhook' && name !== 'grouped');

const withOwnToken = (query: string) =>
	query.replace(/token[^&]*/, `token=${OWN_SECRETS.callbackToken}`);

export async function flood(
	api: N8nApi,
	receivers: Record<ReceiverName, Receiver>,
	{ calls, seed, toOwn = false }: { calls: number; seed: number; toOwn?: boolean },
	progress: (sent: number) => void,
): Promise<Flood> {
	const names = toOwn ? (['webhook'] as const) : ALONE;
	const count = (status?: string) =>
		sumOf(names, (name) => executionsOf(api, receivers[name], status));
	const before = await count();
	const byStatus: Record<string, number> = {};
	const wrong: string[] = [];
	let sent = 0;
	let good = 0;
	let received = 0;
	let toGrouped = 0;

	const judge = ({ kind, isGood, query, to }: HostileCall, status: number, text: string) => {
		byStatus[status] = (byStatus[status] ?? 0) + 1;
		const isReceived = status === 200 && text.includes('Received');
		if (isReceived) received++;
		if (toOwn) return;
		if (isReceived && to === 'grouped') toGrouped++;
		if (isGood && !isReceived)
			wrong.push(`a good callback was answered ${status} ${text.slice(0, 80)}`);
		if (isReceived && !isGood && !/^token=[\da-f]{34}$/.test(query)) {
			wrong.push(`${kind} was let in without the token: ${query}`);
		}
	};
	// n8n reads all XML with one parser for all calls: of two at the same time, it never answers one.
	let xml: Promise<unknown> = Promise.resolve();
	const afterXml = <Answer>(sending: () => Promise<Answer>): Promise<Answer> => {
		const answer = xml.then(sending);
		xml = answer;
		return answer;
	};
	await inParallel(hostileCalls(calls, seed), AT_ONCE, async (call) => {
		const { path } = receivers[toOwn ? 'webhook' : call.to];
		// What n8n's own node stores must be its own secret.
		const query = toOwn ? withOwnToken(call.query) : call.query;
		const sending = () => send(`${api.url}/webhook/${path}?${query}`, call);
		const isXml = call.headers['content-type']?.includes('xml') === true;
		const { status, text } = await (isXml ? afterXml(sending) : sending());
		sent++;
		if (call.isGood) good++;
		judge(call, status, text);
		progress(sent);
	});

	const expected = toOwn ? (byStatus[200] ?? 0) : received - toGrouped;
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
	if (!toOwn && executions !== expected) {
		wrong.push(
			`${expected} were told that they were received, and ${executions} executions started`,
		);
	}
	const groups = toOwn ? [] : await groupsOf(api, receivers.grouped);
	const grouped = groups.flat();
	const ids = grouped.filter((id) => id !== null);
	if (grouped.length !== toGrouped || new Set(ids).size !== ids.length) {
		wrong.push(
			`${toGrouped} were told that they were received to be grouped, and ${grouped.length} came, some of them twice or not at all`,
		);
	}
	const failed = (await count('error')) + (await executionsOf(api, receivers.grouped, 'error'));
	if (!toOwn && failed > 0) wrong.push(`${failed} executions failed`);
	return {
		calls: sent,
		good,
		byStatus,
		received,
		executions: executions + groups.length,
		grouped: { executions: groups.length, messages: grouped.length },
		failed,
		wrong,
	};
}
