/** The service's clock: it can run faster than real time, stand still, and be moved on by hand. */

interface Event {
	due: number;
	order: number;
	happen: () => void;
}

const LONGEST_TIMER = 2 ** 31 - 1;

const before = (a: Event, b: Event) => a.due < b.due || (a.due === b.due && a.order < b.order);

/** What is to happen, the earliest first: a binary heap. */
class Agenda {
	private readonly events: Event[] = [];

	get next(): Event | undefined {
		return this.events[0];
	}

	add(event: Event): void {
		const { events } = this;
		let at = events.push(event) - 1;
		while (at > 0) {
			const parent = (at - 1) >> 1;
			const above = events[parent];
			if (above === undefined || !before(event, above)) break;
			events[at] = above;
			at = parent;
		}
		events[at] = event;
	}

	take(): Event | undefined {
		const { events } = this;
		const first = events[0];
		const last = events.pop();
		if (last === undefined || events.length === 0) return first;
		let at = 0;
		for (;;) {
			const left = events[2 * at + 1];
			const right = events[2 * at + 2];
			if (left === undefined) break;
			const onRight = right !== undefined && before(right, left);
			const below = onRight ? right : left;
			if (!before(below, last)) break;
			events[at] = below;
			at = 2 * at + (onRight ? 2 : 1);
		}
		events[at] = last;
		return first;
	}
}

export class ServiceClock {
	private agenda = new Agenda();

	private order = 0;

	private timer: NodeJS.Timeout | undefined;

	/** Where the clock stood when it was last set, and when that was. */
	private base = Date.now();

	private since = performance.now();

	constructor(private rate: number) {}

	now(): number {
		return this.base + (performance.now() - this.since) * this.rate;
	}

	get speed(): number {
		return this.rate;
	}

	set speed(rate: number) {
		this.moveTo(this.now());
		this.rate = rate;
		this.wait();
	}

	/** Lets something happen after this much of the service's time. */
	after(ms: number, happen: () => void): void {
		const event = { due: this.now() + ms, order: this.order++, happen };
		this.agenda.add(event);
		if (this.agenda.next === event) this.wait();
	}

	/** Moves on at once; whatever falls into that time happens, in its order and at its time. */
	advance(ms: number): void {
		const target = this.now() + ms;
		this.happenUntil(target, true);
		this.moveTo(target);
		this.wait();
	}

	/** Forgets what was to happen, and tells the real time again. */
	reset(rate: number): void {
		this.agenda = new Agenda();
		this.rate = rate;
		this.moveTo(Date.now());
		this.stop();
	}

	stop(): void {
		clearTimeout(this.timer);
	}

	private moveTo(time: number): void {
		this.base = time;
		this.since = performance.now();
	}

	private happenUntil(target: number, setting: boolean): void {
		for (;;) {
			const { next } = this.agenda;
			if (next === undefined || next.due > target) return;
			this.agenda.take();
			if (setting) this.moveTo(Math.max(this.base, next.due));
			next.happen();
		}
	}

	private wait(): void {
		this.stop();
		const { next } = this.agenda;
		if (next === undefined || this.rate === 0) return;
		const delay = Math.min(LONGEST_TIMER, Math.max(0, (next.due - this.now()) / this.rate));
		this.timer = setTimeout(() => {
			this.happenUntil(this.now(), false);
			this.wait();
		}, delay);
	}
}
