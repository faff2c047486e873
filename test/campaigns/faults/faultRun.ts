import { z } from 'zod';

import type { Execution, N8nApi } from '../../n8n/api';
import { startSimulator, type Simulator } from '../../simulator';
import { faultSchema } from '../../simulator/http/faults';
import type { Entry } from '../../simulator/http/journal';
import { acceptedOf, sendsIn, timesOf, type Times } from '../frame/journal';
import { loginTo, numberOf, people, pinned, runByHand, sends } from '../frame/nodes';
import { Endings } from '../frame/runner';
import { checkReads, checkSends, type Verdict } from './check';
import { startGate } from './gate';
import { REQUEST_TIMEOUT_S, type FaultKind, type NodeSettings } from './kinds';
import type { Subject } from './subjects';

export const ITEMS = 20;

/** The requests of an operation, without what it asked first. */
const requestsOf = ({ service }: Simulator, wanted = 'POST') =>
	service.journal.list().entries.filter(({ method }) => method === wanted);

const acceptedIn = (requests: readonly Entry[]): Times<number> =>
	timesOf(acceptedOf(sendsIn(requests)).map(({ to }) => Number(to.slice(-8))));

export type Row = Awaited<ReturnType<typeof runUnderFault>>;

const workflowOf = (
	name: string,
	items: readonly object[],
	node: ReturnType<typeof sends>,
	{ onError, retryOnFail }: NodeSettings,
) => {
	const tries = retryOnFail && { retryOnFail, maxTries: 3, waitBetweenTries: 200 };
	return pinned(name, items, { ...node, onError, ...tries });
};

/** A message that can be asked for. */
async function sendOne({ url }: Simulator): Promise<string> {
	const answer = await fetch(`${url}/svc_api/1.0/whatsapp/message`, {
		method: 'POST',
		headers: { APIKey: 'simulator-key', 'content-type': 'application/json' },
		body: JSON.stringify({ destination: numberOf(0), message: 'Where am I?' }),
	});
	return z.object({ data: z.object({ ref_no: z.string() }) }).parse(await answer.json()).data
		.ref_no;
}

/** The fault comes, the node runs, the fault goes, a person presses Retry. */
export async function runUnderFault(
	api: N8nApi,
	kind: FaultKind,
	subject: Subject,
	settings: NodeSettings,
) {
	const endings = new Endings();
	try {
		// Its clock does not move: no message changes, and nothing is pushed.
		const simulator = await startSimulator({ speed: 0, settings: { latencyMs: 30 } });
		endings.add(() => simulator.stop());
		const { after, forMs } = kind.refuses ?? {};
		const gate = after !== undefined ? await startGate(simulator.url, after, forMs) : undefined;
		endings.add(() => gate?.stop());
		const url = gate?.url ?? simulator.url;
		const login = (baseUrl: string) => ({
			...{ user: 'simulator_api', password: 'simulator-password', apiKey: 'simulator-key' },
			baseUrl,
			requestsPerSecond: 100,
		});
		const credentials = await loginTo(api, '', login(kind.leadsTo ?? url), subject.credential);
		const knownRef = subject.effect === 'read' ? await sendOne(simulator) : '';
		const options = { requestTimeout: REQUEST_TIMEOUT_S };
		const node = sends(credentials, { ...subject.parameters(knownRef), options });
		const name = `${subject.name}: ${kind.name}`;
		const file = workflowOf(name, people(ITEMS, kind.name), node, settings);
		for (const fault of kind.faults?.(subject, settings) ?? []) {
			simulator.service.faults.add(faultSchema.parse(fault));
		}
		const judge = (execution: Execution) => {
			const requests = requestsOf(simulator, subject.strikes.method);
			const accepted = acceptedIn(requests);
			const verdict =
				subject.effect === 'send'
					? checkSends(execution, accepted, ITEMS)
					: checkReads(execution, ITEMS);
			return {
				...verdict,
				status: execution.status,
				counts: { requests: requests.length, accepted: accepted.size },
			};
		};
		const id = await runByHand(api, file);
		const first = judge(await api.finished(id));

		simulator.service.faults.clear();
		await gate?.open();
		if (kind.leadsTo !== undefined) {
			const { id: credential = '', name: called = '' } = credentials[subject.credential] ?? {};
			await api.updateCredential(credential, subject.credential, called, login(url));
		}
		const isRetried = first.status === 'error';
		const retried = isRetried ? judge(await api.execution(await api.retry(id))) : undefined;
		const { unknown } = first.told;
		const later = retried ? afterRetry(retried, unknown, kind, subject) : [];
		return {
			...{ name, settings },
			first: { ...first.told, ...first.counts },
			/** How many were accepted once Retry was pressed with the fault gone, if n8n offers it. */
			afterRetry: retried?.counts.accepted,
			wrong: [
				...first.wrong,
				...unexpected(first, settings),
				...(kind.certain === true && unknown > 0
					? [`${unknown} are called unknown, and are not`]
					: []),
				...later.map((what) => `after Retry: ${what}`),
			],
		};
	} finally {
		await endings.endAll();
	}
}

type Judged = Verdict & { status: string; counts: { accepted: number } };

function unexpected({ status, told }: Judged, { onError }: NodeSettings): string[] {
	const expected = onError === 'stopWorkflow' && told.words.length > 0 ? 'error' : 'success';
	return status === expected ? [] : [`the execution ended as ${status}, not as ${expected}`];
}

/** With the fault gone, Retry leaves nothing open but what was open before. */
function afterRetry(
	{ status, told, wrong, counts: { accepted } }: Judged,
	unknownBefore: number,
	{ certain }: FaultKind,
	{ effect }: Subject,
): string[] {
	const open = certain === true ? 0 : unknownBefore;
	const isSend = effect === 'send';
	const isGood = status === 'success' || (isSend && told.words.length > 0);
	return [
		...wrong,
		...(told.notSent > 0 ? [`${told.notSent} are still not sent`] : []),
		...(told.unknown > open ? [`${told.unknown} are called unknown, of ${open}`] : []),
		...(isSend && accepted + open < ITEMS ? [`only ${accepted} were accepted`] : []),
		...(isGood ? [] : [`it ended as ${status}`]),
	];
}
