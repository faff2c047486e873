import { setTimeout as sleep } from 'node:timers/promises';

import { RefusedByN8n, type N8nApi } from '../../n8n/api';
import { startSimulator } from '../../simulator';
import { doubledOf } from '../frame/journal';
import { loginTo, people, runByHand, sends } from '../frame/nodes';
import type { Report } from '../frame/report';
import type { Endings } from '../frame/runner';
import { startTestbed, type Testbed } from '../frame/testbed';
import { checkSends } from './check';
import { acceptedIn, requestsOf, workflowOf } from './faultRun';
import { EACH_SETTING, nameOf, type NodeSettings } from './kinds';

/** A broadcast that a person stops in the middle, and retries. */

const ITEMS = 1000;
const LATENCY_MS = 100;
const STOP_AT_REQUEST = 300;
/** Long enough to see whatever else would start, and for those under way to end. */
const WATCH_MS = 2500;
const LATEST_START_MS = 1000;

/** n8n keeps a stopped execution's data only if it saves progress: without it its words are seen, with it Retry. */
const CASES = EACH_SETTING.map((settings) => ({ settings, saveProgress: settings.retryOnFail }));

export async function stopped(endings: Endings, report: Report): Promise<void> {
	const part = report.part(
		'Stopped in the middle',
		'A broadcast of 1,000 items at the full rate, stopped as the editor does it. n8n’s editor offers no Retry for a stopped execution: here n8n’s interface is asked for it.',
	);
	const bed = await startTestbed(endings);
	const rows: string[][] = [];
	// Each needs the whole pace for itself: one after the other.
	for (const { settings, saveProgress } of CASES) {
		const found = await cancelled(bed, settings, saveProgress);
		const { wrong, acceptedAtStop, told, lastStartMs, retry } = found;
		part.holds('No request starts a second after Stop, and none is accepted twice', wrong);
		part.same('n8n’s log tells how many were accepted', told, acceptedAtStop);
		const name = `${nameOf(settings)}${saveProgress ? ', saves progress' : ''}`;
		rows.push([name, String(lastStartMs), String(acceptedAtStop), retry]);
	}
	part.table(['Settings', 'Last request after Stop (ms)', 'Accepted by then', 'Retry'], rows);
}

async function cancelled(bed: Testbed, settings: NodeSettings, saveProgress: boolean) {
	const { api } = bed;
	const simulator = await startSimulator({ speed: 0, settings: { latencyMs: LATENCY_MS } });
	try {
		const node = sends(await loginTo(api, simulator.url));
		const file = workflowOf('Stopped in the middle', people(ITEMS, 'Stopped'), node, settings, {
			saveProgress,
		});
		const requests = () => requestsOf(simulator);
		const accepted = () => acceptedIn(requests());
		const logged = talliesIn(await bed.logOf()).length;
		const id = await runByHand(api, file);
		while (requests().length < STOP_AT_REQUEST) await sleep(5);
		const stoppedAt = performance.now();
		await api.stop(id);
		await sleep(WATCH_MS);
		const last = requests().at(-1)?.ms ?? stoppedAt;
		const lastStartMs = Math.round(last - stoppedAt);
		const acceptedAtStop = accepted().size;
		const { status } = await api.execution(id);
		const told = talliesIn(await bed.logOf())[logged];
		const { retry, wrong } = await retried(api, id, accepted);
		const again = doubledOf(accepted());
		return {
			...{ lastStartMs, acceptedAtStop, told, retry },
			wrong: [
				...(lastStartMs > LATEST_START_MS ? [`a request started ${lastStartMs} ms after`] : []),
				...(status === 'canceled' ? [] : [`it ended as ${status}`]),
				...(again > 0 ? [`${again} accepted more than once`] : []),
				...wrong.map((what) => `after Retry: ${what}`),
			],
		};
	} finally {
		await simulator.stop();
	}
}

async function retried(api: N8nApi, id: string, accepted: () => ReadonlyMap<number, number>) {
	try {
		const execution = await api.finished(await api.retry(id));
		// n8n keeps no note of a stopped execution, so Retry may send nothing. What it says must be true all the same.
		const { wrong } = checkSends(execution, accepted(), ITEMS);
		return { retry: `ended as ${execution.status}, ${accepted().size} accepted`, wrong };
	} catch (error) {
		if (!(error instanceof RefusedByN8n)) throw error;
		return { retry: `n8n refused it (${error.status}): ${error.body}`, wrong: [] };
	}
}

/** How many were accepted, as the node has written into n8n's log for each execution that was stopped. */
const talliesIn = (log: string): number[] =>
	[...log.matchAll(/The execution was cancelled\. Of \d+ items, (\d+) (?:was|were) accepted/g)].map(
		([, accepted]) => Number(accepted),
	);
