import { isFailure, type Outcome } from '../../../nodes/MessagingService/engine/outcome';
import type { Message, Register } from '../../../nodes/MessagingService/engine/register';
import {
	callOf,
	Database,
	failedAs,
	messageOf,
	REFUSED,
	Simulation,
	type Process,
} from './simulation';

/** Random histories of executions, crashes, retries and changed lists, on the real register and the real row. */

const parametersOf = (w: Simulation) => ({
	processes: w.pick([1, 1, 2]),
	limit: w.pick([800, 1600, 8000]),
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
	noise: w.pick([0, 0, 3, 20, 60]),
	freezes: false,
	refused: w.pick([0, 0.1]),
	otherNodeFails: w.pick([0, 0.15]),
	uncertain: w.pick([0, 0, 0.1]),
	fails: w.pick([0, 0, 0.02]),
	hangs: w.pick([0, 0, 0, 0.01]),
	/** The user adds keys before the first retry. */
	rekeys: w.chance(0.2),
});

export type Parameters = ReturnType<typeof parametersOf>;

/** One message that somebody wants to be sent: what it is, whatever item carries it. */
interface Wanted {
	id: string;
	key: string | undefined;
}

/** What n8n stores of an execution. */
interface Stored {
	list?: Wanted[];
	batch: number;
	round: number;
	stage: 'send' | 'other';
	note?: unknown;
}

interface Lineage {
	token: string;
	list: Wanted[];
	sent: Map<string, number>;
	done: Set<string>;
	uncertain: Set<string>;
	executions: Execution[];
	beganAt: number;
	refusals: Map<string, number>;
}

interface Execution {
	id: string;
	lineage: Lineage;
	stored: Stored;
	status: 'running' | 'error' | 'crashed' | 'success';
	isRetry: boolean;
	/** The execution that is retried. */
	of: Execution | undefined;
	process: ReturnType<Database['start']>;
}

interface History {
	parameters: Parameters;
	bad: string[];
	log: string[];
	counts: {
		sent: number;
		uncertain: number;
		uncertainNeverSent: number;
		left: number;
		messages: number;
	};
}

const UNCERTAIN = failedAs('uncertain');
const nothing: Wanted = { id: '', key: undefined };

export async function history(seed: number, forced: Partial<Parameters> = {}): Promise<History> {
	const w = new Simulation(seed);
	const P = { ...parametersOf(w), ...forced };
	const database = new Database(w, P);
	const bad: string[] = [];
	const log: string[] = [];
	const counts = { sent: 0, uncertain: 0, uncertainNeverSent: 0, left: 0, messages: 0 };
	const sentByKey = new Map<string, number>();
	const lineages: Lineage[] = [];
	let ids = 0;
	const say = (text: string) => log.push(`${Math.round(w.now)} ${text}`);

	const start = () => database.start();
	const processes = Array.from({ length: P.processes }, start);
	const anyProcess = () => processes[Math.floor(w.between(0, processes.length))] ?? start();

	const wanted = (count: number, keyed: boolean): Wanted[] =>
		Array.from({ length: count }, () => {
			const id = `m${++ids}`;
			return { id, key: keyed ? `k${id}` : undefined };
		});

	const lineageFor = (list: Wanted[]): Lineage => {
		const lineage: Lineage = {
			token: `x${++ids}`,
			list,
			executions: [],
			beganAt: w.now,
			sent: new Map(),
			refusals: new Map(),
			done: new Set(),
			uncertain: new Set(),
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

	async function request(
		lineage: Lineage,
		process: Process,
		{ id, key }: Wanted,
	): Promise<Outcome> {
		await w.sleep(w.between(5, 30), process);
		const refusals = lineage.refusals.get(id) ?? 0;
		if (w.chance(P.refused) && refusals < 2) {
			lineage.refusals.set(id, refusals + 1);
			await w.sleep(w.between(5, 30), process);
			return REFUSED;
		}
		const isUncertain = w.chance(P.uncertain);
		if (!isUncertain || w.chance(0.5)) {
			lineage.sent.set(id, (lineage.sent.get(id) ?? 0) + 1);
			if (key !== undefined) sentByKey.set(key, (sentByKey.get(key) ?? 0) + 1);
			counts.sent++;
			say(`accepted ${id} of ${lineage.token}`);
		}
		await w.sleep(w.between(5, 30), process);
		return isUncertain ? UNCERTAIN : { fate: 'accepted', output: [{ ref_no: `r-${id}` }] };
	}

	/** One run of the node over some items; several registers if an agent calls it as a tool. */
	async function runNode(execution: Execution, data: Stored, given: Wanted[]): Promise<Outcome[]> {
		const { lineage, process, isRetry, id } = execution;
		const hasNewKeys = P.rekeys && isRetry && !P.keyed;
		const items = hasNewKeys ? given.map((one) => ({ ...one, key: `k${one.id}` })) : given;
		const isKeyed = items.some(({ key }) => key !== undefined);
		const open = () =>
			database.open({
				process,
				row: process.row,
				stored: data.note,
				execution: id,
				isRetry,
				keying: isKeyed ? 'key' : undefined,
				isTool: P.isTool,
				run: P.isTool ? -1 : data.round,
				lineage: lineage.token,
				retryOf: execution.of?.id,
				// What n8n has stored of an execution in the moment of the question.
				wasStored: (of) => lineage.executions.find((one) => one.id === of)?.status === 'error',
			});
		const { note, register: first } = open();
		data.note = note;
		const messages = items.map(({ key, id: text }, item) =>
			P.isTool ? { ...callOf(text), key } : messageOf(item, key),
		);
		const outcomes: Outcome[] = [];
		const stops: number[] = [];

		async function sendAll(one: Register, part: { message: Message; at: number }[]) {
			const toSend = part.filter(({ message, at }) => {
				const known = one.known(message);
				if (known) outcomes[at] = known;
				return known === undefined;
			});
			try {
				if (toSend.length === 0) return;
				const refused = await one.begin(toSend.map(({ message }) => message));
				const underWay: Promise<void>[] = [];
				const leaving = toSend.filter(({ message, at }) => {
					const not = refused.get(message.item);
					if (not) outcomes[at] = not;
					return not === undefined;
				});
				const sendings = leaving.map(({ message, at }) =>
					one.sending(message, () => request(lineage, process, items[at] ?? nothing)),
				);
				/** The keys of three messages are claimed together, while the three before leave. */
				const claims: Promise<ReadonlyMap<number, Outcome>>[] = [];
				const claim = (chunk: number) =>
					(claims[chunk] ??= one.claim(
						leaving.slice(chunk * 3, chunk * 3 + 3).map(({ message }) => message),
					));
				for (const [nth, { message, at }] of leaving.entries()) {
					const sending = sendings[nth];
					if (stops.length > 0 || sending === undefined) break;
					const claimed = await claim(Math.floor(nth / 3));
					void claim(Math.floor(nth / 3) + 1);
					const not = claimed.get(message.item);
					if (not) {
						outcomes[at] = not;
						sending.ended(not);
						continue;
					}
					if (stops.length > 0) break;
					underWay.push(
						sending.tryOnce().then((outcome) => {
							outcomes[at] = outcome;
							sending.ended(outcome);
							if (isFailure(outcome) && P.stop) stops.push(at);
						}),
					);
					await w.sleep(w.between(1, 10), process);
				}
				await Promise.all(underWay);
			} finally {
				await one.end();
			}
		}

		const parts = messages.map((message, at) => ({ message, at }));
		if (P.isTool) await Promise.all(parts.map((part) => sendAll(open().register, [part])));
		else await sendAll(first, parts);
		const isDone = items.every((_, at) => outcomes[at]?.fate === 'accepted' || !P.stop);
		if (isDone && outcomes[0]?.fate === 'accepted') first.forgetItems();
		return outcomes;
	}

	/** An execution goes on from what n8n had stored, to its end or to the crash of its process. */
	async function live(execution: Execution, data: Stored): Promise<void> {
		const { lineage, process } = execution;
		const store = () => {
			execution.stored = structuredClone(data);
		};
		const fail = () => {
			store();
			execution.status = 'error';
		};
		if (data.list === undefined) {
			await w.sleep(w.between(1, 300), process);
			data.list = read(lineage, !execution.isRetry);
			data.round = 0;
			data.stage = 'send';
			if (P.progress) store();
		}
		if (data.note === undefined && w.chance(P.otherNodeFails)) {
			fail();
			return;
		}
		while (data.round * data.batch < data.list.length) {
			const from = data.round * data.batch;
			const items = data.list.slice(from, from + data.batch);
			if (data.stage === 'send') {
				let outcomes: (Outcome | undefined)[] = await runNode(execution, data, items);
				// n8n tries again if the node failed, or the first item that it outputs; of a tool, the call that failed.
				const failed = items.filter((_, at) => outcomes[at]?.fate !== 'accepted');
				const fails = P.stop || outcomes[0]?.fate !== 'accepted';
				if (P.retryOnFail && failed.length > 0 && fails) {
					const again = await runNode(execution, data, P.isTool ? failed : items);
					outcomes = items.map(
						(item, at) => again[(P.isTool ? failed : items).indexOf(item)] ?? outcomes[at],
					);
				}
				say(
					`${execution.id} round ${data.round}: ${items.map(({ id }, at) => `${id} ${wordOf(outcomes[at])}`).join(', ')}`,
				);
				for (const [at, { id, key }] of items.entries()) {
					const outcome = outcomes[at];
					if (outcome?.fate === 'accepted') {
						lineage.done.add(id);
						const sends = key === undefined ? lineage.sent.get(id) : sentByKey.get(key);
						if ((sends ?? 0) === 0) bad.push(`reported, never sent: ${id} of ${lineage.token}`);
					} else if (outcome !== undefined && outcome.fate !== 'notSent') {
						lineage.uncertain.add(id);
						counts.uncertain++;
					}
				}
				if (P.stop && items.some((_, at) => outcomes[at]?.fate !== 'accepted')) {
					fail();
					return;
				}
				data.stage = 'other';
				if (P.progress) store();
			}
			await w.sleep(w.between(1, 20), process);
			if (w.chance(P.otherNodeFails)) {
				fail();
				return;
			}
			data.stage = 'send';
			data.round++;
			if (P.progress) store();
		}
		execution.status = 'success';
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
		};
		lineage.executions.push(execution);
		say(
			`${id} ${isRetry ? 'retries' : 'begins'} ${lineage.token}${stored.note === undefined ? '' : ' with a note'}${stored.list ? ' and its items' : ''}`,
		);
		live(execution, structuredClone(stored)).catch((error: unknown) => {
			bad.push(`failed: ${error instanceof Error ? (error.stack ?? '') : String(error)}`);
		});
		return execution;
	}

	const begin = (size: number, keyed: boolean) => {
		const lineage = lineageFor(wanted(size, keyed));
		execute(lineage, { batch: P.batch, round: 0, stage: 'send' });
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
			begin(w.pick([1, 2, 10]), w.chance(0.3));
			await w.run(w.now + w.between(1, 2000));
		}
		for (const lineage of main) {
			const [first, ...others] = lineage.executions.filter(
				({ status }) => status === 'error' || status === 'crashed',
			);
			if (first === undefined || w.chance(0.2)) continue;
			const retried = w.pick([first, ...others]);
			const { stored } = retried;
			execute(lineage, stored, retried);
			if (w.chance(0.25)) {
				if (w.chance(0.5)) await w.run(w.now + w.between(1, 60));
				execute(lineage, stored, retried);
			}
		}
	}
	await w.run(w.now + 300_000);

	for (const { sent, token, list } of lineages) {
		for (const [id, times] of sent) if (times > 1) bad.push(`twice: ${id} of ${token}`);
		for (const { key } of list) {
			if (key !== undefined && (sentByKey.get(key) ?? 0) > 1) bad.push(`twice: ${key}`);
		}
	}
	for (const { list, sent, uncertain } of main) {
		for (const { id } of list) {
			counts.messages++;
			if (sent.has(id)) continue;
			counts.left++;
			if (uncertain.has(id)) counts.uncertainNeverSent++;
		}
	}
	return { parameters: P, bad: [...new Set(bad)], log, counts };
}

function wordOf(outcome: Outcome | undefined): string {
	if (outcome === undefined) return 'not tried';
	if (!isFailure(outcome)) return outcome.output[0]?.already_sent === true ? 'already' : 'sent';
	return outcome.fate === 'notSent' ? 'not sent' : 'uncertain';
}
