import type { CancelRow } from './cancel';
import { shortened, table } from './markdown';
import { nameOf } from './settings';

const LONGEST_WORDS = 160;

/** What became of broadcasts that were stopped in the middle. Pure. */
export const cancelSection = (rows: readonly CancelRow[]) =>
	table(
		[
			'On Error, Retry On Fail',
			'Save Execution Progress',
			'Requests when Stop was pressed',
			'Requests in all',
			'Last one after',
			'Accepted',
			'Accepted, as n8n’s log tells',
			'What the execution says',
			'Retry',
			'After Retry: accepted',
			'After Retry: twice',
			'Met',
		],
		rows.map((row) => [
			nameOf(row.settings),
			row.saveProgress ? 'on' : 'off',
			String(row.requestsAtStop),
			String(row.requests),
			`${row.lastStartMs} ms`,
			String(row.accepted),
			row.toldAccepted === undefined ? 'not told' : String(row.toldAccepted),
			shortened(row.said, LONGEST_WORDS),
			shortened(row.retry, LONGEST_WORDS),
			String(row.afterRetry.accepted),
			String(row.afterRetry.twice),
			row.wrong.length === 0 ? 'yes' : `**no**: ${row.wrong.join('; ')}`,
		]),
	);
