import { setTimeout as sleep } from 'node:timers/promises';

import { median } from '../../../support/median';
import { inTurn, medianOf } from './measure';
import { percent, type Section } from './report';
import { acceptedOf, perSecond, sendsIn, type Sent } from './sent';
import { inWorld } from './world';

const ITEMS = 500;
const SECOND_FIRST = 100_000;
const LATENCY_MS = 50;
const LEAST = 97;
const LEAST_SHARE = 0.4;
const OWN = 'this node';

const isOfSecond = ({ destination }: Sent) => Number(destination.slice(-8)) >= SECOND_FIRST;

function sharesOf(accepted: readonly Sent[]) {
	const first = accepted.filter((one) => !isOfSecond(one));
	const second = accepted.filter(isOfSecond);
	const from = Math.max(first[0]?.ms ?? 0, second[0]?.ms ?? 0);
	const to = Math.min(first.at(-1)?.ms ?? 0, second.at(-1)?.ms ?? 0);
	const meanwhile = (list: readonly Sent[]) =>
		list.filter(({ ms }) => ms >= from && ms <= to).length;
	const both = meanwhile(accepted);
	return {
		smaller: Math.min(meanwhile(first), meanwhile(second)) / both,
		together: both / accepted.length,
	};
}

export const fairness = (): Promise<Section> =>
	inWorld(({ service, fresh }) =>
		fresh(async (n8n) => {
			await n8n.run(OWN, 50);
			const { [OWN]: results } = await inTurn([OWN], async () => {
				await service.reset({ latencyMs: LATENCY_MS });
				await sleep(1100);
				await n8n.runAll(OWN, ITEMS, [0, SECOND_FIRST]);
				const accepted = acceptedOf(sendsIn(await service.journal()));
				return {
					perSecond: perSecond(accepted),
					lost: 2 * ITEMS - accepted.length,
					...sharesOf(accepted),
				};
			});
			const rate = medianOf(results, (one) => one.perSecond);
			const smallest = Math.min(...results.map(({ smaller }) => smaller));
			return {
				title: 'Fairness: two executions with one key',
				how: `Two executions of ${ITEMS} unofficial texts, started at once, ${LATENCY_MS} ms of latency; counted by the simulator's journal. Both ran during ${percent(median(results.map(({ together }) => together)), 0)} of what was accepted.`,
				rows: [
					{
						what: 'Accepted a second, together',
						figure: rate.toFixed(1),
						baseline: '100, the limit',
						target: `≥ ${LEAST}`,
						met: rate >= LEAST,
					},
					{
						what: 'Smaller share while both ran (smallest of all runs)',
						figure: percent(smallest),
						baseline: '50 %',
						target: `≥ ${percent(LEAST_SHARE, 0)}`,
						met: smallest >= LEAST_SHARE,
					},
					{
						what: 'Items lost (all runs)',
						figure: results.map(({ lost }) => lost).join(' '),
						baseline: '',
						target: 'none',
						met: results.every(({ lost }) => lost === 0),
					},
				],
			};
		}),
	);
