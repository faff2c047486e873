import type { Outcome } from '../outcome';
import { Keys } from './keys';
import type { Life } from './life';
import { begunEntry, outcomes, settleEntry, stateOf, underWay, type Entry } from './note';
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
	/**
	 * Tells the calls of an agent's tool apart, which all come as item 0: a digest of the login, a dot, and a digest of the
	 * request. Both digests are keyed, so nobody can find out by trying what was sent.
	 */
	call: string | undefined;
}

const loginOf = (call: string) => call.split('.')[0];

type Verdict = Turn | 'no row' | 'not noted';

/** The one place that decides whether a message may leave: the note, then the turn, then the key. */
export class Register {
	private keys: Keys | undefined;

	constructor(private readonly life: Life) {}

	/** The outcome of a message that the note knows, so that it must not leave. */
	known({ item, call }: Message): Outcome | undefined {
		const { note, isUnreadable } = this.life;
		if (call !== undefined && !isUnreadable) return this.knownCall(call);
		if (note.ended === true) return notRepeated('ended run');
		const entry = note.items[item];
		if (entry) return outcomes.get(entry) ?? outcomeOfStored(entry);
		return isUnreadable ? this.refuse('unreadable note') : undefined;
	}

	/** An accepted call of an earlier execution answers one call; an uncertain one answers each that is the same. */
	private knownCall(call: string): Outcome | undefined {
		const { note, execution } = this.life;
		const hasOtherLogin = Object.entries(note.calls).some(
			([other, entries]) =>
				loginOf(other) !== loginOf(call) && entries.some(({ by }) => by !== execution),
		);
		if (hasOtherLogin) return this.refuse('other login');
		const found = note.calls[call]?.find(
			(one) => !underWay.has(one) && (one.by !== execution || one.state !== 'accepted'),
		);
		if (found === undefined) return undefined;
		const outcome = outcomes.get(found) ?? outcomeOfStored(found);
		// A retry of this execution finds the call answered by this execution.
		found.by = execution;
		return outcome;
	}

	private refuse(why: Unknown): Outcome {
		return notRepeated(why, this.life.beganAt);
	}

	/** Takes the turn of this node run, and claims the first keys. Messages that must not leave are refused. */
	async begin(messages: readonly Message[], portionSize: number) {
		const keys = new Map<number, string>();
		for (const { item, key } of messages) if (key !== undefined) keys.set(item, key);
		if (keys.size > 0) this.keys = new Keys(this.life, keys, portionSize);
		const turn = await this.turn();
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

	private async turn(): Promise<Verdict> {
		const { isRetry } = this.life;
		const taking = takeTurn(this.life);
		// Both go into one write. But a retry must know first whether anything is proved.
		if (!isRetry) this.keys?.start();
		try {
			const turn = await taking;
			if (isRetry && turn !== 'unproved') this.keys?.start();
			return turn;
		} catch (error) {
			return error instanceof NoRow ? 'no row' : 'not noted';
		}
	}

	/** Why messages must not leave, without a Send Once Key and with one. */
	private meaningOf(turn: Verdict): { keyless?: Outcome; keyed?: Outcome } {
		const { isRetry, note, execution } = this.life;
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
				// Nothing but the note can tell, and it is new.
				const isBlind = isRetry && note.by === execution;
				return { keyed: NO_ROW_FOR_KEYS, ...(isBlind && { keyless: unproved }) };
			}
		}
	}

	/** The retry of a retry names the same messages again. */
	private remember(message: Message, outcome: Outcome): void {
		const state = stateOf(outcome);
		if (state !== undefined) settleEntry(this.begun(message), state, outcome);
	}

	private begun({ item, call }: Message): Entry {
		const { note, execution } = this.life;
		if (call === undefined) return (note.items[item] = begunEntry());
		const entry = begunEntry(execution);
		(note.calls[call] ??= []).push(entry);
		return entry;
	}

	private drop({ item, call }: Message, entry: Entry): void {
		const { note } = this.life;
		if (call === undefined) Reflect.deleteProperty(note.items, item);
		else note.calls[call] = (note.calls[call] ?? []).filter((one) => one !== entry);
	}

	/**
	 * The steps of a message on its way. It is noted as uncertain before it leaves, which keeps it from being sent twice. If
	 * it certainly was not sent, its entry is removed immediately, so that it may be tried again.
	 */
	sending(message: Message, send: () => Promise<Outcome>) {
		const { item, key } = message;
		const portion = key === undefined ? undefined : this.keys?.portionOf.get(item);
		let entry: Entry | undefined;
		return {
			/** Resolves once the message may leave; to an outcome if it must not. */
			ready: portion?.claimed(item).then((outcome) => {
				if (outcome) this.remember(message, outcome);
				return outcome;
			}),
			tryOnce: async (): Promise<Outcome> => {
				portion?.claimNext();
				entry = this.begun(message);
				const outcome = await send();
				// Before anything else: the node run may be stopped while this message waits to be tried again.
				if (stateOf(outcome) === undefined) this.drop(message, entry);
				return outcome;
			},
			settled: (outcome: Outcome): void => {
				const state = stateOf(outcome);
				if (entry && state === undefined) this.drop(message, entry);
				else if (entry && state) settleEntry(entry, state, outcome);
				portion?.settled(item, state);
			},
		};
	}

	async end(): Promise<void> {
		await this.keys?.end();
	}

	/** n8n will not run these items again, and the entries of a long list would make the execution's data large. */
	forgetItems(): void {
		const { note, isTool } = this.life;
		if (isTool) return;
		note.items = {};
		note.ended = true;
	}
}
