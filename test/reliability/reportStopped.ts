import { table } from '../docs/markdown';
import type { StoppedRun } from './results';
import { nameOf } from './settings';

const yesNo = (value: boolean) => (value ? 'on' : 'off');

/** What became of broadcasts that were stopped in the middle. Pure. */
export const stoppedSection = (runs: readonly StoppedRun[]) =>
	table(
		[
			'On Error, Retry On Fail',
			'Save execution progress',
			'Requests at the press, in all',
			'Last one after',
			'Accepted',
			'Accepted, says the log',
			'Accepted after Retry',
			'Twice',
			'Met',
		],
		runs.map((run) => [
			nameOf(run),
			yesNo(run.saveProgress),
			`${run.requestsAtStop}, ${run.requests}`,
			`${run.lastStartMs} ms`,
			String(run.accepted),
			run.toldAccepted === null ? 'not told' : String(run.toldAccepted),
			run.retry.startsWith('n8n refused') ? 'n8n refuses to retry' : String(run.retryAccepted),
			String(run.retryAcceptedTwice),
			run.wrong.length === 0 ? 'yes' : `**no**: ${run.wrong.join('; ')}`,
		]),
	);
