import { isFailure, type Outcome } from '../outcome';
import { doubtOf } from './doubt';
import { Keys } from './keys';
import { NoRow, type Attempt } from './marks';
import { outcomeOf, setEntry, setUnderWay, uncertainCallsOf } from './note';
import { NOT_NOTED, notRepeated, noRowForKeys, outcomeOfStored } from './words';

export interface Message {
	item: number;
	key: string | undefined;
	/** The request of an agent's call. All calls come as item 0. */
	call: string | undefined;
	/** Its name in the note, if not the number of its item. A test and the real message are two messages. */
	noted?: number | string;
}

/** What must not leave: messages without a Send Once Key, and those with one. */
interface Refusals {
	keyless?: Outcome;
	keyed?: Outcome;
}

/**
 * The one place that decides whether a message may leave: the note (`known`), then a doubt about it (`begin`), then the key
 * (`claim`). After these, in this order, each message has `tryOnce` and `ended`, and the node run has `end`.
 */
export class Register {
	private readonly keys: Keys;

	constructor(private readonly attempt: Attempt) {
		this.keys = new Keys(attempt);
	}

	/** A message with an outcome in the note must not leave again. Undefined means that the note does not know it. */
	known({ item, noted = item, call, key }: Message): Outcome | undefined {
		const { note, isUnreadable } = this.attempt;
		if (isUnreadable) return notRepeated('unreadable note');
		if (call !== undefined) return uncertainCallsOf(note).get(call);
		if (note.ended === true) return notRepeated('ended run');
		const entry = note.items[noted];
		return entry && (outcomeOf(entry) ?? outcomeOfStored(entry, key));
	}

	/** Resolves to what becomes of those that must not leave. */
	async begin(messages: readonly Message[]): Promise<ReadonlyMap<number, Outcome>> {
		const { keyless, keyed } = await this.refusals();
		const refused = new Map<number, Outcome>();
		for (const message of messages) {
			const outcome = message.key === undefined ? keyless : keyed;
			if (outcome) refused.set(message.item, outcome);
		}
		return refused;
	}

	private async refusals(): Promise<Refusals> {
		const { isTool, retry, keying } = this.attempt;
		const keyless = notRepeated('interrupted');
		try {
			const doubt = await doubtOf(this.attempt);
			if (!doubt) return {};
			return { keyless, ...(doubt.keying !== keying && { keyed: notRepeated('other keys') }) };
		} catch (error) {
			if (!(error instanceof NoRow)) return { keyless: NOT_NOTED, keyed: NOT_NOTED };
			return { keyed: noRowForKeys(isTool), ...(retry && { keyless }) };
		}
	}

	/** Claims the keys of messages that leave soon. Resolves to what becomes of those that must not leave. */
	async claim(messages: readonly Message[]): Promise<ReadonlyMap<number, Outcome>> {
		const keys = new Map<number, string>();
		for (const { item, key } of messages) if (key !== undefined) keys.set(item, key);
		return keys.size === 0 ? new Map() : await this.keys.claim(keys);
	}

	private note({ item, noted = item, call }: Message, outcome: Outcome): void {
		const { note } = this.attempt;
		if (call === undefined) setEntry(note, noted, outcome);
		// An agent may repeat a call on purpose, but not one that may have been sent.
		else if (isFailure(outcome) && outcome.fate !== 'notSent') {
			uncertainCallsOf(note).set(call, outcome);
		}
	}

	sending(message: Message, send: () => Promise<Outcome>) {
		return {
			tryOnce: async (): Promise<Outcome> => {
				// n8n may store the note at any moment.
				if (message.call === undefined)
					setUnderWay(this.attempt.note, message.noted ?? message.item);
				const outcome = await send();
				// The message may wait for another try when the user presses Stop, and must not be noted as uncertain then.
				if (outcome.fate === 'notSent') this.note(message, outcome);
				return outcome;
			},
			ended: (outcome: Outcome): void => {
				this.note(message, outcome);
				this.keys.ended(message.item, outcome.fate);
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
