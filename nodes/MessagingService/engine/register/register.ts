import type { Outcome } from '../outcome';
import { doubtOf } from './doubt';
import { claim, marksOfKey, NoRow, type Attempt } from './marks';
import { outcomeOf, setEntry, uncertainCallsOf, type Entry } from './note';

export interface Message {
	item: number;
	/** A digest of its recipient. Undefined if the recipient of a wrong item cannot be read. */
	to: string | undefined;
	key: string | undefined;
	/** The request of an agent's call. All calls come as item 0. */
	call: string | undefined;
	/** A test and the real message are two messages. */
	isTest?: boolean;
	/** Items that are the same message. In a Retry, they may be messages of their own. */
	repeats: number[];
}

/** What the note says of a message. A recipient has moved if its item is another's now. */
export type Noted =
	| 'nothing'
	| 'unreadable note'
	| 'ended run'
	| 'another recipient'
	| 'moved recipient'
	/** With the outcome if this process knows it. `isOfPlace`: it is only known that it was sent for this item. */
	| (Entry & { outcome?: Outcome | undefined; isOfPlace?: true });

/**
 * Whether another execution may have sent messages that the note does not know. `by keys`: it had the same key expression, so each
 * key tells. `other keys`: it had none, or another one. `not asked`: in a Retry, n8n's database failed.
 */
export type Doubted =
	| 'none'
	| 'by keys'
	| 'other keys'
	| 'retried before'
	| 'not asked'
	| 'not noted'
	| 'no row'
	| 'no row of a tool';

/**
 * `used`: its message was accepted. `open key`: no response said whether it was. The last two are errors of n8n's database,
 * in a first execution and in a Retry.
 */
export type KeyFound = 'free' | 'used' | 'open key' | 'key not stored' | 'not asked';

/** To remove marks is a write of the row, so those of about 25 messages are removed together, all marks of a key in one write. */
const REMOVED_TOGETHER = 25;

/** Two executions of the same list, in two processes, would meet at each key. So the one that finds the other's falls back. */
const FALLS_BACK_MS = 2_000;

/** The note stores these names (`0 Ab3d`, `test 0 Ab3d`, `again 0 Ab3d`), so they stay. */
const placeOf = ({ isTest }: Message, item: number) => (isTest ? `test ${item}` : String(item));
const nameOf = (message: Message, item = message.item) =>
	`${placeOf(message, item)} ${message.to ?? ''}`;
/** A corrected repeat is a new message, so its place does not count as sent. */
const asRepeat = (name: string) => `again ${name}`;
const namesOfRepeats = (message: Message) => message.repeats.map((item) => nameOf(message, item));
const splitName = (name: string) => /^(.*) (.*)$/.exec(name)?.slice(1) ?? [];

/**
 * Stores and asks, and decides nothing: the note, the doubt about it, and the keys. `Life` decides.
 * - The note lives in the execution. Its entry is `<place> <digest of the recipient>`, so that an item that is somebody else's
 *   now is not taken for the one that was sent. n8n may store it at any await.
 * - The keys live in n8n's row, which each question writes. If n8n crashes, a mark stays, and what was not written is missing.
 */
export class Register {
	private readonly toRemove: string[] = [];
	/** Until when a claim leaves the keys to another execution that was seen at work on them. */
	private fallsBackUntil = Number.NEGATIVE_INFINITY;

	constructor(readonly attempt: Attempt) {}

	/** What the note says of all messages of a node run, in their order. */
	noted(messages: readonly Message[]): Noted[] {
		const { note, isUnreadable } = this.attempt;
		const names = new Set(messages.flatMap((one) => [nameOf(one), ...namesOfRepeats(one)]));
		const places = new Map<string, Entry>();
		const moved = new Set<string>();
		for (const [name, entry] of Object.entries(note.items)) {
			const [place = '', to = ''] = splitName(name);
			places.set(place, entry);
			if (!names.has(name) && /^\d/.test(place)) moved.add(to);
		}
		return messages.map((message): Noted => {
			const { to, call, isTest } = message;
			if (isUnreadable) return 'unreadable note';
			if (call !== undefined) {
				const outcome = uncertainCallsOf(note).get(call);
				return outcome ? { state: 'uncertain', outcome } : 'nothing';
			}
			if (note.ended === true) return 'ended run';
			const all = [nameOf(message), ...namesOfRepeats(message)];
			const entry = [...all, ...all.map(asRepeat)]
				.map((name) => note.items[name])
				.find((one) => one !== undefined);
			if (entry) return { ...entry, outcome: outcomeOf(entry) };
			if (isTest) return 'nothing';
			const place = placeOf(message, message.item);
			const ofPlace = places.get(place) ?? (to === undefined && places.get(asRepeat(place)));
			if (to !== undefined) {
				if (moved.has(to)) return 'moved recipient';
				return ofPlace ? 'another recipient' : 'nothing';
			}
			return ofPlace ? { ...ofPlace, outcome: outcomeOf(ofPlace), isOfPlace: true } : 'nothing';
		});
	}

	async doubt(): Promise<Doubted> {
		const { isTool, retry, keying } = this.attempt;
		try {
			const doubt = await doubtOf(this.attempt);
			if (!doubt) return 'none';
			if (doubt.wasRetried) return 'retried before';
			return doubt.keying === keying ? 'by keys' : 'other keys';
		} catch (error) {
			if (retry) return 'not asked';
			if (!(error instanceof NoRow)) return 'not noted';
			return isTool ? 'no row of a tool' : 'no row';
		}
	}

	/**
	 * Claims the keys that are free, and says of each what it found. They stay claimed after a crash, so only keys that are
	 * needed soon are claimed.
	 */
	async claim(keys: readonly string[]): Promise<readonly KeyFound[]> {
		void this.removeMarks();
		const { row, retry, clock } = this.attempt;
		const waitMs = this.fallsBackUntil - clock.now();
		if (waitMs > 0) await clock.sleep(waitMs);
		const marks = keys.flatMap((key) => Object.values(marksOfKey(key)));
		const held = await claim(this.attempt, marks).catch(() => undefined);
		if (!held) return keys.map(() => (retry ? 'not asked' : 'key not stored'));
		const all = keys.map((key): KeyFound => {
			const { taken, open } = marksOfKey(key);
			// A key that is open is taken too, so the open mark is looked at first.
			const found = held.has(open) ? 'open key' : held.has(taken) ? 'used' : 'free';
			const added = [taken, open].filter((mark) => !held.has(mark));
			// A mark that was there before may be dropped soon. Written again, it would look young.
			if (found === 'free') row.carry(added);
			else this.toRemove.push(...added);
			return found;
		});
		if (all.includes('open key')) this.fallsBackUntil = clock.now() + FALLS_BACK_MS;
		return all;
	}

	/** A claimed key stays open until it is settled. */
	settle(key: string, is: 'free' | 'used'): void {
		const { taken, open } = marksOfKey(key);
		this.toRemove.push(...(is === 'free' ? [taken, open] : [open]));
		if (this.toRemove.length >= REMOVED_TOGETHER) void this.removeMarks();
	}

	/** If n8n's database fails here, the keys stay open, which is safe. */
	async removeMarks(): Promise<void> {
		await this.attempt.row.remove(this.toRemove.splice(0)).catch(() => undefined);
	}

	/** @param outcome undefined for a message under way. n8n may store the note at any moment */
	write(message: Message, state: Entry['state'] | 'no entry', outcome: Outcome | undefined): void {
		const { note } = this.attempt;
		const { call } = message;
		if (call !== undefined) {
			// An agent may repeat a call on purpose, but not one that may have been sent.
			if (outcome && state !== 'no entry' && state !== 'accepted') {
				uncertainCallsOf(note).set(call, outcome);
			}
			return;
		}
		for (const name of [nameOf(message), ...namesOfRepeats(message).map(asRepeat)]) {
			if (state === 'no entry') Reflect.deleteProperty(note.items, name);
			else setEntry(note, name, state, outcome);
		}
	}

	/** n8n does not run these items again, and the entries of a long list would make the execution's data large. */
	forgetItems(): void {
		const { note, isTool } = this.attempt;
		if (isTool) return;
		note.items = {};
		note.ended = true;
	}
}
