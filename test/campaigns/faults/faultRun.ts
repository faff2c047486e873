import type { N8nApi } from '../../n8n/api';
import { faultSchema } from '../../simulator/http/faults';
import type { Simulator } from '../../simulator';
import { doubledOf } from '../../support/counted';
import { checkReads, checkSends, type Verdict } from './check';
import { credentialFor } from './credential';
import { look, whenOver, type Seen } from './execution';
import { REQUEST_TIMEOUT_S, type FaultKind } from './faultKinds';
import { startGate, type Gate } from './gate';
import type { Subject } from './operations';
import { acceptedOf, itemsFor, requestsOf, SECRETS, sendOne, startService } from './service';
import type { NodeSettings } from './settings';
import { NODE, TRIGGER, workflowOf } from './workflow';

export const ITEMS = 20;
const LATENCY_MS = 30;

/** How things stood when an execution was over. */
export interface Standing {
	status: string;
	requests: number;
	accepted: number;
	twice: number;
	sent: number;
	notSent: number;
	unknown: number;
}

export interface Row {
	operation: string;
	fault: string;
	settings: NodeSettings;
	first: Standing;
	/** Once Retry was pressed with the fault gone, where n8n offers it. */
	afterRetry?: Standing;
	words?: { message: string; description: string };
	wrong: string[];
}

export interface Pace {
	requestsPerSecond?: number;
	latencyMs?: number;
	waitBetweenTriesMs?: number;
	/** Called when the node has begun to send. */
	begun?: (simulator: Simulator) => void;
}

/** The fault comes, the node runs, the fault goes, a person presses Retry. */
export async function runUnderFault(
	api: N8nApi,
	kind: FaultKind,
	subject: Subject,
	settings: NodeSettings,
	pace: Pace = {},
): Promise<Row> {
	const simulator = await startService(pace.latencyMs ?? LATENCY_MS);
	const gate = kind.refuses && (await startGate(simulator.url));
	try {
		return await underFault(api, kind, subject, settings, { simulator, gate, pace });
	} finally {
		gate?.stop();
		await simulator.stop();
	}
}

async function underFault(
	api: N8nApi,
	kind: FaultKind,
	subject: Subject,
	settings: NodeSettings,
	{ simulator, gate, pace }: { simulator: Simulator; gate: Gate | undefined; pace: Pace },
): Promise<Row> {
	const url = gate?.url ?? simulator.url;
	const credential = await credentialFor(
		api,
		subject.credential,
		kind.leadsTo ?? url,
		pace.requestsPerSecond,
	);
	const knownRef = subject.effect === 'read' ? await sendOne(simulator) : '';
	const workflow = await api.createWorkflow(
		workflowOf({
			name: `${subject.name}: ${kind.name}`,
			items: itemsFor(ITEMS, kind.name),
			parameters: subject.parameters(knownRef),
			credentials: credential.forNode,
			settings,
			requestTimeoutS: REQUEST_TIMEOUT_S,
			waitBetweenTriesMs: pace.waitBetweenTriesMs ?? 200,
		}),
	);
	for (const fault of kind.faults?.(subject, settings) ?? []) {
		simulator.service.faults.add(faultSchema.parse(fault));
	}
	if (kind.refuses) gate?.shutAfter(kind.refuses.after, kind.refuses.forMs);

	const judge = (seen: Seen) => {
		const requests = requestsOf(simulator, subject);
		const accepted = acceptedOf(requests, subject);
		const verdict =
			subject.effect === 'send'
				? checkSends(seen, accepted, ITEMS, SECRETS)
				: checkReads(seen, ITEMS, SECRETS);
		return { seen, verdict, standing: standingOf(seen, verdict, requests.length, accepted) };
	};

	const executionId = await api.run(workflow, TRIGGER);
	pace.begun?.(simulator);
	const first = judge(await whenOver(api, executionId, NODE));

	simulator.service.faults.clear();
	await gate?.open();
	if (kind.leadsTo !== undefined) await credential.correct(url);
	const retried =
		first.seen.status === 'error'
			? judge(await look(api, await api.retry(executionId), NODE))
			: undefined;

	const [words] = first.verdict.told.words;
	return {
		operation: subject.name,
		fault: kind.name,
		settings,
		first: first.standing,
		...(retried && { afterRetry: retried.standing }),
		...(words && { words }),
		wrong: [
			...first.verdict.wrong,
			...unexpected(first.seen, settings, first.verdict),
			...(kind.certain === true && first.standing.unknown > 0
				? [`${first.standing.unknown} are called unknown, and are not`]
				: []),
			...(retried
				? afterRetry(retried, first.standing, kind, subject).map((what) => `after Retry: ${what}`)
				: []),
		],
	};
}

function standingOf(
	{ status }: Seen,
	{ told }: Verdict,
	requests: number,
	accepted: ReadonlyMap<number, number>,
): Standing {
	const { sent, notSent, unknown } = told;
	return {
		status,
		requests,
		accepted: accepted.size,
		twice: doubledOf(accepted),
		sent,
		notSent,
		unknown,
	};
}

/** The execution ends as On Error says. */
function unexpected({ status }: Seen, { onError }: NodeSettings, { told }: Verdict): string[] {
	const expected = onError === 'stopWorkflow' && told.words.length > 0 ? 'error' : 'success';
	return status === expected ? [] : [`the execution ended as ${status}, not as ${expected}`];
}

/** With the fault gone, Retry leaves nothing open but what was open before. */
function afterRetry(
	{ seen, verdict, standing }: { seen: Seen; verdict: Verdict; standing: Standing },
	before: Standing,
	{ certain }: FaultKind,
	{ effect }: Subject,
): string[] {
	const { status } = seen;
	const { told, wrong } = verdict;
	const open = certain === true ? 0 : before.unknown;
	return [
		...wrong,
		...(told.notSent > 0 ? [`${told.notSent} are still not sent`] : []),
		...(standing.unknown > open ? [`${standing.unknown} are called unknown, of ${open}`] : []),
		...(effect === 'send' && standing.accepted + open < ITEMS
			? [`only ${standing.accepted} were accepted`]
			: []),
		...(status === 'success' || (effect === 'send' && told.words.length > 0)
			? []
			: [`it ended as ${status}`]),
	];
}
