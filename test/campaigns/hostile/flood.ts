import { z } from 'zod';

import { until } from '../../n8n/api';
import { inLanes, TRIGGER } from '../frame/nodes';
import type { Testbed } from '../frame/testbed';
import { hostileCalls, type HostileCall } from './callbacks';
import { send } from './http';
import { OWN_SECRETS } from './secrets';
import type { Receiver, ReceiverName, Receivers } from './workflows';

/** Thousands of callbacks, and what n8n made of them. */

const LANES = 12;
/** Ours that start one execution for each callback. */
const ALONE = ['inbox', 'status', 'business', 'open'] as const;

const message = z.object({ message_id: z.string().nullable() });
const begun = message.extend({ messages: z.array(message).optional() });

/** The IDs of the messages that each execution of a trigger began with; null is one that has none. */
async function groupsOf({ api, database }: Testbed, { workflow }: Receiver) {
	const groups: (string | null)[][] = [];
	const ids = await database.rows(
		`select id from execution_entity where "workflowId" = '${workflow.id}'`,
	);
	for (const [id = ''] of ids) {
		const [item] = (await api.finished(id)).output(TRIGGER);
		const { messages, ...alone } = begun.parse(item);
		groups.push((messages ?? [alone]).map(({ message_id }) => message_id));
	}
	return groups;
}

/** n8n reads all XML with one parser for all calls: of two at the same time, it never answers one. */
function oneAfterTheOther() {
	let last: Promise<unknown> = Promise.resolve();
	return <Answer>(sending: () => Promise<Answer>): Promise<Answer> => {
		const answer = last.then(sending);
		last = answer;
		return answer;
	};
}

/** @param isOwn to n8n's own Webhook node, in place of ours */
export async function flood(
	bed: Testbed,
	receivers: Receivers,
	{ calls, seed, isOwn }: { calls: number; seed: number; isOwn: boolean },
) {
	const { api } = bed;
	const names: readonly ReceiverName[] = isOwn ? ['webhook'] : ALONE;
	const count = async (status?: string) => {
		let sum = 0;
		for (const name of names) sum += await api.count(receivers[name].workflow, status);
		return sum;
	};
	const before = await count();
	const wrong: string[] = [];
	let good = 0;
	let answeredWell = 0;
	let received = 0;
	let toGrouped = 0;
	const judge = ({ kind, isGood, query, to }: HostileCall, status: number, text: string) => {
		if (isGood) good++;
		if (status === 200) answeredWell++;
		if (isOwn) return;
		const isReceived = status === 200 && text.includes('Received');
		if (isReceived) received++;
		if (isReceived && to === 'grouped') toGrouped++;
		if (isGood && !isReceived) {
			wrong.push(`a good callback was answered ${status} ${text.slice(0, 80)}`);
		}
		if (isReceived && !isGood && !/^token=[\da-f]{34}$/.test(query)) {
			wrong.push(`${kind} was let in without the token: ${query}`);
		}
	};
	const afterXml = oneAfterTheOther();
	const sent = await inLanes(hostileCalls(calls, seed), LANES, async (call) => {
		const { path } = receivers[isOwn ? 'webhook' : call.to];
		// What n8n's own node stores must be its own secret.
		const query = isOwn
			? call.query.replace(/token[^&]*/, `token=${OWN_SECRETS.callbackToken}`)
			: call.query;
		const sending = () => send(`${api.url}/webhook/${path}?${query}`, call);
		const isXml = call.headers['content-type']?.includes('xml') === true;
		const { status, text } = await (isXml ? afterXml(sending) : sending());
		judge(call, status, text);
	});
	const expected = isOwn ? answeredWell : received - toGrouped;
	const executions = await until(
		'all executions to be there',
		async () => {
			const now = (await count()) - before;
			return now >= expected && (await count('running')) === 0 ? now : undefined;
		},
		120_000,
	).catch(async () => (await count()) - before);
	const found = { calls: sent.length, good, executions, groups: 0, grouped: 0, wrong };
	if (isOwn) return found;

	if (executions !== expected) {
		wrong.push(
			`${expected} were told that they were received, and ${executions} executions started`,
		);
	}
	const groups = await groupsOf(bed, receivers.grouped);
	const grouped = groups.flat();
	const ids = grouped.filter((id) => id !== null);
	if (grouped.length !== toGrouped || new Set(ids).size !== ids.length) {
		wrong.push(
			`${toGrouped} were told that they were received to be grouped, and ${grouped.length} came, some of them twice or not at all`,
		);
	}
	const failed = (await count('error')) + (await api.count(receivers.grouped.workflow, 'error'));
	if (failed > 0) wrong.push(`${failed} executions failed`);
	return { ...found, groups: groups.length, grouped: grouped.length };
}
