import { z } from 'zod';

import { listening, type Stored } from '../../../n8n/api';
import type { Cluster } from '../cluster';
import { allOver, statusesOf } from '../executions';
import { ITEMS } from '../size';
import type { Scenario } from './scenario';

const answer = z.object({ message: z.string() });

const TOKEN = '93c5e0d7428fb16a5ec29d70bf1846a3';
const PATH = 'reports';
const AT_ONCE = 16;
const WITHIN_MS = 600_000;

/** Every tenth callback comes a second time, some while later. */
const REPEATS = ITEMS / 10;
const DISTINCT = ITEMS - REPEATS;

const refNoOf = (report: number) => `report-${report}-of-${DISTINCT}`;

/** Official and unofficial reports in turn: by POST as JSON, by GET in the query. */
function push(url: string, report: number): Promise<Response> {
	const ref_no = refNoOf(report);
	const withToken = `${url}?token=${TOKEN}`;
	if (report % 2 === 0) return fetch(`${withToken}&ref_no=${ref_no}&status=D`);
	return fetch(withToken, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ ref_no, status: 'delivered', status_date: '2026-11-21 10:00:00' }),
	});
}

async function activeTrigger({ api }: Cluster): Promise<Stored> {
	const credential = await api.createCredential('messagingServiceCallbackApi', 'Token', {
		token: TOKEN,
	});
	const workflow = await api.createWorkflow({
		name: PATH,
		nodes: [
			{
				id: 'reported',
				name: 'Status',
				type: 'n8n-nodes-messaging-service.messagingServiceStatusTrigger',
				typeVersion: 1,
				position: [0, 0],
				webhookId: PATH,
				parameters: {
					events: ['whatsappOfficialStatus', 'whatsappUnofficialStatus'],
					authentication: 'token',
				},
				credentials: { messagingServiceCallbackApi: credential },
			},
			{
				id: 'noted',
				name: 'Noted',
				type: 'n8n-nodes-base.noOp',
				typeVersion: 1,
				position: [220, 0],
				parameters: {},
			},
		],
		connections: { Status: { main: [[{ node: 'Noted', type: 'main', index: 0 }]] } },
	});
	await api.activate(workflow);
	return workflow;
}

interface Answers {
	taken: number;
	repeated: number;
	/** Told to come again, since the first of its kind was only just being taken; then it did. */
	cameAgain: number;
	other: string[];
}

async function pushUntilSettled(url: string, report: number, answers: Answers): Promise<void> {
	for (;;) {
		const response = await push(url, report);
		const body = await response.text();
		if (response.status === 503 && body.includes('Still processing')) {
			answers.cameAgain++;
			continue;
		}
		if (response.ok && body.includes('Received')) answers.taken++;
		else if (response.ok && body.includes('Repeated')) answers.repeated++;
		else answers.other.push(`${response.status} ${body}`);
		return;
	}
}

/** Pushes the reports in their order, several at once. */
async function pushAll(url: string, reports: readonly number[]): Promise<Answers> {
	const answers: Answers = { taken: 0, repeated: 0, cameAgain: 0, other: [] };
	const left = reports.values();
	const pushInTurn = async () => {
		for (const report of left) await pushUntilSettled(url, report, answers);
	};
	await Promise.all(Array.from({ length: AT_ONCE }, pushInTurn));
	return answers;
}

/** Reports 1, 2, 3 …, and every ninth of them once more when some others have come. */
function reportsInOrder(): number[] {
	const reports: number[] = [];
	for (let report = 1; report <= DISTINCT; report++) {
		reports.push(report);
		const before = report - AT_ONCE * 2;
		if (before > 0 && before % 9 === 0) reports.push(before);
	}
	for (let report = 9; reports.length < ITEMS; report += 9) {
		if (report > DISTINCT - AT_ONCE * 2) reports.push(report);
	}
	return reports;
}

export const callbacks: Scenario = async ({ cluster, report }) => {
	const part = report.part('Callbacks through one webhook process');
	const workflow = await activeTrigger(cluster);
	const url = `${cluster.webhookUrl}/${PATH}/callback`;
	await listening(url);
	await fetch(url, { method: 'POST' });
	part.same('A call without the token starts nothing', await statusesOf(cluster, workflow), {});

	const from = performance.now();
	const { cameAgain, ...answers } = await pushAll(url, reportsInOrder());
	const pushed = (performance.now() - from) / 1000;
	const statuses = await allOver(cluster, workflow, DISTINCT, WITHIN_MS);
	const done = (performance.now() - from) / 1000;

	const [[refNos] = []] = await cluster.database.rows(
		`select count(distinct substring(d.data from 'report-[0-9]+-of-')) from execution_data d join execution_entity e on e.id = d."executionId" where e."workflowId" = '${workflow.id}'`,
	);
	part.same('Every callback was taken, or known as a repeat', answers, {
		taken: DISTINCT,
		repeated: REPEATS,
		other: [],
	});
	part.same('Each distinct one started one execution, which ended well', statuses, {
		success: DISTINCT,
	});
	part.same('Each of these holds a report of its own', Number(refNos), DISTINCT);

	const elsewhere = await push(`${cluster.mainUrl}/${PATH}/callback`, 1);
	const { message } = answer.parse(await elsewhere.json());
	// What came is remembered in the memory of each process: docs/triggers.md says so.
	part.same('A repeat that comes to another process counts as new', message, 'Received');

	part.figure('callbacks, of them repeats', `${ITEMS}, ${REPEATS}`);
	part.figure('told to come again, since the first was only just being taken', cameAgain);
	part.figure('answered a second', Math.round(ITEMS / pushed));
	part.figure('executions a second', Math.round((DISTINCT / done) * 10) / 10);
};
