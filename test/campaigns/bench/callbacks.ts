import { setTimeout as sleep } from 'node:timers/promises';

import { until } from '../../n8n/api';
import { chain, ourType, webhook, type TestNode } from '../../n8n/workflows';
import { inTurn, median, REPEATS } from '../frame/measure';
import { inLanes, post, published } from '../frame/nodes';
import type { Testbed } from '../frame/testbed';
import { atLeast, rounded, type Section, type World } from './world';

const CALLBACKS = Number(process.env.BENCH_ITEMS ?? 100);
const LANES = 16;
const WARM_UP = 200;
const LEAST = 0.95;
/** A machine's speed changes within a minute: many short turns meet it alike. */
const ROUNDS = REPEATS * 4;

const RECEIVERS = ['ours', 'webhook', 'webhook 1'] as const;
type Receiver = (typeof RECEIVERS)[number];
type Rounds = Record<Receiver, number[]>;

async function roundsIn({ api, webhookUrl }: Testbed): Promise<Rounds> {
	const called = async (path: string, node: TestNode) => ({
		path,
		workflow: await published(
			api,
			chain(path, [node, { name: 'Behind', type: 'n8n-nodes-base.noOp' }]),
		),
	});
	const events = ['whatsappOfficialStatus', 'whatsappUnofficialStatus'];
	const ours = {
		name: 'Report',
		type: ourType('messagingServiceStatusTrigger'),
		webhookId: 'reports',
		parameters: { authentication: 'none', events },
	};
	const all = {
		ours: await called('reports/callback', ours),
		webhook: await called('plain', webhook('plain')),
		// Its first version: n8n treats it as it treats all triggers that are not its own Webhook node.
		'webhook 1': await called('old', webhook('old', 1)),
	};
	let pushed = 0;
	/** The same bytes to all, but for the number that makes each one new. */
	const report = () => ({
		ref_no: `report-${String(++pushed).padStart(8, '0')}`,
		status: 'delivered',
		status_date: '2026-11-01 10:00:00',
	});
	const measure = async (receiver: Receiver, count = CALLBACKS) => {
		const { path, workflow } = all[receiver];
		const stored = () => api.count(workflow, 'success');
		const known = await stored();
		const from = performance.now();
		await inLanes(Array(count).keys(), LANES, async () => {
			const answer = await post(`${webhookUrl}/${path}`, report());
			if (!answer.ok) throw new Error(`A callback was answered ${answer.status}`);
			await answer.arrayBuffer();
		});
		await until('all to be stored', async () => (await stored()) >= known + count);
		return (count / (performance.now() - from)) * 1000;
	};
	for (const receiver of RECEIVERS) await measure(receiver, WARM_UP);
	await sleep(1000);
	return inTurn(RECEIVERS, (receiver) => measure(receiver), ROUNDS);
}

/** Compares within each round, so that a machine that slows down between rounds slows both receivers. */
const ratioTo = (baseline: Receiver, rounds: Rounds) =>
	median(rounds.ours.map((own, at) => own / (rounds[baseline][at] ?? Number.NaN)));

function judged(what: string, rounds: Rounds, baseline: Receiver) {
	const [own, ...others] = RECEIVERS.map((receiver) => median(rounds[receiver]).toFixed(2));
	const told = `${own ?? ''} a second; Webhook node: ${others[0] ?? ''}, its version 1: ${others[1] ?? ''}`;
	return atLeast(what, ratioTo(baseline, rounds), LEAST, rounded(2), told);
}

export async function callbacks({ fresh }: World): Promise<Section> {
	const usual = await fresh(({ bed }) => roundsIn(bed));
	return {
		title: 'Callbacks: from the push to the stored execution',
		how: `${CALLBACKS} delivery reports, ${LANES} at a time, to the Status trigger and to n8n's own Webhook node that responds immediately, with nothing behind them, until all executions are stored as success; medians of ${ROUNDS} rounds, and of the ratios within each. n8n prepares an environment for expressions before it calls a trigger; for its own Webhook node from version 2 on it leaves that out, by the node's name. Version 1 of its Webhook node goes the way of all others.`,
		rows: [
			judged('Callbacks a second, of those of the Webhook node', usual, 'webhook'),
			judged('The same, of those of its version 1, which goes the same way', usual, 'webhook 1'),
		],
	};
}
