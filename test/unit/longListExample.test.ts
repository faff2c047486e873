import { z } from 'zod';

import { readExamples } from '../n8n/playground';
import { resolveExpression } from '../support/expression';

const NEVER = 9_007_199_254_740_991;
const NOW = 1_000_000;

const assignments = z.object({
	assignments: z.object({
		assignments: z.array(z.object({ name: z.string(), value: z.string() })),
	}),
});
const columns = z.object({ columns: z.object({ value: z.record(z.string(), z.string()) }) });
const options = z.object({ options: z.object({ sendOnceKey: z.string() }) });

const nodesOf = (example: string) => readExamples()[example]?.nodes ?? [];
const parametersOf = (name: string) =>
	nodesOf('broadcast-to-a-long-list').find((node) => node.name === name)?.parameters;

const assigned = (name: string) => assignments.parse(parametersOf(name)).assignments.assignments;

/** References to other nodes, each by the name under which a test gives its value. */
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
	const replaced = (text: string, [from, to]: [string, string]) => text.replaceAll(from, to);
	return resolveExpression(Object.entries(GIVEN).reduce(replaced, expression), values);
}

describe('The example of a long list', () => {
	const row = { id: 7, number: '6281234567011', state: 'taken', status: '', ref_no: '', tries: 1 };
	const accepted = { ref_no: 'R1', status: 'accepted', status_code: null, destination: '6281' };

	const allResolved = (expressions: (readonly [string, string])[], values: object) =>
		Object.fromEntries(expressions.map(([name, text]) => [name, resolved(text, { ...values })]));

	const noted = (item: Record<string, unknown>, tries = 1) => {
		const became = assigned('What became of it').map(({ name, value }) => [name, value] as const);
		const $item = allResolved(became, { $item: item });
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
		['uncertain', uncertain, 'unclear', NEVER, ''],
		['refused', refused, 'waiting', LATER, ''],
		['only validated', validated, 'waiting', LATER, ''],
		['passed on by a node that is switched off', row, 'waiting', LATER, ''],
	])('A message that was %s is noted as %s, to be tried at %i', (_, item, state, next, ref) => {
		expect(noted(item)).toMatchObject({ state, next_try: next, ref_no: ref });
	});
});

it.each([
	{ from: 8, until: 20, open: [8, 12, 19], closed: [0, 7, 20, 23] },
	{ from: 20, until: 8, open: [20, 23, 0, 7], closed: [8, 12, 19] },
	{ from: 0, until: 24, open: [0, 12, 23], closed: [] },
])('The long list sends from $from to $until only', ({ from, until, open, closed }) => {
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

const WRITTEN = ['6281234567011', '+62 812-3456-7011', 6_281_234_567_011, '6281234567011.0'];

it.each(WRITTEN)('The number %j of the long list has the Send Once Key of its digits', (number) => {
	const { sendOnceKey } = options.parse(parametersOf('Send the template')).options;
	const key = resolved(sendOnceKey, { $item: { number }, $settings: { campaign: 'c' } });
	expect(key).toBe('c 6281234567011');
});

it('The example delivery-reports keeps the arrival of a report that has no time', () => {
	const [statusAt] = nodesOf('delivery-reports')
		.flatMap(({ parameters }) => assignments.safeParse(parameters).data?.assignments ?? [])
		.flatMap((one) => one.assignments.filter(({ name }) => name === 'status_at'));
	const arrived = '2026-03-02T08:00:00+07:00';
	const $item = { status: 'read', status_at: null, sent_at: '2026-03-01', arrived_at: arrived };
	expect(resolved(statusAt?.value ?? '', { $item })).toBe(arrived);
});
