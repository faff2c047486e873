import type { Outcome } from '../outcome';
import { Keys } from './keys';
import type { Life } from './life';
import {
	begunEntry,
	isUnderWay,
	outcomeIn,
	settleEntry,
	stateOf,
	type Entry,
	type Note,
} from './note';
import { NoRow } from './row';
import { takeTurn, type Turn } from './turn';
import {
	KEY_NOT_CONFIRMED,
	NO_ROW_FOR_KEYS,
	NOT_NOTED,
	notRepeated,
	outcomeOfStored,
	TOO_SLOW,
	type Unknown,
} from './words';

export interface Message {
	item: number;
	key: string | undefined;
	/** Of an agent's tool: tells its calls apart, since all come as item 0. */
	call: CallDigest | undefined;
}

/** Digests of a request, and of the login that made them: nobody can find out by trying what was sent. */
export interface CallDigest {
	login: string;
	request: string;
}

/** A message on its way: each step is noted. */
export interface Sending {
	/** Resolves once it may leave; to an outcome if it must not. */
	ready: Promise<Outcome | undefined> | undefined;
	tryOnce: () => Promise<Outcome>;
	settled: (outcome: Outcome) => void;
}

export interface Opening {
	note: Note;
	/** Undefined if n8n has no place for marks. */
	life: Life | undefined;
	execution: string;
	isTool: boolean;
	isRetry: boolean;
	beganAt: number | undefined;
	isUnreadable: boolean;
}

type Verdict = Turn | 'no row' | 'not noted';

/** The turn of each node run that this process has begun: Retry On Fail runs a node again within it. */
const turns = new WeakMap<Note, { run: number; turn: Turn }>();

/** The one place that decides whether a message may leave: the note, then the turn, then the key. */
export class Register {
	private keys: Keys | undefined;

	constructor(private readonly opening: Opening) {}

	known({ item, call }: Message): Outcome | undefined {
		const { note, isUnreadable } = this.opening;
		if (call !== undefined) return this.knownCall(call);
		if (note.ended === true) return notRepeated('ended run');
		const entry = note.items[item];
		if (entry) return outcomeIn(entry) ?? outcomeOfStored(entry);
		return isUnreadable ? this.refuse('unreadable note') : undefined;
	}

	/** An accepted call of an earlier execution answers one call; an uncertain one answers each that is the same. */
	private knownCall({ login, request }: CallDigest): Outcome | undefined {
		const { note, execution, isUnreadable } = this.opening;
		if (isUnreadable) return this.refuse('unreadable note');
		const earlier = Object.entries(note.calls).filter(([, entries]) =>
			entries.some(({ by }) => by !== execution),
		);
		if (earlier.some(([name]) => !name.startsWith(`${login}.`))) return this.refuse('other login');
		const entries = note.calls[`${login}.${request}`] ?? [];
		const found = entries.find(
			(one) => !isUnderWay(one) && (one.by !== execution || one.state !== 'accepted'),
		);
		if (found === undefined) return undefined;
		const outcome = outcomeIn(found) ?? outcomeOfStored(found);
		// A later retry of this execution finds it answered here.
		found.by = execution;
		return outcome;
	}

	private refuse(why: Unknown): Outcome {
		return notRepeated(why, this.opening.beganAt);
	}

	/**
	 * Takes the turn of this node run, and claims the first keys.
	 * @param portionSize how many keys are claimed at a time
	 * @returns the messages that must not leave
	 */
	async begin(
		messages: readonly Message[],
		portionSize: number,
	): Promise<{ refused: Map<number, Outcome>; hasRow: boolean }> {
		const keys = new Map<number, string>();
		for (const { item, key } of messages) if (key !== undefined) keys.set(item, key);
		const turn = await this.turn(keys, portionSize);
		const { keyless, keyed } = this.meaningOf(turn);
		const refused = new Map<number, Outcome>();
		for (const message of messages) {
			const outcome = message.key === undefined ? keyless : keyed;
			if (outcome === undefined) continue;
			refused.set(message.item, outcome);
			this.remember(message, outcome);
		}
		return { refused, hasRow: turn !== 'no row' };
	}

	/** Why messages must not leave, without a Send Once Key and with one. Undefined: they may. */
	private meaningOf(turn: Verdict): { keyless?: Outcome; keyed?: Outcome } {
		const { isRetry, note, execution } = this.opening;
		const unproved = this.refuse('unproved');
		switch (turn) {
			case 'ours':
				return {};
			case 'taken':
				return { keyless: this.refuse('begun') };
			case 'late':
				return { keyless: TOO_SLOW };
			case 'unproved':
				return { keyless: unproved, keyed: unproved };
			case 'not noted':
				// A key may have been taken all the same.
				return { keyless: NOT_NOTED, keyed: KEY_NOT_CONFIRMED };
			case 'no row': {
				// Then only the note speaks, and it is new.
				const isBlind = isRetry && note.by === execution;
				return { keyed: NO_ROW_FOR_KEYS, ...(isBlind && { keyless: unproved }) };
			}
		}
	}

	private async turn(keys: ReadonlyMap<number, string>, portionSize: number): Promise<Verdict> {
		const { life, note } = this.opening;
		if (life === undefined) return 'no row';
		if (note.lost === 'all') return 'unproved';
		if (keys.size > 0) this.keys = new Keys(life, keys, portionSize);
		const taking = note.lost === 'keyless' ? 'taken' : this.takenTurn(life);
		// Both go into one write. But a retry must know first whether anything is proved.
		if (!life.isRetry) this.keys?.start();
		try {
			const turn = await taking;
			if (life.isRetry && turn !== 'unproved') this.keys?.start();
			return turn;
		} catch (error) {
			return error instanceof NoRow ? 'no row' : 'not noted';
		}
	}

	/** A second try of the same node run has its turn already. */
	private async takenTurn(life: Life): Promise<Turn> {
		const { note, isTool } = this.opening;
		const before = turns.get(note);
		if (!isTool && before?.run === note.run && before.turn === 'ours') return 'ours';
		const turn = await takeTurn(life);
		turns.set(note, { run: note.run, turn });
		return turn;
	}

	/** Named messages stay named: the retry of a retry names them again. */
	private remember(message: Message, outcome: Outcome): void {
		const state = stateOf(outcome);
		if (state !== undefined) settleEntry(this.begun(message), state, outcome);
	}

	private begun({ item, call }: Message): Entry {
		const { note, execution } = this.opening;
		if (call === undefined) return (note.items[item] = begunEntry());
		const entry = begunEntry(execution);
		(note.calls[`${call.login}.${call.request}`] ??= []).push(entry);
		return entry;
	}

	private drop({ item, call }: Message, entry: Entry): void {
		const { note } = this.opening;
		if (call === undefined) {
			Reflect.deleteProperty(note.items, item);
			return;
		}
		const name = `${call.login}.${call.request}`;
		note.calls[name] = (note.calls[name] ?? []).filter((one) => one !== entry);
	}

	/**
	 * The rule that keeps a message from being sent twice: it is noted before it leaves, so if nothing more is heard of it,
	 * it may have been sent. What certainly was not sent is forgotten immediately, so that it may be tried again.
	 */
	sending(message: Message, send: () => Promise<Outcome>): Sending {
		const { item, key } = message;
		const keys = key === undefined ? undefined : this.keys;
		let entry: Entry | undefined;
		const drop = () => {
			if (entry) this.drop(message, entry);
			entry = undefined;
		};
		return {
			ready: keys?.claimed(item).then((outcome) => {
				if (outcome) this.remember(message, outcome);
				return outcome;
			}),
			tryOnce: async () => {
				keys?.begun(item);
				entry = this.begun(message);
				const outcome = await send();
				// Before anything else: the node run may be stopped while this message waits to be tried again.
				if (stateOf(outcome) === undefined) drop();
				return outcome;
			},
			settled: (outcome) => {
				const state = stateOf(outcome);
				if (state === undefined) drop();
				else if (entry) settleEntry(entry, state, outcome);
				keys?.settled(
					item,
					state === undefined ? 'unsent' : state === 'accepted' ? 'accepted' : 'uncertain',
				);
			},
		};
	}

	/** Nothing more is sent: frees the keys that were claimed in vain. */
	async end(): Promise<void> {
		await this.keys?.end();
	}

	/** n8n will not run these items again: in a long list, their entries would make the execution's data large. */
	forgetItems(): void {
		const { note, isTool } = this.opening;
		if (isTool) return;
		note.items = {};
		note.ended = true;
	}
}
