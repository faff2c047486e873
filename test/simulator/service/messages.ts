import type { Message, PhoneEntry } from './message';

const MOST_ON_A_PHONE = 200;

/** The newest messages and answers, up to a bound. */
export class Messages {
	private readonly byRef = new Map<string, Message>();

	private readonly phones = new Map<string, PhoneEntry[]>();

	constructor(private readonly capacity: number) {}

	add(entry: PhoneEntry): void {
		const phone = this.phones.get(entry.number) ?? [];
		// The phone with the newest entry is the last.
		this.phones.delete(entry.number);
		this.phones.set(entry.number, phone);
		phone.push(entry);
		if (phone.length > MOST_ON_A_PHONE) phone.shift();
		if (this.phones.size > this.capacity) this.forgetPhone();
		if (entry.direction === 'out') return;
		this.byRef.set(entry.id, entry);
		if (this.byRef.size > this.capacity) this.forgetMessage();
	}

	get(ref: string): Message | undefined {
		return this.byRef.get(ref);
	}

	all(): Message[] {
		return [...this.byRef.values()];
	}

	onPhone(number: string): readonly PhoneEntry[] {
		return this.phones.get(number) ?? [];
	}

	/** The newest first. */
	numbers(most: number): { number: string; messages: number }[] {
		return [...this.phones]
			.slice(-most)
			.reverse()
			.map(([number, entries]) => ({ number, messages: entries.length }));
	}

	private forgetPhone(): void {
		const [oldest = ''] = this.phones.keys();
		this.phones.delete(oldest);
	}

	private forgetMessage(): void {
		const [oldest] = this.byRef.values();
		if (oldest === undefined) return;
		this.byRef.delete(oldest.id);
		const phone = this.phones.get(oldest.number) ?? [];
		if (phone.includes(oldest)) phone.splice(phone.indexOf(oldest), 1);
	}
}
