import { z } from 'zod';

import { readExamples } from '../n8n/playground';
import { resolveExpression } from '../support/expression';

/** What the expressions of the long list make of what they may meet. */

const NEVER = 9_007_199_254_740_991;
const NOW = 1_000_000;

const assignments = z.object({
	assignments: z.object({
		assignments: z.array(z.object({ name: z.string(), value: z.string() })),
	}),
});
const columns = z.object({ columns: z.object({ value: z.record(z.string(), z.string()) }) });
const options = z.object({ options: z.object({ sendOnceKey: z.string() }) });

const parametersOf = (name: string) =>
	readExamples()['broadcast-to-a-long-list']?.nodes.find((node) => node.name === name)?.parameters;

const assigned = (name: string) => assignments.parse(parametersOf(name)).assignments.assignments;

/** What stands in the expressions for other nodes, by a name that this engine is given a value for. */
const GIVEN = {
	"$('Settings').first().json": '$settings',
	"$('Take them').item.json": '$row',
	"$('Tried today').first().json": '$today',
	"$('On their way').all()": '$way',
	'$now.toMillis()': '$ms',
	'$now.hour': '$hour',
	$json: '$item',
};

function resolved(expression: string, values: Record<string, unknown>): unknown {
	const named = Object.entries(GIVEN).reduce(
		(text, [from, to]) => text.replaceAll(from, to),
		expression,
	);
	return resolveExpression(named, values);
}

describe('The example of a long list', () => {
	const row = { id: 7, number: '6281234567011', state: 'taken', status: '', ref_no: '', tries: 1 };
	const accepted = { ref_no: 'R1', status: 'accepted', status_code: null, destination: '6281' };

	const allResolved = (expressions: [string, string][], values: Record<string, unknown>) =>
		Object.fromEntries(expressions.map(([name, text]) => [name, resolved(text, values)]));

	const noted = (item: Record<string, unknown>, tries = 1) => {
		const became = assigned('What became of it');
		const $item = allResolved(
			became.map(({ name, value }) => [name, value]),
			{ $item: item },
		);
		const { value } = columns.parse(parametersOf('Note the outcome')).columns;
		return allResolved(Object.entries(value), { $item, $row: { tries }, $ms: NOW });
	};

	const uncertain = { ...row, error: 'No answer', was_sent: 'maybe' };
	const refused = { ...row, ref_no: 'old', error: 'No', was_sent: 'no' };
	const validated = { sent: false, would_send_to: '6281', details: {}, already_sent: true };
	const known = { sent: false, already_sent: true, send_once_key: 'a' };
	const LATER = NOW + 120_000;

	it.each([
		['accepted', accepted, 'sent', NEVER, 'R1'],
		['accepted before a crash', known, 'sent', NEVER, ''],
		['perhaps accepted', uncertain, 'unclear', NEVER, ''],
		['refused', refused, 'waiting', LATER, ''],
		['only validated', validated, 'waiting', LATER, ''],
		['passed on by a node that is switched off', row, 'waiting', LATER, ''],
	])('A message that was %s is noted', (_, item, state, next, ref) => {
		expect(noted(item)).toMatchObject({ state, next_try: next, ref_no: ref });
	});

	it.each([
		[2, 'waiting', NOW + 10 * 60_000],
		[3, 'waiting', NOW + 50 * 60_000],
		[4, 'waiting', NOW + 250 * 60_000],
		[5, 'failed', NEVER],
	])('A message that was refused %i times is %s, until %i', (tries, state, next) => {
		const item = { error: 'No', was_sent: 'no' };
		expect(noted(item, tries)).toMatchObject({ state, outcome: 'No', next_try: next });
	});
});

it.each([
	{ from: 8, until: 20, open: [8, 12, 19], closed: [0, 7, 20, 23] },
	{ from: 20, until: 8, open: [20, 23, 0, 7], closed: [8, 12, 19] },
	{ from: 0, until: 24, open: [0, 12, 23], closed: [] },
])('The list sends from $from to $until only', ({ from, until, open, closed }) => {
	const [{ value } = { value: '' }] = assigned('How many now');
	const howManyAt = ($hour: number) =>
		resolved(value, {
			$hour,
			$settings: { from_hour: from, until_hour: until, max_per_minute: 55, max_per_day: 100 },
			$way: [{ json: {} }],
			$today: { sent_today: 60 },
		});
	expect(open.map(howManyAt)).toEqual(open.map(() => 40));
	expect(closed.map(howManyAt)).toEqual(closed.map(() => 0));
});

it('A number has one Send Once Key, however it is written', () => {
	const { sendOnceKey } = options.parse(parametersOf('Send the template')).options;
	const keys = ['6281234567011', '+62 812-3456-7011', 6_281_234_567_011, '6281234567011.0'].map(
		(number) => resolved(sendOnceKey, { $item: { number }, $settings: { campaign: 'c' } }),
	);
	expect(new Set(keys)).toEqual(new Set(['c 6281234567011']));
});
