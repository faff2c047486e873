/** Messages of one sender are a random time in this range apart, so that they look less automatic. */
export interface PauseBetween {
	sender: string;
	fromMs: number;
	toMs: number;
}

export interface SenderPause extends PauseBetween {
	/** When the sender may send again. It is infinite while one of its requests is under way. */
	turn: { opensAt: number };
}

const KEPT = 10_000;

/** The paused senders of one account, by execution. They outlive a node run, so a loop keeps the pauses too. */
export class PausedSenders {
	private readonly turns = new Map<string, SenderPause['turn']>();

	pauseOf(execution: string, pause: PauseBetween | undefined): SenderPause | undefined {
		if (pause === undefined) return undefined;
		const key = JSON.stringify([execution, pause.sender]);
		const turn = this.turns.get(key) ?? { opensAt: Number.NEGATIVE_INFINITY };
		// A sender moves to the end of the map when it is used, so the first one was used longest ago.
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
