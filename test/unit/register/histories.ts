import type { IDataObject } from 'n8n-workflow';

import { MOST_MARKS } from '../../../nodes/MessagingService/engine/n8n/nodeRow';
import { runInProcess, simulate, type Answer, type Item, type Told } from './node';
import { Database, Simulation, type Process } from './simulation';
import { NOBODY, Truth } from './truth';

/** Random histories of executions, crashes, retries, edits and changed lists, of the real node with n8n's real rules. */

const parametersOf = (w: Simulation) => ({
	processes: w.pick([1, 1, 2]),
	limit: 10_000,
	/** More than half of what n8n keeps for a node is there before. */
	isFull: w.chance(0.3),
	size: w.pick([1, 1, 3, 6, 9, 12]),
	batch: w.pick([1, 2, 4, 100]),
	keyed: w.chance(0.3),
	isTool: w.chance(0.15),
	/** On Error: Stop. */
	stop: w.chance(0.6),
	/** Save Execution Progress. */
	progress: w.chance(0.35),
	/** n8n's database now and then takes some seconds. */
	slow: w.chance(0.15),
	twins: w.chance(0.1),
	removesDone: w.chance(0.3),
	changes: w.chance(0.6),
	retryOnFail: w.chance(0.2),
	noise: w.pick([0, 0, 2, 5]),
	freezes: false,
	refused: w.pick([0, 0.1]),
	otherNodeFails: w.pick([0, 0.15]),
	uncertain: w.pick([0, 0, 0.1]),
	fails: w.pick([0, 0, 0.02]),
	hangs: w.pick([0, 0, 0, 0.01]),
	/** The user adds keys before the first retry. */
	rekeys: w.chance(0.2),
	/** Numbers and texts are corrected between two tries. */
	corrects: w.pick([0, 0, 0.3]),
	/** Items become wrong between two tries, and right again. */
	spoils: w.pick([0, 0, 0.3]),
	/** Max Messages per Execution is lowered. */
	lowers: w.pick([0, 0, 0.2]),
	/** The time of an execution is over. */
	timesOut: w.pick([0, 0, 0.2]),
});

export type Parameters = ReturnType<typeof parametersOf>;

/** One message that somebody wants to be sent: what it is, whatever item carries it. */
interface Wanted {
	id: string;
	key: string | undefined;
}

interface Edited {
	version: number;
	isSpoiled: boolean;
	mostMessages: number | undefined;
}

/** What n8n stores of an execution. */
interface Stored {
	list?: Wanted[];
	/** The node, as it was edited last. */
	node: Edited;
	batch: number;
	round: number;
	stage: 'send' | 'other';
	kept: IDataObject;
	/** The node has begun. */
	hasBegun?: boolean;
	/** n8n has forgotten that the node was running. */
	isLost?: boolean;
}

interface Lineage {
	token: string;
	list: Wanted[];
	node: Edited;
	done: Set<string>;
	executions: Execution[];
	refusals: Map<string, number>;
}

interface Execution {
	id: string;
	lineage: Lineage;
	stored: Stored;
	status: 'running' | 'error' | 'crashed' | 'canceled' | 'success';
	cancel: AbortController;
	/** The node runs, so n8n has taken it off its stack. */
	isInNode: boolean;
	stack: unknown[];
	finished: (() => unknown)[];
	isRetry: boolean;
	/** The execution that is retried. */
	of: Execution | undefined;
	process: Process & { name: string; helpers: object };
}

interface History {
	parameters: Parameters;
	bad: string[];
	log: string[];
	counts: Record<'sent' | 'maybe' | 'left' | 'messages' | 'othersNumbers', number>;
}

const ok = (data: IDataObject): Answer => ({ statusCode: 201, body: { error: false, data } });
const REFUSED: Answer = { statusCode: 400, body: { error: true, message: 'not today' } };
const FULL: Answer = { statusCode: 429, body: {} };
const BROKEN: Answer = { statusCode: 503, body: {} };

export async function history(seed: number, forced: Partial<Parameters> = {}): Promise<History> {
	const w = new Simulation(seed);
	const P = { ...parametersOf(w), ...forced };
	const database = new Database(w, P);
	const truth = new Truth(() => w.now);
	const log: string[] = [];
	const counts = { sent: 0, maybe: 0, left: 0, messages: 0, othersNumbers: 0 };
	const restore = simulate(w);
	const lineages: Lineage[] = [];
	let ids = 0;
	const say = (text: string) => log.push(`${Math.round(w.now)} ${text}`);

	const start = () => {
		const process = database.start();
		const helpers = database.helpers(process);
		const { getProcessedDataCount: count } = helpers;
		const before = P.isFull ? MOST_MARKS / 2 : 0;
		helpers.getProcessedDataCount = async (...given) => before + (await count(...given));
		return Object.assign(process, { name: `p${seed}.${++ids}`, helpers });
	};
	const processes = Array.from({ length: P.processes }, start);
	const anyProcess = () => processes[Math.floor(w.between(0, processes.length))] ?? start();

	const wanted = (count: number, keyed: boolean): Wanted[] =>
		Array.from({ length: count }, () => {
			const id = String(++ids);
			return { id, key: keyed ? `k${id}` : undefined };
		});

	const lineageFor = (list: Wanted[]): Lineage => {
		const lineage: Lineage = {
			token: `x${++ids}`,
			list,
			node: { version: 0, isSpoiled: false, mostMessages: undefined },
			executions: [],
			refusals: new Map(),
			done: new Set(),
		};
		lineages.push(lineage);
		return lineage;
	};

	/** What the nodes before this one output when they run: a retry that starts over may see another list. */
	function read(lineage: Lineage, isFirst: boolean): Wanted[] {
		let list = lineage.list.filter(({ id }) => !(P.removesDone && lineage.done.has(id)));
		if (!P.changes || isFirst) return list;
		if (w.chance(0.4)) {
			const more = wanted(w.pick([1, 3]), P.keyed);
			lineage.list.unshift(...more);
			list = [...more, ...list];
		}
		if (w.chance(0.4)) list = [...list].reverse();
		if (w.chance(0.2)) list = list.slice(1);
		return list;
	}

	/** What the node reads of a message, as it is edited now. */
	function itemOf({ id, key }: Wanted, { version, isSpoiled }: Edited, isRetry: boolean): Item {
		const isCorrected = Number(id) % 2 === 0;
		const number = `628${isCorrected ? version : 0}${id.padStart(8, '0')}`;
		const to = isSpoiled && Number(id) % 3 === 0 ? NOBODY : number;
		const isKeyed = key !== undefined || (P.rekeys && isRetry);
		return { id, to, text: `${id} v${version}`, key: isKeyed ? `k${id}` : undefined };
	}

	/** A request reaches the service also if the process of n8n crashes meanwhile. */
	async function request(lineage: Lineage, process: Process, item: Item): Promise<Answer> {
		const leftAt = w.now;
		const { to } = item;
		const refusals = lineage.refusals.get(to) ?? 0;
		const isRefused = w.chance(P.refused) && refusals < 2;
		const isUncertain = !isRefused && w.chance(P.uncertain);
		const isAccepted = !isRefused && (!isUncertain || w.chance(0.5));
		const isUnreadable = isAccepted && w.chance(P.uncertain / 4);
		const arrivesIn = w.between(5, 60);
		if (isRefused) lineage.refusals.set(to, refusals + 1);
		if (isAccepted) {
			w.at(arrivesIn, undefined, () => {
				counts.sent++;
				say(`accepted ${to} of ${lineage.token}`);
				truth.accept(item, leftAt);
			});
		}
		await w.sleep(arrivesIn + w.between(5, 60), process);
		if (isRefused) return w.pick([REFUSED, FULL]);
		if (isUncertain && w.chance(0.5))
			throw Object.assign(new Error('reset'), { code: 'ECONNRESET' });
		if (isUncertain) return BROKEN;
		return ok(isUnreadable ? { reference: 1 } : { ref_no: `r-${to}` });
	}

	/** One run of the node over some items. As an agent's tool, it runs for each. Resolves to those that n8n tries again. */
	async function runNode(execution: Execution, data: Stored, wanted: Wanted[]) {
		const { lineage, process, isRetry, id, cancel, stack } = execution;
		const runOf = async (part: Wanted[]) => {
			const items = part.map((one) => itemOf(one, data.node, isRetry));
			const told = await runInProcess({
				process,
				processName: process.name,
				helpers: process.helpers,
				items,
				kept: data.kept,
				execution: id,
				token: lineage.token,
				run: data.round,
				retryOf: execution.of?.id,
				isRetry,
				isTool: P.isTool,
				stop: P.stop,
				mostMessages: data.node.mostMessages,
				cancelled: cancel.signal,
				stack,
				finished: execution.finished,
				// What n8n has stored of an execution in the moment of the question.
				endOf: async (of) => {
					await w.sleep(w.between(1, 5), process);
					if (w.chance(P.fails)) throw new Error('the database is away');
					const isError = lineage.executions.find((one) => one.id === of)?.status === 'error';
					return { resultData: isError ? { error: { name: 'NodeApiError' } } : {} };
				},
				request: ({ destination, message }) => {
					const item = items.find(({ to, text }) => to === destination && text === message);
					if (!item) throw new Error('the node sent what nobody wanted');
					return request(lineage, process, item);
				},
			});
			// A call with a wrong number is no message yet, whatever an earlier call has sent.
			if (!P.isTool || items[0]?.to !== NOBODY) truth.judge(items, told);
			say(`${id} round ${data.round}: ${items.map(({ to }) => to).join()} ${toldBy(told)}`);
			if ('error' in told) {
				// With On Error: Continue, n8n passes the items on as if they were done.
				if (cancel.signal.aborted && !P.stop) data.isLost = true;
				return part;
			}
			const failed = part.filter((_, at) => told.output[at]?.json.error !== undefined);
			for (const one of part) if (!failed.includes(one)) lineage.done.add(one.id);
			counts.maybe += told.output.filter(({ json }) => json.was_sent === 'maybe').length;
			// n8n looks at the first item of the output.
			return told.output[0]?.json.error === undefined ? [] : part;
		};
		const runs = P.isTool ? wanted.map((one) => runOf([one])) : [runOf(wanted)];
		return (await Promise.all(runs)).flat();
	}

	/** n8n stores an execution whose time is over a moment later. Retry runs only what is on its stack then. */
	function timeIsOver(execution: Execution, data: Stored): void {
		if (execution.status !== 'running') return;
		execution.cancel.abort();
		w.at(w.between(2, 30), execution.process, () => {
			if (execution.stack.length > 1) truth.bad.add(`twice on the stack: ${execution.id}`);
			const isLost = execution.isInNode && execution.stack.length === 0;
			execution.stored = structuredClone({ ...data, isLost: data.isLost ?? isLost });
			execution.status = 'canceled';
			for (const tell of execution.finished) tell();
			say(`${execution.id} is out of time${isLost ? ' and lost' : ''}`);
		});
	}

	/** An execution goes on from what n8n had stored, to its end or to the crash of its process. */
	async function live(execution: Execution, data: Stored): Promise<void> {
		const { lineage, process } = execution;
		const store = () => {
			execution.stored = structuredClone(data);
		};
		// n8n begins no node after that.
		const isOver = () => execution.status !== 'running' || execution.cancel.signal.aborted;
		const fail = () => {
			store();
			execution.status = 'error';
		};
		// Of an agent's tool, n8n has the agent on its stack.
		if (!P.isTool && w.chance(P.timesOut)) {
			w.at(w.between(5, 500), process, () => {
				timeIsOver(execution, data);
			});
		}
		if (data.list === undefined) {
			await w.sleep(w.between(1, 300), process);
			data.list = read(lineage, !execution.isRetry);
			data.round = 0;
			data.stage = 'send';
			if (P.progress) store();
		}
		if (isOver()) return;
		if (data.hasBegun !== true && w.chance(P.otherNodeFails)) {
			fail();
			return;
		}
		while (data.round * data.batch < data.list.length && !isOver()) {
			const from = data.round * data.batch;
			const items = data.list.slice(from, from + data.batch);
			if (data.stage === 'send') {
				data.hasBegun = true;
				execution.isInNode = true;
				let failed = await runNode(execution, data, items);
				execution.isInNode = false;
				if (execution.stack.length > 0) truth.bad.add(`left on the stack: ${execution.id}`);
				if (P.retryOnFail && failed.length > 0 && !isOver()) {
					if (w.chance(P.spoils)) data.node.isSpoiled = !data.node.isSpoiled;
					await w.sleep(w.between(1, 100), process);
					failed = await runNode(execution, data, failed);
				}
				if (isOver()) return;
				if (P.stop && failed.length > 0) {
					fail();
					return;
				}
				data.stage = 'other';
				if (P.progress) store();
			}
			await w.sleep(w.between(1, 20), process);
			if (isOver()) return;
			if (w.chance(P.otherNodeFails)) {
				fail();
				return;
			}
			data.stage = 'send';
			data.round++;
			if (P.progress) store();
		}
		if (!isOver()) execution.status = 'success';
	}

	function execute(lineage: Lineage, stored: Stored, of?: Execution): Execution {
		const isRetry = of !== undefined;
		const process = anyProcess();
		const id = `e${++ids}`;
		const execution: Execution = {
			id,
			lineage,
			stored: structuredClone(stored),
			status: 'running',
			isRetry,
			of,
			process,
			cancel: new AbortController(),
			isInNode: false,
			stack: [],
			finished: [],
		};
		lineage.executions.push(execution);
		say(
			`${id} ${isRetry ? 'retries' : 'begins'} ${lineage.token}${stored.hasBegun ? ' with a note' : ''}${stored.list ? ' and its items' : ''}`,
		);
		live(execution, structuredClone(stored)).catch((error: unknown) => {
			truth.bad.add(`failed: ${error instanceof Error ? (error.stack ?? '') : String(error)}`);
		});
		return execution;
	}

	const begin = (size: number, keyed: boolean) => {
		const lineage = lineageFor(wanted(size, keyed));
		execute(lineage, {
			batch: P.batch,
			round: 0,
			stage: 'send',
			kept: {},
			node: lineage.node,
		});
		return lineage;
	};

	/** A process freezes, or crashes. What n8n finds running of a process that is gone, it calls crashed. */
	function lose(at: number, frozenMs: number): void {
		const lost = processes[at];
		if (lost === undefined) return;
		lost.frozenUntil = w.now + frozenMs;
		for (const execution of lineages.flatMap(({ executions }) => executions)) {
			if (execution.process !== lost || execution.status !== 'running') continue;
			execution.status = 'crashed';
			say(`${execution.id} crashes`);
		}
		if (frozenMs === Infinity || P.processes === 1) processes[at] = start();
	}

	/** The user edits the node, and retries with the workflow as it is now. */
	function edited(lineage: Lineage, stored: Stored): Stored {
		const { node } = lineage;
		if (w.chance(P.corrects)) node.version = w.pick([0, 1, 2]);
		if (w.chance(P.spoils)) node.isSpoiled = !node.isSpoiled;
		if (w.chance(P.lowers)) node.mostMessages = w.pick([0, 1, 5]);
		return { ...stored, node };
	}

	if (w.chance(0.7)) {
		begin(1, false);
		// Long enough for an hour to pass, now and then.
		await w.run(w.now + w.between(70_000, w.pick([130_000, 9_000_000])));
	}
	const main = Array.from({ length: P.twins ? 2 : 1 }, () => begin(P.size, P.keyed));
	for (let act = 0; act < 6; act++) {
		await w.run(w.now + (w.chance(0.5) ? w.between(5, 400) : w.between(300, 6000)));
		const at = Math.floor(w.between(0, P.processes));
		if (w.chance(0.45)) lose(at, Infinity);
		else if (P.freezes && w.chance(0.5)) lose(at, w.between(5_000, 90_000));
		if (w.chance(0.5)) await w.run(w.now + w.between(10, w.pick([3_000, 60_000, 200_000])));
		for (let noise = 0; noise < P.noise; noise++) {
			begin(w.pick([1, 1, 2]), w.chance(0.3));
			await w.run(w.now + w.between(1, 2000));
		}
		for (const lineage of main) {
			const [first, ...others] = lineage.executions.filter(
				({ status }) => status !== 'running' && status !== 'success',
			);
			if (first === undefined || w.chance(0.2)) continue;
			const retried = w.pick([first, ...others]);
			const stored = edited(lineage, retried.stored);
			if (stored.isLost === true) {
				const left = stored.list?.filter(
					(one) => !truth.has(itemOf(one, stored.node, false)),
				).length;
				if (left) truth.bad.add(`lost without a word: ${left} of ${lineage.token}`);
				continue;
			}
			execute(lineage, stored, retried);
			if (w.chance(0.25)) {
				if (w.chance(0.5)) await w.run(w.now + w.between(1, 60));
				execute(lineage, stored, retried);
			}
		}
	}
	await w.run(w.now + 300_000);

	restore();
	counts.othersNumbers = truth.othersNumbers;

	for (const { list, node } of main) {
		counts.messages += list.length;
		counts.left += list.filter(
			({ id }) => !truth.has(itemOf({ id, key: `k${id}` }, node, true)),
		).length;
	}
	return { parameters: P, bad: [...truth.bad], log, counts };
}

function toldBy(told: Told): string {
	if ('error' in told) return `${told.error.message} ${told.error.description ?? ''}`;
	const wordOf = ({ json }: (typeof told.output)[number]) =>
		typeof json.was_sent === 'string'
			? json.was_sent
			: json.already_sent === true
				? 'already'
				: 'sent';
	return told.output.map(wordOf).join();
}
