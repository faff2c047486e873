/** The next message of the same sender waits a random time in this range. */
export interface PauseBetween {
	sender: string;
	fromMs: number;
	toMs: number;
}

/** The turn of a sender opens after the pause of its last job, and never while a request of it is under way. */
export interface SenderPause extends PauseBetween {
	turn: { opensAt: number };
}

const KEPT = 10_000;

/** The senders of one account, separate for each execution. They outlive a node run, so the next one waits too. */
export class PausedSenders {
	private readonly turns = new Map<string, SenderPause['turn']>();

	pauseOf(execution: string, pause: PauseBetween | undefined): SenderPause | undefined {
		if (pause === undefined) return undefined;
		const key = JSON.stringify([execution, pause.sender]);
		const turn = this.turns.get(key) ?? { opensAt: Number.NEGATIVE_INFINITY };
		// The sender that was not used for the longest time is forgotten first.
		this.turns.delete(key);
		this.turns.set(key, turn);
		const [oldest] = this.turns.keys();
		if (this.turns.size > KEPT && oldest !== undefined) this.turns.delete(oldest);
		return { ...pause, turn };
	}

	isIdle(now: number): boolean {
		return [...this.turns.values()].every(({ opensAt }) => opensAt <= now);
	}
}
