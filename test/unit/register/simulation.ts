import { MOST_MARKS, NodeRow } from '../../../nodes/MessagingService/engine/n8n/nodeRow';
import type { Failure, Outcome } from '../../../nodes/MessagingService/engine/outcome';
import { Lives } from '../../../nodes/MessagingService/engine/life';
import {
	openNote,
	Register,
	type Message,
	type Row,
} from '../../../nodes/MessagingService/engine/register';
import { Agenda, seeded } from '../../support/fakeClock';

interface Event {
	at: number;
	process: Process | undefined;
	go: () => void;
}

/** Simulates time, chance, processes that crash or freeze at any await, and n8n's row, which has no lock. Hours pass in no time. */
export class Simulation {
	now = 1_000_000;
	private readonly events = new Agenda<Event>();
	private readonly random: () => number;

	constructor(seed: number) {
		this.random = seeded(seed);
	}

	between(from: number, to: number): number {
		return from + this.random() * (to - from);
	}

	chance(part: number): boolean {
		return this.random() < part;
	}

	pick<One>(list: readonly [One, ...One[]]): One {
		return list[Math.floor(this.random() * list.length)] ?? list[0];
	}

	at(ms: number, process: Process | undefined, go: () => void): void {
		this.events.add({ at: this.now + ms, process, go });
	}

	sleep(ms: number, process?: Process): Promise<void> {
		return new Promise((go) => {
			this.at(ms, process, go);
		});
	}

	/** Lets time pass. What belongs to a process that has crashed never goes on. */
	async run(until: number): Promise<void> {
		for (;;) {
			await new Promise((resolve) => setImmediate(resolve));
			const event = this.events.next(until);
			if (event === undefined) break;
			const { process } = event;
			if (process !== undefined && process.frozenUntil > event.at) {
				if (process.frozenUntil < Infinity) this.events.add({ ...event, at: process.frozenUntil });
				continue;
			}
			this.now = Math.max(this.now, event.at);
			event.go();
		}
		this.now = Math.max(this.now, until);
	}

	/** Lets five minutes pass, so that all that is under way is written. */
	async finished<T>(work: Promise<T>): Promise<T> {
		await this.run(this.now + 300_000);
		return await work;
	}

	async settled<T>(promise: Promise<T>): Promise<T> {
		const state: { isSettled?: true } = {};
		const done = () => {
			state.isSettled = true;
		};
		promise.then(done, done);
		while (state.isSettled !== true) await this.run(this.now + 100);
		return await promise;
	}
}

export class Process {
	/** If it has crashed, it never goes on. */
	frozenUntil = 0;
}

interface Temper {
	/** Entries beyond which n8n drops the oldest. */
	limit: number;
	/** How often a call fails, before or after it has written. */
	fails: number;
	/** How often a call hangs for longer than anybody waits: before it reads, before it writes, or before it returns. */
	hangs: number;
	/** Whether a write now and then takes some seconds. */
	slow: boolean;
}

type Helpers = NodeRow['helpers'];

/** n8n's row: read, changed and written without a lock, by as many processes as there are. */
export class Database {
	data: string[] = [];
	writes = 0;

	private readonly temper: Temper;

	constructor(
		readonly simulation: Simulation,
		temper: Partial<Temper> = {},
	) {
		this.temper = { limit: 10_000, fails: 0, hangs: 0, slow: false, ...temper };
	}

	/** Another process of n8n, its clock, and the row as its node sees it. */
	start() {
		const { simulation } = this;
		const process = new Process();
		const timers = {
			now: () => simulation.now,
			sleep: (ms: number) => simulation.sleep(ms, process),
		};
		const row = new NodeRow(this.helpers(process), timers, this.temper.limit / 10);
		return Object.assign(process, { timers, row });
	}

	/** n8n's helpers, as one process uses them. The limit is the test's own: with 10,000 nothing would ever be dropped. */
	helpers(process: Process): Helpers {
		return {
			checkProcessedAndRecord: async (marks) => {
				const all = marks.map(String);
				const found = await this.change(process, (data) => {
					const known = new Set(data);
					data.push(...all.filter((mark) => !known.has(mark)));
					return known;
				});
				return {
					new: all.filter((mark) => !found.has(mark)),
					processed: all.filter((mark) => found.has(mark)),
				};
			},
			removeProcessed: async (marks) => {
				const gone = new Set(marks.map(String));
				await this.change(process, (data) => {
					data.splice(0, data.length, ...data.filter((mark) => !gone.has(mark)));
				});
			},
			getProcessedDataCount: async () => {
				await this.simulation.sleep(this.simulation.between(1, 5), process);
				// As full as the real row would be.
				return Math.ceil((this.data.length / this.temper.limit) * MOST_MARKS);
			},
		};
	}

	/** The register of a node run, opened on a note as n8n has stored it. */
	open(given: Opening = {}) {
		const { simulation } = this;
		const { stored, saved, execution = 'e2', isRetry = false, isTool = false } = given;
		const { run = 0, process, lineage = 'the same', isOriginKnown = true } = given;
		const { note, isUnreadable, wasEdited } = openNote(stored ?? structuredClone(saved), {
			parameters: 'now',
			run,
			salt: lineage,
		});
		const wasStored = async (of: string) => {
			await simulation.sleep(simulation.between(1, 5), process);
			return given.wasStored?.(of) ?? false;
		};
		const register = new Register({
			note,
			isUnreadable,
			execution,
			lineage,
			isTool,
			retry: isRetry ? { isOriginKnown, of: given.retryOf, wasStored } : undefined,
			keying: given.keying,
			row: given.row ?? this.start().row,
			clock: { now: () => simulation.now, sleep: (ms: number) => simulation.sleep(ms, process) },
		});
		return { note, wasEdited, register };
	}

	async ran(given: Opening, messages: readonly Message[], how?: HowSent) {
		const { register, note } = this.open(given);
		return { note, sent: await this.simulation.finished(sendAll(register, messages, how)) };
	}

	private async change<T>(process: Process, change: (data: string[]) => T): Promise<T> {
		const { simulation, temper } = this;
		const hangs = simulation.chance(temper.hangs) ? simulation.pick([0, 1, 2]) : undefined;
		await simulation.sleep(hangs === 0 ? 40_000 : simulation.between(1, 5), process);
		if (simulation.chance(temper.fails / 2)) throw new Error('the database is away');
		const copy = [...this.data];
		const result = change(copy);
		const isSlow = simulation.chance(0.02);
		const slowMs = simulation.between(100, temper.slow ? 7_000 : 900);
		const tookMs = isSlow ? slowMs : simulation.between(3, 40);
		await simulation.sleep(hangs === 1 ? 40_000 : tookMs, process);
		this.data = copy.slice(Math.max(0, copy.length - temper.limit));
		this.writes++;
		await simulation.sleep(hangs === 2 ? 40_000 : simulation.between(1, 3), process);
		if (simulation.chance(temper.fails / 2)) throw new Error('the acknowledgement is lost');
		return result;
	}
}

type Written = ReturnType<Helpers['checkProcessedAndRecord']>;

/** From now on, n8n's database writes marks in another way, given how many writes there were. */
export function change(
	nodeRow: NodeRow,
	how: (write: () => Written, call: number, marks: readonly unknown[]) => Written,
): void {
	const { checkProcessedAndRecord: write } = nodeRow.helpers;
	let calls = 0;
	nodeRow.helpers = {
		...nodeRow.helpers,
		checkProcessedAndRecord: (...given) => how(() => write(...given), ++calls, given[0]),
	};
}

export interface Opening {
	/** The row as its process sees it. Unless it is given, a new process opens the register. */
	row?: Row;
	stored?: unknown;
	/** Otherwise, a note that n8n reads from its database. */
	saved?: unknown;
	execution?: string;
	isRetry?: boolean;
	isTool?: boolean;
	isOriginKnown?: boolean;
	retryOf?: string | undefined;
	wasStored?: (execution: string) => boolean;
	keying?: string | undefined;
	run?: number;
	process?: Process;
	lineage?: string;
}

export const messageOf = (item: number, key?: string): Message => ({
	item,
	to: `to${item}`,
	key,
	call: undefined,
	repeats: [],
});

export const callOf = (request: string): Message => ({ ...messageOf(0), call: request });

export const failedAs = (fate: Failure['fate']): Outcome => ({
	fate,
	what: 'It broke',
	advice: '',
});

export const REFUSED = failedAs('notSent');
export const SENT: Outcome = { fate: 'accepted', output: [{ ref_no: 'r-1' }] };

interface HowSent {
	stopAfter?: number;
	send?: (message: Message) => Promise<Outcome>;
}

/** The lives of these messages, after the note and the doubt were asked. */
export async function livesOf(register: Register, messages: readonly Message[]) {
	const lives = new Lives(register);
	for (const message of messages) lives.plan(message);
	lives.remember();
	await lives.doubt();
	return lives;
}

/** Sends what may leave, and resolves to how many messages that were. */
export async function sendAll(
	register: Register,
	messages: readonly Message[],
	{ stopAfter = Infinity, send = () => Promise.resolve(SENT) }: HowSent = {},
): Promise<number> {
	const lives = await livesOf(register, messages);
	let sent = 0;
	for (const life of lives.all) {
		if (!life.isUndecided || sent === stopAfter) continue;
		await lives.claim([life]);
		if (!life.isUndecided) continue;
		life.end(await life.leave(() => send(life.message)));
		sent++;
	}
	await lives.end();
	return sent;
}
