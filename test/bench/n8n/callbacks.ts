import { until } from '../../n8n/api';
import { cpuOf, cpuSince, inTurn, medianOf, REPEATS, sleep } from './measure';
import { times, type Row, type Section } from './report';
import { inWorld } from './world';
import { CALLBACK_PATHS, type Receiver } from './workflows';

const CALLBACKS = Number(process.env.BENCH_ITEMS ?? 500);
const AT_ONCE = 16;
const WARM_UP = 200;
const LEAST = 0.95;

let pushed = 0;

/** The same bytes to both, but for the number that makes each one new. */
const report = () =>
	JSON.stringify({
		ref_no: `report-${String(++pushed).padStart(8, '0')}`,
		status: 'delivered',
		status_date: '2026-11-01 10:00:00',
	});

export const callbacks = (): Promise<Section> =>
	inWorld(({ fresh }) =>
		fresh(async (n8n) => {
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
			await measure('ours', WARM_UP);
			await measure('webhook', WARM_UP);
			await measure('webhook 1', WARM_UP);
			await sleep(1000);
			// They are short: more repeats are cheap, and the target is narrow.
			const results = await inTurn(
				['ours', 'webhook', 'webhook 1'],
				(receiver) => measure(receiver),
				REPEATS * 3,
			);
			const of = (receiver: Receiver, pick: keyof (typeof results)['ours'][number]) =>
				medianOf(results[receiver], (one) => one[pick]);
			const row = (
				what: string,
				pick: keyof (typeof results)['ours'][number],
				unit: string,
				digits: number,
			): Row => {
				const told = (receiver: Receiver) => `${of(receiver, pick).toFixed(digits)}${unit}`;
				const ratio = (receiver: Receiver) => times(of('ours', pick), of(receiver, pick));
				return {
					what,
					figure: told('ours'),
					baseline: `Webhook node: ${told('webhook')} (×${ratio('webhook')}); its version 1: ${told('webhook 1')} (×${ratio('webhook 1')})`,
					target: '',
				};
			};
			return {
				title: 'Callbacks: from the push to the stored execution',
				how: `${CALLBACKS} delivery reports, ${AT_ONCE} at once, to the Status trigger and to n8n's own Webhook node that responds immediately, with nothing behind them, until all executions are stored as success; medians of ${REPEATS * 3} rounds. n8n 2 prepares an environment for expressions before it calls a trigger, and leaves that out for its own Webhook node from version 2 on, and for no other trigger; its version 1 shows what n8n takes for the others.`,
				rows: [
					{
						...row('Callbacks a second, to the stored execution', 'perSecond', '', 1),
						target: `≥ ${LEAST} of the Webhook node`,
						met: of('ours', 'perSecond') >= LEAST * of('webhook', 'perSecond'),
					},
					{
						...row('The same, beside its version 1', 'perSecond', '', 1),
						target: `≥ ${LEAST} of its version 1`,
						met: of('ours', 'perSecond') >= LEAST * of('webhook 1', 'perSecond'),
					},
					row('Callbacks answered a second', 'answeredPerSecond', '', 1),
					row('CPU time of a callback', 'cpuMs', ' ms', 2),
				],
			};
		}),
	);
