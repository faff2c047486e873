import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import type { N8nApi } from '../../n8n/api';
import { RefusedByN8n } from '../../n8n/api';
import type { Simulator } from '../../simulator';
import { doubledOf, type Times } from '../../support/counted';
import { checkSends } from './check';
import { credentialFor } from './credential';
import { look, whenOver } from './execution';
import { SEND_TEXT } from './operations';
import { acceptedOf, itemsFor, requestsOf, SECRETS, startService } from './service';
import { EACH_SETTING, type NodeSettings } from './settings';
import { NODE, TRIGGER, workflowOf } from './workflow';
import type { World } from './world';

/** A broadcast that a person stops in the middle, and retries. */

const ITEMS = 1000;
const LATENCY_MS = 100;
const STOP_AT_REQUEST = 300;
/** Long enough to see whatever else would start, and for those under way to end. */
const WATCH_MS = 2500;
const LATEST_START_MS = 1000;

export interface CancelRow {
	settings: NodeSettings;
	/** n8n's Save Execution Progress, in the settings of the workflow. */
	saveProgress: boolean;
	items: number;
	status: string;
	requestsAtStop: number;
	requests: number;
	/** When the last request reached the service, counted from the press on Stop. */
	lastStartMs: number;
	accepted: number;
	/** What the stopped execution says to a person: n8n leaves out what the node has told. */
	said: string;
	/** How many were accepted, as n8n's log tells. */
	toldAccepted: number | undefined;
	/** What came of Retry. */
	retry: string;
	afterRetry: { requests: number; accepted: number; twice: number };
	wrong: string[];
}

/** Each needs the whole pace for itself: one after the other. */
export async function eachCancelled({ api, n8n }: World): Promise<CancelRow[]> {
	const rows: CancelRow[] = [];
	for (const settings of EACH_SETTING) {
		// n8n keeps a stopped execution's data only where it saves progress: the one shows how it comes, the other Retry.
		rows.push(await cancelled(api, n8n.log, settings, settings.retryOnFail));
	}
	rows.push(await cancelled(api, n8n.log, { onError: 'stopWorkflow', retryOnFail: false }, true));
	return rows;
}

async function cancelled(
	api: N8nApi,
	log: string,
	settings: NodeSettings,
	saveProgress: boolean,
): Promise<CancelRow> {
	const simulator = await startService(LATENCY_MS);
	try {
		return await cancelledAt(api, log, settings, saveProgress, simulator);
	} finally {
		await simulator.stop();
	}
}

async function cancelledAt(
	api: N8nApi,
	log: string,
	settings: NodeSettings,
	saveProgress: boolean,
	simulator: Simulator,
): Promise<CancelRow> {
	const credential = await credentialFor(api, SEND_TEXT.credential, simulator.url);
	const workflow = await api.createWorkflow(
		workflowOf({
			name: 'Stopped in the middle',
			items: itemsFor(ITEMS, 'Stopped'),
			parameters: SEND_TEXT.parameters(''),
			credentials: credential.forNode,
			settings,
			requestTimeoutS: 10,
			waitBetweenTriesMs: 200,
			saveProgress,
		}),
	);
	const requests = () => requestsOf(simulator, SEND_TEXT);
	const accepted = () => acceptedOf(requests(), SEND_TEXT);

	const logged = tallies(log).length;
	const executionId = await api.run(workflow, TRIGGER);
	while (requests().length < STOP_AT_REQUEST) await sleep(5);
	const requestsAtStop = requests().length;
	const stoppedAt = performance.now();
	await api.stop(executionId);
	await sleep(WATCH_MS);
	const lastStartMs = Math.round((requests().at(-1)?.ms ?? stoppedAt) - stoppedAt);
	const atEnd = { requests: requests().length, accepted: accepted() };

	const seen = await look(api, executionId, NODE);
	const said = seen.error ? `${seen.error.message}. ${seen.error.description}` : '';
	const toldAccepted = tallies(log)[logged];

	const { retry, wrong } = await retried(api, executionId, () => accepted());
	const again = doubledOf(accepted());
	return {
		settings,
		saveProgress,
		items: ITEMS,
		status: seen.status,
		requestsAtStop,
		requests: atEnd.requests,
		lastStartMs,
		accepted: atEnd.accepted.size,
		said,
		toldAccepted,
		retry,
		afterRetry: { requests: requests().length, accepted: accepted().size, twice: again },
		wrong: [
			...(lastStartMs > LATEST_START_MS ? [`a request started ${lastStartMs} ms after`] : []),
			...(seen.status === 'canceled' ? [] : [`it ended as ${seen.status}`]),
			...(again > 0 ? [`${again} accepted more than once`] : []),
			...wrong,
		],
	};
}

/** Where n8n refuses to retry, its words are told. */
async function retried(api: N8nApi, executionId: string, accepted: () => Times<number>) {
	try {
		const seen = await whenOver(api, await api.retry(executionId), NODE);
		const { wrong } = checkSends(seen, accepted(), ITEMS, SECRETS);
		return {
			retry: `ended as ${seen.status}`,
			wrong: [
				...wrong.map((what) => `after Retry: ${what}`),
				...(accepted().size === ITEMS ? [] : [`after Retry: ${accepted().size} were accepted`]),
			],
		};
	} catch (error) {
		if (!(error instanceof RefusedByN8n)) throw error;
		return { retry: `n8n refused it (${error.status}): ${error.body}`, wrong: [] };
	}
}

/** What the node has written into n8n's log of each execution that was stopped: how many were accepted. */
const tallies = (log: string): number[] =>
	[
		...readFileSync(log, 'utf8').matchAll(
			/The execution was cancelled\. Of \d+ items, (\d+) (?:was|were) accepted/g,
		),
	].map(([, accepted]) => Number(accepted));

/** Whether those who look for it learn how many messages a stopped execution sent. */
export const tellsWhatWasAccepted = ({ toldAccepted, accepted }: CancelRow) =>
	toldAccepted === accepted;
