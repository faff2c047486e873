import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { wordsOf } from '../../../scripts/n8n/say.js';
import type { Report } from './report';

type End = () => unknown;

/** Everything that must end with a run, however the run ends. What was started last ends first. */
export class Endings {
	private readonly ends: End[] = [];
	private over: Promise<void> | undefined;

	add(end: End): void {
		this.ends.push(end);
	}

	/** A folder that is removed at the end. Other users may look into it, such as PostgreSQL's. */
	folder(): string {
		const folder = mkdtempSync(path.join(tmpdir(), 'messaging-campaign-'));
		this.add(() => {
			rmSync(folder, { recursive: true, force: true });
		});
		return folder;
	}

	/** Ends what a part of the run has started when that part is over. */
	async within<T>(work: (endings: Endings) => Promise<T>): Promise<T> {
		const part = new Endings();
		this.add(() => part.endAll());
		try {
			return await work(part);
		} finally {
			await part.endAll();
		}
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

/** Runs a campaign and writes its report. Ctrl-C, a closed terminal and a polite kill end all that it started. */
export async function runCampaign(
	report: Report,
	work: (endings: Endings) => Promise<void>,
	isKept = true,
): Promise<void> {
	const endings = new Endings();
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
		process.once(signal, () => {
			void endings.endAll().then(() => process.exit(130));
		});
	}
	try {
		await work(endings);
	} catch (error) {
		report.part('The run itself');
		report.holds('The run came to its end', [wordsOf(error)]);
	} finally {
		await endings.endAll();
	}
	report.end(isKept);
}
