import { setTimeout as sleep } from 'node:timers/promises';

import { until } from '../../../n8n/api';
import { cpuOf, cpuSince, inTurn, medianOf, REPEATS } from './measure';
import type { Row, Section } from './report';
import { inWorld, type FreshN8n } from './world';
import { CALLBACK_PATHS, type Receiver } from './workflows';

const CALLBACKS = Number(process.env.BENCH_ITEMS ?? 100);
const AT_ONCE = 16;
const WARM_UP = 200;
const LEAST = 0.95;
/** A machine's speed wanders within a minute: many short turns meet it alike. */
const ROUNDS = REPEATS * 4;
/** Where a callback costs less, a round is over sooner and tells less. */
const ROUNDS_ALIKE = REPEATS * 12;

let pushed = 0;

/** The same bytes to both, but for the number that makes each one new. */
const report = () =>
	JSON.stringify({
		ref_no: `report-${String(++pushed).padStart(8, '0')}`,
		status: 'delivered',
		status_date: '2026-11-01 10:00:00',
	});

interface Round {
	perSecond: number;
	answeredPerSecond: number;
	cpuMs: number;
}

const RECEIVERS = ['ours', 'webhook', 'webhook 1'] as const satisfies readonly Receiver[];

async function roundsIn(n8n: FreshN8n, rounds: number): Promise<Record<Receiver, Round[]>> {
	const push = async (receiver: Receiver, count: number) => {
		let left = count;
		const pushAll = async () => {
			while (left-- > 0) {
				const answer = await fetch(`${n8n.instance.url}/webhook/${CALLBACK_PATHS[receiver]}`, {
					method: 'POST',
					headers: { 'content-type': 'application/json' },
					body: report(),
				});
				if (!answer.ok) throw new Error(`A callback was answered ${answer.status}`);
				await answer.arrayBuffer();
			}
		};
		await Promise.all(Array.from({ length: AT_ONCE }, pushAll));
	};
	const stored = async (receiver: Receiver) =>
		(await n8n.executionsOf(receiver, 1, 'success')).count;

	const measure = async (receiver: Receiver, count = CALLBACKS) => {
		const known = await stored(receiver);
		const cpuBefore = cpuOf(n8n.pid);
		const from = performance.now();
		await push(receiver, count);
		const answered = performance.now() - from;
		await until('all executions to be stored', async () =>
			(await stored(receiver)) >= known + count ? true : undefined,
		);
		const all = performance.now() - from;
		return {
			perSecond: (count / all) * 1000,
			answeredPerSecond: (count / answered) * 1000,
			cpuMs: cpuSince(n8n.pid, cpuBefore).own / count,
		};
	};
	for (const receiver of RECEIVERS) await measure(receiver, WARM_UP);
	await sleep(1000);
	return inTurn(RECEIVERS, (receiver) => measure(receiver), rounds);
}

const medianIn = (rounds: Record<Receiver, Round[]>, receiver: Receiver, pick: keyof Round) =>
	medianOf(rounds[receiver], (one) => one[pick]);

/** Within each round, so that a machine that slows down between two of them slows both. */
const ratioIn = (rounds: Record<Receiver, Round[]>, baseline: Receiver, pick: keyof Round) => {
	const ratios = rounds.ours.flatMap((own, at) => {
		const beside = rounds[baseline][at];
		return beside === undefined ? [] : [own[pick] / beside[pick]];
	});
	return medianOf(ratios, (ratio) => ratio);
};

function row(
	what: string,
	rounds: Record<Receiver, Round[]>,
	pick: keyof Round,
	unit: string,
	digits: number,
): Row {
	const told = (receiver: Receiver) => `${medianIn(rounds, receiver, pick).toFixed(digits)}${unit}`;
	const ratio = (receiver: Receiver) => ratioIn(rounds, receiver, pick).toFixed(2);
	return {
		what,
		figure: told('ours'),
		baseline: `Webhook node: ${told('webhook')} (×${ratio('webhook')}); its version 1: ${told('webhook 1')} (×${ratio('webhook 1')})`,
		target: '',
	};
}

const judged = (what: string, rounds: Record<Receiver, Round[]>, baseline: Receiver): Row => ({
	...row(what, rounds, 'perSecond', '', 1),
	target: `≥ ${LEAST} of ${baseline === 'webhook' ? 'the Webhook node' : 'its version 1'}`,
	met: ratioIn(rounds, baseline, 'perSecond') >= LEAST,
});

export const callbacks = (): Promise<Section> =>
	inWorld(async ({ fresh }) => {
		const usual = await fresh((n8n) => roundsIn(n8n, ROUNDS));
		const alike = await fresh((n8n) => roundsIn(n8n, ROUNDS_ALIKE), {
			N8N_EXPRESSION_ENGINE: 'legacy',
		});
		return {
			title: 'Callbacks: from the push to the stored execution',
			how: `${CALLBACKS} delivery reports, ${AT_ONCE} at once, to the Status trigger and to n8n's own Webhook node that responds immediately, with nothing behind them, until all executions are stored as success; medians of ${ROUNDS} rounds (${ROUNDS_ALIKE} where an environment is prepared for none), and of the ratios within each. n8n 2 prepares an environment for expressions before it calls a trigger; for its own Webhook node from version 2 on it leaves that out, by the node's name, and for no other trigger. Two baselines show what n8n takes for that: version 1 of its Webhook node, which goes the way of all others, and n8n with N8N_EXPRESSION_ENGINE=legacy, where no trigger goes that way.`,
			rows: [
				judged('Callbacks a second, to the stored execution', usual, 'webhook'),
				judged('The same, beside what goes the same way', usual, 'webhook 1'),
				judged('The same, where n8n prepares it for none of them', alike, 'webhook'),
				row('Callbacks answered a second', usual, 'answeredPerSecond', '', 1),
				row('CPU time of a callback', usual, 'cpuMs', ' ms', 2),
				row('CPU time of a callback, where n8n prepares it for none', alike, 'cpuMs', ' ms', 2),
			],
		};
	});
