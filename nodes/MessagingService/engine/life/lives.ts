import type { Message, Register } from '../register';
import { Life } from './life';

/** The messages of one node run. Its methods are called in this order. */
export class Lives {
	readonly all: Life[] = [];
	private readonly claims: Promise<unknown>[] = [];

	constructor(private readonly register: Register) {}

	plan(message: Message, isWrong = false): Life {
		const life = new Life(message, this.register, isWrong);
		this.all.push(life);
		return life;
	}

	/** Asks the note. */
	remember(): void {
		const noted = this.register.noted(this.all.map(({ message }) => message));
		for (const [at, life] of this.all.entries()) life.remember(noted[at] ?? 'nothing');
	}

	/** Asks what another execution may have sent. To ask is a write, so a first execution asks only if something is to leave. */
	async doubt(): Promise<void> {
		const { retry, isTool } = this.register.attempt;
		const left = this.all.filter(({ isUndecided }) => isUndecided);
		// A test goes to the user's own number, so it takes nothing that the list needs. Each call of a tool is a new message.
		const isAlone = ({ message, isWrong }: Life) => message.isTest === true || (isWrong && isTool);
		const isAsked = left.some((life) => !isAlone(life) && (retry !== undefined || !life.isWrong));
		const doubted = isAsked ? await this.register.doubt() : 'none';
		for (const life of left) life.doubt(isAlone(life) ? 'none' : doubted);
	}

	/** Asks for the keys of messages that leave soon. */
	async claim(lives: readonly Life[]): Promise<void> {
		const keyed = lives.filter(({ message }) => message.key !== undefined);
		if (keyed.length === 0) return;
		const keys = keyed.flatMap(({ message }) => message.key ?? []);
		const claiming = this.register.claim(keys).then((found) => {
			for (const [at, life] of keyed.entries()) life.claim(found[at] ?? 'key not stored');
		});
		this.claims.push(claiming);
		await claiming;
	}

	/** Nobody tries what has not left. What is under way ends. */
	stop(): void {
		for (const life of this.all) life.stop();
	}

	/** Frees the keys of messages that never left, so that a later execution can send them. */
	async end(): Promise<void> {
		await Promise.all(this.claims);
		this.stop();
		await this.register.removeMarks();
	}
}
