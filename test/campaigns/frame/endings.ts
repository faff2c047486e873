/** What must be ended when the run is over, however that comes: the last that was started ends first. */
export class Endings {
	private readonly ends: (() => Promise<void> | void)[] = [];
	private over: Promise<void> | undefined;

	add(end: () => Promise<void> | void): void {
		this.ends.push(end);
	}

	endAll(): Promise<void> {
		this.over ??= this.endInTurn();
		return this.over;
	}

	private async endInTurn(): Promise<void> {
		for (const end of this.ends.reverse()) {
			try {
				await end();
			} catch (error) {
				// One that does not end in order must not keep the others alive.
				process.stderr.write(`While ending: ${String(error)}\n`);
			}
		}
	}
}

/** Ctrl-C, a closed terminal and a polite kill end everything, too. */
export function endOnSignals(endings: Endings): void {
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
		process.once(signal, () => {
			void endings.endAll().then(() => process.exit(130));
		});
	}
}
