import { setTimeout as sleep } from 'node:timers/promises';

import { z } from 'zod';

import { allOver, executionsOf, statusesOf } from '../frame/executions';
import { inLanes, TRIGGER } from '../frame/nodes';
import type { Testbed } from '../frame/testbed';
import { hostileCalls, type HostileCall } from './callbacks';
import { send } from './http';
import type { Receiver, Receivers } from './workflows';

/** Thousands of callbacks, and what n8n made of them. */

const LANES = 12;
/** Ours that start one execution for each callback. */
const ALONE = ['inbox', 'status', 'business', 'open'] as const;

const message = z.object({ message_id: z.string().nullable() });
const begun = message.extend({ messages: z.array(message).optional() });

/** The IDs of the messages that each execution of a trigger began with; null is one that has none. */
async function groupsOf(bed: Testbed, { workflow }: Receiver) {
	const groups: (string | null)[][] = [];
	for (const id of await executionsOf(bed, workflow)) {
		const [item] = (await bed.api.finished(id)).output(TRIGGER);
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

const LATEST_MS = 120_000;
/** Longer than messages wait for others of their group. */
const GROUPED_MS = 2000;

interface Wanted {
	calls: number;
	seed: number;
}

async function sendAll(
	{ calls, seed }: Wanted,
	urlOf: (call: HostileCall) => string,
	judge: (call: HostileCall, status: number, text: string) => void,
): Promise<void> {
	const afterXml = oneAfterTheOther();
	await inLanes(hostileCalls(calls, seed), LANES, async (call) => {
		const sending = () => send(urlOf(call), call);
		const isXml = call.headers['content-type']?.includes('xml') === true;
		const { status, text } = await (isXml ? afterXml(sending) : sending());
		judge(call, status, text);
	});
}

export async function flood(bed: Testbed, receivers: Receivers, wanted: Wanted) {
	const alone = ALONE.map((name) => receivers[name].workflow);
	const counted = async () => {
		const { error = 0, success = 0 } = await statusesOf(bed, ...alone);
		return error + success;
	};
	const before = await counted();
	const wrong: string[] = [];
	let [good, received, toGrouped] = [0, 0, 0];
	await sendAll(
		wanted,
		({ to, query }) => `${bed.webhookUrl}/${receivers[to].path}?${query}`,
		({ kind, isGood, query, to }, status, text) => {
			const isReceived = status === 200 && text.includes('Received');
			if (isGood) good++;
			if (isReceived) received++;
			if (isReceived && to === 'grouped') toGrouped++;
			if (isGood && !isReceived) {
				wrong.push(`a good callback was answered ${status} ${text.slice(0, 80)}`);
			}
			if (isReceived && !isGood && !/^token=[\da-f]{34}$/.test(query)) {
				wrong.push(`${kind} was let in without the token: ${query}`);
			}
		},
	);
	const expected = received - toGrouped;
	// Fewer are told below.
	await allOver(bed, alone, before + expected, LATEST_MS).catch(() => undefined);
	const executions = (await counted()) - before;
	if (executions !== expected) {
		wrong.push(
			`${expected} were told that they were received, and ${executions} executions started`,
		);
	}
	await sleep(GROUPED_MS);
	const groups = await groupsOf(bed, receivers.grouped);
	const grouped = groups.flat();
	const ids = grouped.filter((id) => id !== null);
	if (grouped.length !== toGrouped || new Set(ids).size !== ids.length) {
		wrong.push(
			`${toGrouped} were told that they were received to be grouped, and ${grouped.length} came, some of them twice or not at all`,
		);
	}
	const { error: failed = 0 } = await statusesOf(bed, ...alone, receivers.grouped.workflow);
	if (failed > 0) wrong.push(`${failed} executions failed`);
	return { good, executions, groups: groups.length, grouped: grouped.length, wrong };
}
