import type { N8nApi } from '../n8n/api';
import { RefusedByN8n } from '../n8n/api';
import type { Simulator } from '../simulator';
import { checkSends, twice } from './check';
import { credentialFor } from './credential';
import { look, pressRetry, pressStop, sleep, whenOver } from './execution';
import { SEND_TEXT } from './operations';
import { acceptedOf, itemsFor, requestsOf, SECRETS, startService } from './service';
import { EACH_SETTING, type NodeSettings } from './settings';
import { NODE, TRIGGER, workflowOf } from './workflow';

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
	/** What the stopped execution says to a person. */
	said: string;
	toldAccepted: number | undefined;
	/** What came of Retry. */
	retry: string;
	afterRetry: { requests: number; accepted: number; twice: number };
	wrong: string[];
}

/** Each needs the whole pace for itself: one after the other. */
export async function eachCancelled(api: N8nApi): Promise<CancelRow[]> {
	const rows: CancelRow[] = [];
	for (const settings of EACH_SETTING) {
		// n8n keeps a stopped execution's data only where it saves progress: the one shows how it comes, the other Retry.
		rows.push(await cancelled(api, settings, settings.retryOnFail));
	}
	rows.push(await cancelled(api, { onError: 'stopWorkflow', retryOnFail: false }, true));
	return rows;
}

async function cancelled(
	api: N8nApi,
	settings: NodeSettings,
	saveProgress: boolean,
): Promise<CancelRow> {
	const simulator = await startService(LATENCY_MS);
	try {
		return await cancelledAt(api, settings, saveProgress, simulator);
	} finally {
		await simulator.stop();
	}
}

async function cancelledAt(
	api: N8nApi,
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

	const executionId = await api.run(workflow, TRIGGER);
	while (requests().length < STOP_AT_REQUEST) await sleep(5);
	const requestsAtStop = requests().length;
	const stoppedAt = performance.now();
	await pressStop(api, executionId);
	await sleep(WATCH_MS);
	const lastStartMs = Math.round((requests().at(-1)?.ms ?? stoppedAt) - stoppedAt);
	const atEnd = { requests: requests().length, accepted: accepted() };

	const seen = await look(api, executionId, NODE);
	const { told } = checkSends(seen, atEnd.accepted, ITEMS, SECRETS);
	const said = seen.error ? `${seen.error.message}. ${seen.error.description}` : '';
	const toldAccepted = told.named || told.byItem?.size === ITEMS ? told.sent : undefined;

	const { retry, wrong } = await retried(api, executionId, () => accepted());
	const again = twice(accepted());
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
async function retried(api: N8nApi, executionId: string, accepted: () => Map<number, number>) {
	try {
		const seen = await whenOver(api, await pressRetry(api, executionId), NODE);
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

/** Whether those who read a stopped execution learn how many messages it sent. */
export const tellsWhatWasAccepted = ({ toldAccepted, accepted }: CancelRow) =>
	toldAccepted === accepted;
