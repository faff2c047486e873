import type { Outcome } from '../outcome';
import { Keys } from './keys';
import type { Life } from './life';
import { newEntry, outcomes, settleEntry, stateOf, underWay, type Entry } from './note';
import { NoRow } from './row';
import { takeTurn, type Turn } from './turn';
import {
	KEY_NOT_CONFIRMED,
	NO_ROW_FOR_KEYS,
	NOT_NOTED,
	notRepeated,
	outcomeOfStored,
	TOO_SLOW,
	type Reason,
} from './words';

export interface Message {
	item: number;
	key: string | undefined;
	/** Keyed digests of login and request, joined by a dot. They tell an agent's calls apart, which all come as item 0. */
	call: string | undefined;
}

const loginOf = (call: string) => call.split('.')[0];

type TurnResult = Turn | 'no row' | 'not noted';

/** The one place that decides whether a message may leave: the note, then the turn, then the key. */
export class Register {
	private keys: Keys | undefined;

	constructor(private readonly life: Life) {}

	/** A message with an outcome in the note must not leave again. Undefined means that the note does not know it. */
	known({ item, call }: Message): Outcome | undefined {
		const { note, isUnreadable } = this.life;
		if (call !== undefined && !isUnreadable) return this.knownCall(call);
		if (note.ended === true) return notRepeated('ended run');
		const entry = note.items[item];
		if (entry) return outcomes.get(entry) ?? outcomeOfStored(entry);
		return isUnreadable ? this.refuse('unreadable note') : undefined;
	}

	/** An agent may repeat a call on purpose, so an accepted call of an earlier execution stands for one call only. */
	private knownCall(call: string): Outcome | undefined {
		const { note, execution } = this.life;
		const hasOtherLogin = Object.entries(note.calls).some(
			([other, entries]) =>
				loginOf(other) !== loginOf(call) && entries.some(({ by }) => by !== execution),
		);
		if (hasOtherLogin) return this.refuse('other login');
		const entry = note.calls[call]?.find(
			(one) => !underWay.has(one) && (one.by !== execution || one.state !== 'accepted'),
		);
		if (entry === undefined) return undefined;
		// The entry now stands for a call of this execution, which a later retry must find.
		entry.by = execution;
		return outcomes.get(entry) ?? outcomeOfStored(entry);
	}

	private refuse(why: Reason): Outcome {
		return notRepeated(why, this.life.beganAt);
	}

	async begin(messages: readonly Message[], portionSize: number) {
		const keys = new Map<number, string>();
		for (const { item, key } of messages) if (key !== undefined) keys.set(item, key);
		if (keys.size > 0) this.keys = new Keys(this.life, keys, portionSize);
		const turn = await this.takeTurn();
		const { keyless, keyed } = this.refusalsAfter(turn);
		const refused = new Map<number, Outcome>();
		for (const message of messages) {
			const outcome = message.key === undefined ? keyless : keyed;
			if (outcome === undefined) continue;
			refused.set(message.item, outcome);
			this.noteRefused(message, outcome);
		}
		return { refused, hasRow: turn !== 'no row' };
	}

	/** The batch decided after `begin` that these messages do not leave. Messages behind them must not wait for them. */
	withdraw(items: Iterable<number>): void {
		for (const item of items) this.keys?.portionOf.get(item)?.withdraw([item]);
	}

	private async takeTurn(): Promise<TurnResult> {
		const { isRetry } = this.life;
		const turnTaken = takeTurn(this.life);
		// Started now, the claim goes into the same write. A retry waits, because its turn may prove nothing.
		if (!isRetry) this.keys?.start();
		try {
			const turn = await turnTaken;
			if (isRetry && turn !== 'unproved' && turn !== 'rekeyed') this.keys?.start();
			return turn;
		} catch (error) {
			return error instanceof NoRow ? 'no row' : 'not noted';
		}
	}

	/** Why messages must not leave after this turn: those without a Send Once Key, and those with one. */
	private refusalsAfter(turn: TurnResult): { keyless?: Outcome; keyed?: Outcome } {
		const { isRetry, note, execution } = this.life;
		const unproved = this.refuse('unproved');
		switch (turn) {
			case 'ours':
				return {};
			case 'taken':
				return { keyless: this.refuse('begun') };
			case 'rekeyed':
				return { keyless: this.refuse('begun'), keyed: this.refuse('other keys') };
			case 'late':
				return { keyless: TOO_SLOW };
			case 'unproved':
				return { keyless: unproved, keyed: unproved };
			case 'not noted':
				// The write that failed may have stored a key all the same.
				return { keyless: NOT_NOTED, keyed: KEY_NOT_CONFIRMED };
			case 'no row': {
				// Without a row, only the note could show what was sent, and this retry has just begun it.
				const isBlind = isRetry && note.by === execution;
				return { keyed: NO_ROW_FOR_KEYS, ...(isBlind && { keyless: unproved }) };
			}
		}
	}

	/** A refused message is noted too, so that the retry of a retry refuses it again. */
	private noteRefused(message: Message, outcome: Outcome): void {
		const state = stateOf(outcome);
		if (state !== undefined) settleEntry(this.addEntry(message), state, outcome);
	}

	private addEntry({ item, call }: Message): Entry {
		const { note, execution } = this.life;
		if (call === undefined) return (note.items[item] = newEntry());
		const entry = newEntry(execution);
		(note.calls[call] ??= []).push(entry);
		return entry;
	}

	private removeEntry({ item, call }: Message, entry: Entry): void {
		const { note } = this.life;
		if (call === undefined) Reflect.deleteProperty(note.items, item);
		else note.calls[call] = (note.calls[call] ?? []).filter((one) => one !== entry);
	}

	/** A message is noted as uncertain before it leaves. So after a crash at any moment, no retry sends it again. */
	sending(message: Message, send: () => Promise<Outcome>) {
		const { item, key } = message;
		const portion = key === undefined ? undefined : this.keys?.portionOf.get(item);
		let entry: Entry | undefined;
		return {
			/** Resolves when the key is claimed. If it resolves to an outcome, the message must not leave. */
			ready: portion?.claimed(item).then((outcome) => {
				if (outcome) this.noteRefused(message, outcome);
				return outcome;
			}),
			tryOnce: async (): Promise<Outcome> => {
				portion?.claimNext();
				entry = this.addEntry(message);
				const outcome = await send();
				// The message may wait for another try when the user presses Stop, and must not be noted as uncertain then.
				if (stateOf(outcome) === undefined) this.removeEntry(message, entry);
				return outcome;
			},
			settled: (outcome: Outcome): void => {
				const state = stateOf(outcome);
				if (entry && state === undefined) this.removeEntry(message, entry);
				else if (entry && state) settleEntry(entry, state, outcome);
				portion?.settled(item, state);
			},
		};
	}

	async end(): Promise<void> {
		await this.keys?.end();
	}

	/** n8n does not run these items again, and the entries of a long list would make the execution's data large. */
	forgetItems(): void {
		const { note, isTool } = this.life;
		if (isTool) return;
		note.items = {};
		note.ended = true;
	}
}
