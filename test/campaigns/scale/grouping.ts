import { setTimeout as sleep } from 'node:timers/promises';

import type { Stored } from '../../n8n/api';
import { allOver } from '../frame/executions';
import { rssOf } from '../frame/measure';
import { inLanes, post } from '../frame/nodes';
import type { Part } from '../frame/report';
import type { Testbed } from '../frame/testbed';
import { ITEMS, receiverIn, type Session } from './session';

/** Group Messages in many processes: what each process groups, and what memory many conversations leave. */

/** Fewer conversations at a time than a process groups. */
const TOGETHER = 10;
const CONVERSATIONS = 40;
const MESSAGES = 4;
const GAP_MS = 200;
const MANY = ITEMS * 5;
const LANES = 40;

const grouping = (bed: Testbed, path: string, groupSeconds: number) =>
	receiverIn(bed, path, { events: ['whatsappOfficialInbox'], options: { groupSeconds } });

async function push(url: string, room: string, message: number): Promise<number> {
	const response = await post(url, {
		room_id: room,
		ref_no: `in-${room}-${message}`,
		text: `Message ${message}`,
		inbox_date: '2026-11-21 10:00:00',
		sender_number: '6281234567890',
	});
	await response.arrayBuffer();
	return response.status;
}

/** The messages that each execution began with, by the IDs that n8n stored. */
async function begunWith({ database }: Testbed, { id }: Stored): Promise<string[][]> {
	const rows = await database.rows(
		`select e.id, string_agg(distinct m[1], ' ') from execution_entity e join execution_data d on d."executionId" = e.id, lateral regexp_matches(d.data, 'in-[a-z0-9]+-[0-9]+', 'g') m where e."workflowId" = '${id}' group by e.id`,
	);
	return rows.map(([, found = '']) => found.split(' '));
}

function judge(part: Part, statuses: number[], messages: readonly string[], sent: number): void {
	const counts = [messages.length, new Set(messages).size];
	part.same('Every call was acknowledged', statuses, [200]);
	part.same('Each message is in exactly one execution', counts, [sent, sent]);
}

async function inTwoProcesses({ bed, report }: Session): Promise<void> {
	const part = report.part('Group Messages, the calls spread over two processes');
	const { workflow, url, otherUrl } = await grouping(bed, 'grouped', 3);
	const statuses = new Set<number>();
	for (let from = 0; from < CONVERSATIONS; from += TOGETHER) {
		const calls: Promise<number>[] = [];
		for (let message = 0; message < MESSAGES; message++) {
			const to = message % 2 === 0 ? url : otherUrl;
			for (let at = from; at < from + TOGETHER; at++) calls.push(push(to, `two${at}`, message));
			await sleep(GAP_MS);
		}
		for (const status of await Promise.all(calls)) statuses.add(status);
	}
	await allOver(bed, [workflow], CONVERSATIONS * 2);
	const begun = await begunWith(bed, workflow);
	const sent = CONVERSATIONS * MESSAGES;
	judge(part, [...statuses], begun.flat(), sent);
	part.figure('conversations of four messages', CONVERSATIONS);
	part.figure('executions; one process alone would start one for each', begun.length);
}

async function manyConversations({ bed, report }: Session): Promise<void> {
	const part = report.part(`Group Messages, ${MANY} conversations through one process`);
	const { workflow, url } = await grouping(bed, 'grouped-many', 1);
	const pid = await bed.pidOf('webhook');
	const before = rssOf(pid);
	let peak = before;
	const from = performance.now();
	const statuses = await inLanes(Array(MANY).keys(), LANES, (at) => {
		if (at % 100 === 0) peak = Math.max(peak, rssOf(pid));
		return push(url, `many${at}`, 0);
	});
	const seconds = (performance.now() - from) / 1000;
	await allOver(bed, [workflow], MANY);
	const messages = (await begunWith(bed, workflow)).flat();
	judge(part, [...new Set(statuses)], messages, MANY);
	await sleep(60_000);
	part.figure('calls a second', Math.round(MANY / seconds));
	part.figure(
		'memory of the webhook process in MB: before, at most, a minute after the last',
		[before, peak, rssOf(pid)].map(Math.round).join(', '),
	);
}

export async function groups(session: Session): Promise<void> {
	await inTwoProcesses(session);
	await manyConversations(session);
}
