import { setTimeout as sleep } from 'node:timers/promises';

import { isOver, listening, RefusedByN8n, until, type N8nApi, type Stored } from '../../n8n/api';
import { call, called, chain, splitOut, webhook, type TestNode } from '../../n8n/workflows';
import { passTime } from '../frame/database';
import { inLoop, loginTo, people, post, SEND, sends, TEXT } from '../frame/nodes';
import { WORKERS, type Testbed } from '../frame/testbed';
import { acceptedTimes, type Witness } from '../frame/witness';
import { together, toldByRounds, verdictOn, type Seen } from './judge';
import type { Run } from './plan';

/** One run: a batch begins, n8n is struck and comes back, a person acts, and the journal of the service is read. */

/** Generous, since a busy machine must not leave a run unjudged. */
const WITHIN_MS = 900_000;
/** A killed worker's job comes back after about ten seconds, with the times of `SOON`. */
const QUIET_MS = 20_000;
/** What had left when the process died arrives a little later, and on a busy machine much later. */
const ON_THE_WAY_MS = 1000;

async function arrived(accepted: () => number): Promise<number> {
	const known = accepted();
	await sleep(ON_THE_WAY_MS);
	return accepted() === known ? known : arrived(accepted);
}

const REQUEST_TIMEOUT_S = 30;
const RAISED_TIMEOUT_S = 90;

/** n8n stores what waits for 65 s or more. The time passes immediately. */
const wait: TestNode = {
	name: 'Wait',
	type: 'n8n-nodes-base.wait',
	typeVersion: 1.1,
	parameters: { resume: 'timeInterval', amount: 2, unit: 'hours' },
};

/** The items of each round of a loop: a fifth of all. */
const roundOf = ({ before, items }: Run) => (before === 'loop' ? Math.ceil(items / 5) : items);

function fileOf(run: Run, incoming: readonly TestNode[], send: TestNode) {
	if (run.before === 'loop') return inLoop(run.id, incoming, roundOf(run), send);
	const first = run.before === 'sub' ? [called] : incoming;
	return chain(run.id, [...first, ...(run.before === 'wait' ? [wait] : []), send]);
}

/** A webhook brings the messages, and one node sends them. */
async function createWorkflows({ api, webhookUrl }: Testbed, run: Run, serviceUrl: string) {
	const { requestsPerSecond, hasKeys, onError, saveProgress } = run;
	const credential = await loginTo(api, serviceUrl, { requestsPerSecond });
	const sendOnceKey = hasKeys && { sendOnceKey: '={{ $json.text }}' };
	const options = { requestTimeout: REQUEST_TIMEOUT_S, ...sendOnceKey };
	const send = sends(credential, { ...TEXT, options }, { onError });
	const path = `killed-${run.seed}`;
	const incoming = [webhook(path), splitOut('body.people')];
	const create = (file: ReturnType<typeof chain>) =>
		api.createWorkflow({
			...file,
			settings: { ...file.settings, saveExecutionProgress: saveProgress },
		});
	const sending = await create(fileOf(run, incoming, send));
	const isSub = run.before === 'sub';
	if (isSub) await api.activate(sending);
	const outer = isSub
		? await create(chain(`${run.id}, outer`, [...incoming, call('Call Sub-Workflow', sending)]))
		: sending;
	await api.activate(outer);
	return {
		/** The one that the webhook starts, and whose executions a person retries. */
		outer,
		/** The one that holds the node which sends: the same, or its sub-workflow. */
		sending,
		url: `${webhookUrl}/${path}`,
	};
}

interface Scene {
	bed: Testbed;
	witness: Witness;
	run: Run;
	workflows: Awaited<ReturnType<typeof createWorkflows>>;
}

/** How often the message of each item was accepted; and messages of earlier runs, sent again. */
function seenOf(witness: Witness, { id, items }: Run): Seen {
	const all = acceptedTimes(witness.entries(), 'message');
	const times = new Map<number, number>();
	const strangers = new Set(all.keys());
	for (const [at, { text }] of people(items, id).entries()) {
		const count = all.get(text);
		if (count !== undefined) times.set(at + 1, count);
		strangers.delete(text);
	}
	return { times, strangers: [...strangers] };
}

const statusOf = async ({ api }: Testbed, workflow: Stored, id: string) =>
	(await api.executions(workflow)).find((one) => one.id === id)?.status ?? 'gone';

/** Calls the webhook, and tells which execution it started. */
async function started({ bed, run, workflows: { outer, url } }: Scene): Promise<string> {
	const known = await bed.api.idsOf(outer);
	await listening(url);
	const answer = await post(url, { people: people(run.items, run.id) });
	if (!answer.ok) throw new Error(`The webhook ${url} answered ${answer.status}`);
	const [{ id } = { id: '' }] = await bed.api.fresh(outer, known);
	if (run.before === 'wait') {
		const waits = async () => (await statusOf(bed, outer, id)) === 'waiting';
		await until('the execution to wait', waits);
		await passTime(bed.database, id);
		await until('the execution to go on', async () => !(await waits()));
	}
	return id;
}

/** Waits until n8n calls an execution over: in queue mode also until nothing more is sent for a while. */
async function ended({ bed, witness, workflows }: Scene, id: string): Promise<string> {
	const quietMs = bed.isQueue ? QUIET_MS : 0;
	const requests = () => witness.entries().length;
	let [known, since] = [requests(), performance.now()];
	return until(
		`execution ${id} to end`,
		async () => {
			const status = await statusOf(bed, workflows.outer, id);
			if (!isOver(status) || requests() !== known) {
				[known, since] = [requests(), performance.now()];
			}
			await sleep(150);
			return isOver(status) && performance.now() - since >= quietMs ? status : undefined;
		},
		WITHIN_MS,
	);
}

async function strike({ bed, run }: Scene, execution: string): Promise<void> {
	if (run.struck === 'all') return bed.strike(run.signal);
	for (const worker of WORKERS) {
		const isIts = (await bed.startedBy(worker)).includes(execution);
		if (isIts) return bed.strike(run.signal, [worker]);
	}
	throw new Error(`No worker runs execution ${execution}`);
}

export async function runOne(bed: Testbed, witness: Witness, run: Run) {
	witness.reset({ latencyMs: run.latencyMs });
	const workflows = await createWorkflows(bed, run, witness.url);
	const scene = { bed, witness, run, workflows };
	const accepted = () => seenOf(witness, run).times.size;

	const execution = await started(scene);
	const end = performance.now() + WITHIN_MS;
	// Often, since the moment of a kill is to be that of one request.
	while (witness.entries().length < run.killAfterRequests) {
		if (performance.now() > end) throw new Error(`Too few of ${run.killAfterRequests} requests`);
		await sleep(5);
	}
	await sleep(run.killPlusMs);
	await strike(scene, execution);
	const [atKill] = await Promise.all([arrived(accepted), bed.restore()]);
	const endedAs = await ended(scene, execution);
	const byItself = accepted() - atKill;

	const before = await bed.api.idsOf(workflows.sending);
	const done = await after(scene, execution, endedAs);
	const ids = await bed.api.idsOf(workflows.sending);
	const told = await Promise.all(
		ids.map(async (id) => {
			const runs = (await bed.api.execution(id)).runsOf(SEND);
			const rounds = toldByRounds(runs, roundOf(run));
			const sum = (counts: number[]) => counts.reduce((a, b) => a + b, 0);
			return { id, runs: runs.length, words: together(rounds, sum) };
		}),
	);
	const later = told.filter(({ id }) => !before.includes(id));
	const words = together(
		told.map((one) => one.words),
		(counts) => Math.max(0, ...counts),
	);
	const verdict = verdictOn(run, seenOf(witness, run), words, {
		ranAgain: endedAs === 'success' || later.some(({ runs }) => runs > 0),
		atKill,
		isForgotten: endedAs === 'crashed',
	});
	return { ...run, atKill, endedAs, byItself, done, ...verdict };
}
export type Row = Awaited<ReturnType<typeof runOne>>;

async function after(scene: Scene, execution: string, endedAs: string): Promise<string[]> {
	const { bed, run, workflows } = scene;
	if (run.after === 'new-start') return [`new start: ${await ended(scene, await started(scene))}`];
	// n8n offers no Retry for what ended well.
	if (endedAs === 'success') return [];
	const isEdited = run.after === 'retry-edited';
	if (isEdited) await raiseTimeout(bed.api, workflows.sending);
	/** Presses Retry: with the workflow as it is saved now if it was edited, otherwise as it was when it ran. */
	const press = async (id: string) => {
		try {
			const retry = await bed.api.retry(id, isEdited);
			return { retry, status: (await bed.api.execution(retry)).status };
		} catch (error) {
			if (!(error instanceof RefusedByN8n)) throw error;
			return { retry: undefined, status: `refused: ${error.body}` };
		}
	};
	const times = run.after === 'two-retries' ? [1, 2] : [1];
	const retried = await Promise.all(times.map(() => press(execution)));
	const words = retried.map(({ status }) => status);
	const failed = retried.find((one) => one.retry !== undefined && one.status !== 'success')?.retry;
	if (failed === undefined) return words;
	const again = await press(run.againOf === 'retry' ? failed : execution);
	return [...words, `again: ${again.status}`];
}

/** A person raises Request Timeout under Options, as the node's own error advises, and saves. */
async function raiseTimeout(api: N8nApi, workflow: Stored): Promise<void> {
	const raised = { requestTimeout: RAISED_TIMEOUT_S };
	const edited = await api.edit(workflow, ({ nodes }) => ({
		nodes: nodes.map(({ parameters, ...node }) => {
			const { options } = parameters;
			const changed = node.name === SEND && { options: Object.assign({}, options, raised) };
			return { ...node, parameters: { ...parameters, ...changed } };
		}),
	}));
	// Only what is published is run as a sub-workflow.
	await api.activate(edited);
}
