import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Asks in a terminal, or reads the answers from a pipe, one in each line. One reader asks all, since a second one would miss what the first has read. */
export class Questions {
	private isHidden = false;
	private readonly reader = createInterface({
		input: process.stdin,
		output: new Writable({
			write: (chunk: Buffer, _encoding, done) => {
				if (!this.isHidden) process.stdout.write(chunk);
				done();
			},
		}),
		terminal: process.stdin.isTTY,
		// Without a history, the arrow keys cannot show a password.
		historySize: 0,
	});
	private readonly lines = process.stdin.isTTY ? undefined : this.reader[Symbol.asyncIterator]();

	/** The answer is empty if there are no more lines. */
	async ask(words: string, isHidden = false): Promise<string> {
		if (this.lines) {
			process.stdout.write(`${words}\n`);
			const { value = '' } = await this.lines.next();
			return value.trim();
		}
		// What was typed before the question is no answer to it: the reader drops it.
		const answer = this.reader.question(words);
		this.isHidden = isHidden;
		const given = await answer;
		if (this.isHidden) process.stdout.write('\n');
		this.isHidden = false;
		return given.trim();
	}

	async confirm(words: string): Promise<boolean> {
		return /^y(es)?$/i.test(await this.ask(`${words} y/n `));
	}
}
