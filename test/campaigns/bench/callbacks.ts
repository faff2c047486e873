import { setTimeout as sleep } from 'node:timers/promises';

import { until } from '../../n8n/api';
import { webhook } from '../../n8n/workflows';
import { cpuMsOf, inTurn, medianOf, REPEATS } from '../frame/measure';
import { callbackPath, inLanes, post, receiving, trigger } from '../frame/nodes';
import type { Testbed } from '../frame/testbed';
import { atLeast, rounded, type Row, type Section, type World } from './world';

const CALLBACKS = Number(process.env.BENCH_ITEMS ?? 100);
const LANES = 16;
const WARM_UP = 200;
const LEAST = 0.95;
/** A machine's speed changes within a minute: many short turns meet it alike. */
const ROUNDS = REPEATS * 4;
/** If a callback costs less, a round is over sooner and tells less. */
const ROUNDS_ALIKE = REPEATS * 12;

const RECEIVERS = ['ours', 'webhook', 'webhook 1'] as const;
type Receiver = (typeof RECEIVERS)[number];
type Rounds = Awaited<ReturnType<typeof roundsIn>>;
type Figure = keyof Rounds[Receiver][number];

async function roundsIn(bed: Testbed, rounds: number) {
	const { api, webhookUrl } = bed;
	const events = ['whatsappOfficialStatus', 'whatsappUnofficialStatus'];
	const ours = await trigger(api, 'messagingServiceStatusTrigger', 'reports', { events });
	const all = {
		ours: { path: callbackPath('reports'), workflow: await receiving(api, 'ours', ours) },
		webhook: { path: 'plain', workflow: await receiving(api, 'plain', webhook('plain')) },
		// Its first version: n8n treats it as it treats all triggers that are not its own Webhook node.
		'webhook 1': { path: 'old', workflow: await receiving(api, 'old', webhook('old', 1)) },
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
		const pid = await bed.pidOf();
		const cpuBefore = cpuMsOf(pid);
		const from = performance.now();
		await inLanes(Array(count).keys(), LANES, async () => {
			const answer = await post(`${webhookUrl}/${path}`, report());
			if (!answer.ok) throw new Error(`A callback was answered ${answer.status}`);
			await answer.arrayBuffer();
		});
		const answered = performance.now() - from;
		await until('all to be stored', async () => (await stored()) >= known + count);
		return {
			perSecond: (count / (performance.now() - from)) * 1000,
			answeredPerSecond: (count / answered) * 1000,
			cpuMs: (cpuMsOf(pid) - cpuBefore) / count,
		};
	};
	for (const receiver of RECEIVERS) await measure(receiver, WARM_UP);
	await sleep(1000);
	return inTurn(RECEIVERS, (receiver) => measure(receiver), rounds);
}

/** Compares within each round, so that a machine that slows down between rounds slows both receivers. */
const ratioIn = (rounds: Rounds, baseline: Receiver, figure: Figure) =>
	medianOf(
		rounds.ours.flatMap((own, at) => {
			const other = rounds[baseline][at];
			return other === undefined ? [] : [own[figure] / other[figure]];
		}),
		(ratio) => ratio,
	);

function row(what: string, rounds: Rounds, figure: Figure): Row {
	const told = (receiver: Receiver) => medianOf(rounds[receiver], (one) => one[figure]).toFixed(2);
	const ratio = (receiver: Receiver) => ratioIn(rounds, receiver, figure).toFixed(2);
	return {
		what,
		figure: told('ours'),
		baseline: `Webhook node: ${told('webhook')} (×${ratio('webhook')}); its version 1: ${told('webhook 1')} (×${ratio('webhook 1')})`,
	};
}

const judged = (what: string, rounds: Rounds, baseline: 'webhook' | 'webhook 1'): Row => {
	const ratio = ratioIn(rounds, baseline, 'perSecond');
	const { figure, baseline: others } = row(what, rounds, 'perSecond');
	return atLeast(what, ratio, LEAST, rounded(2), `${figure} a second; ${others ?? ''}`);
};

export async function callbacks({ fresh }: World): Promise<Section> {
	const usual = await fresh(({ bed }) => roundsIn(bed, ROUNDS));
	const alike = await fresh(({ bed }) => roundsIn(bed, ROUNDS_ALIKE), {
		N8N_EXPRESSION_ENGINE: 'legacy',
	});
	return {
		title: 'Callbacks: from the push to the stored execution',
		how: `${CALLBACKS} delivery reports, ${LANES} at a time, to the Status trigger and to n8n's own Webhook node that responds immediately, with nothing behind them, until all executions are stored as success; medians of ${ROUNDS} rounds (${ROUNDS_ALIKE} with the legacy engine), and of the ratios within each. n8n 2 prepares an environment for expressions before it calls a trigger; for its own Webhook node from version 2 on it leaves that out, by the node's name. Version 1 of its Webhook node goes the way of all others; with N8N_EXPRESSION_ENGINE=legacy no trigger goes that way.`,
		rows: [
			judged('Callbacks a second, of those of the Webhook node', usual, 'webhook'),
			judged('The same, of those of its version 1, which goes the same way', usual, 'webhook 1'),
			judged('The same, if n8n prepares it for none of them', alike, 'webhook'),
			row('Callbacks answered a second', usual, 'answeredPerSecond'),
			row('CPU time of a callback, ms', usual, 'cpuMs'),
			row('CPU time of a callback, ms, if n8n prepares it for none', alike, 'cpuMs'),
		],
	};
}
