import { setTimeout as sleep } from 'node:timers/promises';

import { REQUESTS_PER_SECOND } from '../../../nodes/service';
import { loginTo, SEND, sends, TEXT } from '../frame/nodes';
import { startTestbed } from '../frame/testbed';
import { tallyOf } from '../frame/witness';
import { atOnce, FORGOTTEN_MS, percent, published, type Benchmark } from './lists';

/** How fast a batch goes through the limit of the service, and how it keeps to it. */

const ITEMS = Number(process.env.BENCH_ITEMS ?? 1000);
const REPEATS = Number(process.env.BENCH_REPEATS ?? 3);
/** In milliseconds. The first run of an n8n is slower, and does not count. */
const WARM_UP = 50;
const LATENCIES = [50, 400];
const LEAST = 0.97 * REQUESTS_PER_SECOND;
const MOST_REFUSED = 0.01;

export const broadcast: Benchmark = {
	title: 'Broadcast: how fast a batch goes through the limit',
	how: `${ITEMS} unofficial texts from a webhook, to the simulator, which accepts 100 requests in any second; counted by its journal, from the first to the last accepted.`,
	run: async ({ endings, service }, report) => {
		const bed = await startTestbed(endings);
		const path = 'broadcast';
		const login = await loginTo(bed.api, service.url, { requestsPerSecond: 100 });
		const node = sends(login, TEXT, { onError: 'continueRegularOutput' });
		const workflow = await published(bed, path, node);
		const measure = async (latencyMs: number) => {
			service.reset({ latencyMs });
			await sleep(FORGOTTEN_MS);
			const [over] = await atOnce(bed, path, workflow, [{ name: path, count: ITEMS }]);
			const output = (await bed.api.execution(over?.id ?? '')).output(SEND);
			const refusedToUser = output.filter(({ error }) => typeof error === 'string').length;
			return { ...tallyOf(await service.journal(), ITEMS), refusedToUser };
		};
		await measure(WARM_UP);
		const rows: string[][] = [];
		for (const latency of Array<number[]>(REPEATS).fill(LATENCIES).flat()) {
			const { perSecond, refusedShare, lost, twice, refusedToUser } = await measure(latency);
			rows.push([`${latency} ms`, perSecond.toFixed(1), percent(refusedShare)]);
			report.holds(
				`${LEAST} a second, at most ${percent(MOST_REFUSED)} refused on the way, nothing lost, sent twice or refused to the user, ${latency} ms of latency`,
				[
					...(perSecond < LEAST ? [`${perSecond.toFixed(1)} a second`] : []),
					...(refusedShare > MOST_REFUSED ? [`${percent(refusedShare)} refused`] : []),
					...(lost + twice + refusedToUser > 0
						? [`${lost} lost, ${twice} twice, ${refusedToUser} refused to the user`]
						: []),
				],
			);
		}
		report.table(['Latency', 'Accepted a second', 'Refused on the way'], rows);
	},
};
