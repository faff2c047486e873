import type { Outcome } from '../outcome';
import { Keys } from './keys';
import { NoRow, type Attempt } from './marks';
import { closeEntry, newEntry, noteStateOf, outcomes, underWay, type Entry } from './note';
import { takeTurn, type Turn } from './turn';
import { NOT_NOTED, notRepeated, noRowForKeys, outcomeOfStored, type Reason } from './words';

export interface Message {
	item: number;
	key: string | undefined;
	/** A keyed digest of the request of an agent's call. All calls come as item 0. */
	call: string | undefined;
	/** Its name in the note, if not the number of its item. A test and the real message are two messages. */
	noted?: number | string;
}

/** What must not leave: messages without a Send Once Key, and those with one. */
interface Refusals {
	keyless?: Outcome;
	keyed?: Outcome;
}

const refusingAll = (outcome: Outcome): Refusals => ({ keyless: outcome, keyed: outcome });

/** The one place that decides whether a message may leave: the note, then the turn, then the key. */
export class Register {
	private readonly keys: Keys;

	constructor(private readonly attempt: Attempt) {
		this.keys = new Keys(attempt);
	}

	/** A message with an outcome in the note must not leave again. Undefined means that the note does not know it. */
	known({ item, noted = item, call, key }: Message): Outcome | undefined {
		const { note, isUnreadable } = this.attempt;
		if (call !== undefined && !isUnreadable) return this.knownCall(call, key);
		if (note.ended === true) return notRepeated('ended run');
		const entry = note.items[noted];
		if (entry) return outcomes.get(entry) ?? outcomeOfStored(entry, key);
		return isUnreadable ? this.refuse('unreadable note') : undefined;
	}

	/** An agent may repeat a call on purpose, so an accepted call of an earlier execution stands for one call only. */
	private knownCall(call: string, key: string | undefined): Outcome | undefined {
		const { note, execution } = this.attempt;
		const entry = note.calls[call]?.find(
			(one) => !underWay.has(one) && (one.by !== execution || one.state !== 'accepted'),
		);
		if (entry === undefined) return undefined;
		// The entry now stands for a call of this execution, which a later retry must find.
		entry.by = execution;
		return outcomes.get(entry) ?? outcomeOfStored(entry, key);
	}

	private refuse(why: Reason): Outcome {
		return notRepeated(why, this.attempt.beganAt);
	}

	async begin(messages: readonly Message[]) {
		const turn = await takeTurn(this.attempt).catch((error: unknown) =>
			error instanceof NoRow ? 'no row' : 'not noted',
		);
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

	private refusalsAfter(turn: Turn | 'no row' | 'not noted'): Refusals {
		const { isRetry, isTool, note, execution } = this.attempt;
		switch (turn) {
			case 'ours':
				return {};
			case 'taken':
				return { keyless: this.refuse('begun') };
			case 'rekeyed':
				return { keyless: this.refuse('begun'), keyed: this.refuse('other keys') };
			case 'unproved':
				return refusingAll(this.refuse('unproved'));
			case 'not noted':
				return refusingAll(NOT_NOTED);
			case 'no row': {
				// Without a row, only the note could show what was sent, and this retry has just begun it.
				const isBlind = isRetry && note.by === execution;
				return {
					keyed: noRowForKeys(isTool),
					...(isBlind && { keyless: this.refuse('unproved') }),
				};
			}
		}
	}

	/** A refused message is noted too, so that the retry of a retry refuses it again. */
	private noteRefused(message: Message, outcome: Outcome): void {
		const state = noteStateOf(outcome);
		if (state !== undefined) closeEntry(this.addEntry(message), state, outcome);
	}

	private addEntry({ item, noted = item, call }: Message): Entry {
		const { note, execution } = this.attempt;
		if (call === undefined) return (note.items[noted] = newEntry());
		const entry = newEntry(execution);
		(note.calls[call] ??= []).push(entry);
		return entry;
	}

	private removeEntry({ item, noted = item, call }: Message, entry: Entry): void {
		const { note } = this.attempt;
		if (call === undefined) Reflect.deleteProperty(note.items, noted);
		else note.calls[call] = (note.calls[call] ?? []).filter((one) => one !== entry);
	}

	/** A message is noted as uncertain before it leaves, since n8n may store the note at any moment. */
	sending(message: Message, send: () => Promise<Outcome>) {
		const { item, key } = message;
		const claim = async (own: string) => {
			const outcome = await this.keys.claim(item, own);
			if (outcome) this.noteRefused(message, outcome);
			return outcome;
		};
		let entry: Entry | undefined;
		return {
			/** If this resolves to an outcome, the message must not leave. */
			ready: key === undefined ? undefined : async () => await claim(key),
			tryOnce: async (): Promise<Outcome> => {
				entry = this.addEntry(message);
				const outcome = await send();
				// The message may wait for another try when the user presses Stop, and must not be noted as uncertain then.
				if (noteStateOf(outcome) === undefined) this.removeEntry(message, entry);
				return outcome;
			},
			ended: (outcome: Outcome): void => {
				const state = noteStateOf(outcome);
				if (entry && state) closeEntry(entry, state, outcome);
				this.keys.ended(item, outcome.fate);
			},
		};
	}

	async end(): Promise<void> {
		await this.keys.end();
	}

	/** n8n does not run these items again, and the entries of a long list would make the execution's data large. */
	forgetItems(): void {
		const { note, isTool } = this.attempt;
		if (isTool) return;
		note.items = {};
		note.ended = true;
	}
}
