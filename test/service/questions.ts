import { createInterface, type Interface } from 'node:readline';
import { Writable } from 'node:stream';

/**
 * Asks in a terminal, or reads the answers from a pipe, one in each line. There is one reader for all questions, since a
 * second one would miss what the first has read.
 */
export class Questions {
	private readonly reader: Interface;
	private readonly isTerminal = process.stdin.isTTY;
	private lines: string[] = [];
	private taken: ((line: string) => void) | undefined;
	private isEnded = false;
	private isHidden = false;

	constructor() {
		const output = new Writable({
			write: (chunk: Buffer, _encoding, done) => {
				if (!this.isHidden) process.stdout.write(chunk);
				done();
			},
		});
		const { isTerminal: terminal } = this;
		// Without a history, the arrow keys cannot show a password.
		this.reader = createInterface({ input: process.stdin, output, terminal, historySize: 0 });
		this.reader.on('line', (line) => {
			if (this.taken) this.taken(line);
			else this.lines.push(line);
		});
		this.reader.on('close', () => {
			this.isEnded = true;
			this.taken?.('');
		});
		this.reader.on('SIGINT', () => process.exit(130));
	}

	/** The answer is empty if there are no more lines. */
	async ask(words: string, isHidden = false): Promise<string> {
		// What was typed before the question is no answer to it.
		if (this.isTerminal) this.lines = [];
		if (this.isEnded) process.stdout.write(words);
		else {
			// The reader writes the words itself. It would clear a line that others wrote.
			this.reader.setPrompt(words);
			this.reader.prompt();
		}
		this.isHidden = isHidden;
		const given = this.lines.shift() ?? (this.isEnded ? '' : await this.nextLine());
		this.isHidden = false;
		if (isHidden || !this.isTerminal) process.stdout.write('\n');
		return given.trim();
	}

	private async nextLine(): Promise<string> {
		const line = await new Promise<string>((resolve) => (this.taken = resolve));
		this.taken = undefined;
		return line;
	}

	async confirm(words: string): Promise<boolean> {
		return /^y(es)?$/i.test(await this.ask(`${words} y/n `));
	}
}
