/** The service's clock. It can run faster than real time, stand still, and be moved forward. */

interface Event {
	due: number;
	happen: () => void;
}

const LONGEST_TIMER = 2 ** 31 - 1;

export class ServiceClock {
	/** The pending events, the earliest first. */
	private agenda: Event[] = [];

	private timer: NodeJS.Timeout | undefined;

	/** The service's time when the clock was last set, and the real time of that moment. */
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

	/** Schedules an event on the service's clock. Events of the same time keep their order. */
	after(ms: number, happen: () => void): void {
		const due = this.now() + ms;
		const index = this.agenda.findLastIndex((event) => event.due <= due) + 1;
		this.agenda.splice(index, 0, { due, happen });
		if (index === 0) this.wait();
	}

	/** Moves the clock forward immediately. The events of that time happen in their order, each at its time. */
	advance(ms: number): void {
		const target = this.now() + ms;
		this.happenUntil(target, true);
		this.moveTo(target);
		this.wait();
	}

	/** Removes the pending events, and sets the clock to the real time. */
	reset(rate: number): void {
		this.agenda = [];
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
			const [next] = this.agenda;
			if (next === undefined || next.due > target) return;
			this.agenda.shift();
			if (setting) this.moveTo(Math.max(this.base, next.due));
			next.happen();
		}
	}

	private wait(): void {
		this.stop();
		const [next] = this.agenda;
		if (next === undefined || this.rate === 0) return;
		const delay = Math.min(LONGEST_TIMER, Math.max(0, (next.due - this.now()) / this.rate));
		this.timer = setTimeout(() => {
			this.happenUntil(this.now(), false);
			this.wait();
		}, delay);
	}
}
