import { z } from 'zod';

import { doubledOf, timesOf } from '../frame/journal';
import type { Part } from '../frame/report';

/** What the table of a long list says in the end, held against what the service accepted. */

export const PEOPLE = Number(process.env.LIST_PEOPLE ?? 5000);
export const KILLS = 5;
/** Two executions may be under way, each with ten. */
const FEW_AT_A_KILL = 20;

export const row = z.object({
	number: z.string(),
	state: z.string().nullish(),
	ref_no: z.string().nullish(),
	status: z.string().nullish(),
});

export type Row = z.output<typeof row>;

export const NOTHING = { left: PEOPLE, sent: 0, delivered: 0, read: 0, failed: 0, unclear: 0 };
export const counted = z.object({
	...{ left: z.number(), sent: z.number(), delivered: z.number() },
	...{ read: z.number(), failed: z.number(), unclear: z.number() },
});

export function judge(
	part: Part,
	rows: readonly Row[],
	accepted: readonly { to: string; ref_no: string }[],
	count: z.output<typeof counted>,
): void {
	const times = timesOf(accepted.map(({ to }) => to));
	const rowsOf = (state: string) => rows.filter((one) => one.state === state);
	const [sent, unclear] = [rowsOf('sent'), rowsOf('unclear')];
	const numberOfRef = new Map(accepted.map(({ ref_no, to }) => [ref_no, to]));
	const unnoted = sent.filter(({ ref_no }) => !ref_no);
	const inTable = new Set(rows.map(({ number }) => number)).size;
	part.same('Nobody got it twice', doubledOf(times), 0);
	part.same('Every person is in the table once', [inTable, rows.length], [PEOPLE, PEOPLE]);
	part.same('Every person is sent, or named as unclear', sent.length + unclear.length, PEOPLE);
	const few = 'Few are unclear, or without their ref_no: some of those on their way at a kill';
	part.same(few, Math.max(unclear.length, unnoted.length) <= KILLS * FEW_AT_A_KILL, true);
	const none = (what: string, isWrong: (one: Row) => unknown, of = rows) => {
		part.same(what, of.filter(isWrong), []);
	};
	none('Each person who counts as sent was accepted', ({ number }) => !times.has(number), sent);
	none(
		'Each ref_no is that of the person',
		({ ref_no, number }) => ref_no && numberOfRef.get(ref_no) !== number,
	);
	none('Only rows with a ref_no have a report', ({ ref_no, status }) => !ref_no && status);
	part.same('Progress counts what the table says', count, {
		left: 0,
		sent: sent.length,
		delivered: rows.filter(({ status }) => status === 'delivered').length,
		read: 0,
		failed: 0,
		unclear: unclear.length,
	});
	part.figure('accepted, of them twice', `${accepted.length}, ${doubledOf(times)}`);
	part.figure('sent, but a kill kept their ref_no from being noted', unnoted.length);
}
