import { z } from 'zod';

import { phoneNumber } from '../../nodes/service';
import { readExamples } from '../n8n/playground';
import { resolveExpression } from '../support/expression';

/** The expressions of examples that decide who gets a message again. */

const set = z.object({
	assignments: z.object({
		assignments: z.array(z.object({ name: z.string(), value: z.string() })),
	}),
});
const options = z.object({ options: z.object({ sendOnceKey: z.string() }) });
const columns = z.object({ columns: z.object({ value: z.record(z.string(), z.string()) }) });

const parametersOf = (example: string, name: string) =>
	readExamples()[example]?.nodes.find((node) => node.name === name)?.parameters;

const NOW = 1_000_000;

const resolved = (expression: string, $item: object) => {
	const text = expression
		.replaceAll('$json', '$item')
		.replaceAll('$now.toISODate()', '$day')
		.replaceAll('$now.toMillis()', '$ms');
	return resolveExpression(text, { $item, $day: '2026-01-01', $ms: NOW });
};

describe('The Outbox', () => {
	const { assignments } = set.parse(parametersOf('outbox', 'Message')).assignments;
	const ofMessage = (name: string, item: object) =>
		resolved(assignments.find((one) => one.name === name)?.value ?? '', item);

	it.each(['0800 0000 011', '628000000011', '+62 800-0000-011', '628000000011.00'])(
		'The number %j is the same person',
		(to) => {
			const country_code = '62';
			expect(ofMessage('who', { to, country_code })).toBe('628000000011');
			const [one, text] = ['628000000011', 'Hello'];
			expect(ofMessage('key', { to, text, country_code })).toBe(
				ofMessage('key', { to: one, text }),
			);
		},
	);

	it.each([
		'0800 0000 011',
		'6.28000000011e12',
		'628000000011 12',
		'628000000011, 628000000012',
		'+62 (0)8000000011',
		'',
	])('The number %j is of nobody, since its digits alone could be those of a stranger', (to) => {
		expect(phoneNumber(String(ofMessage('who', { to }))).ok).toBe(false);
	});

	it('A template with other values is another message, if neither has a key', () => {
		const key = (values?: string[]) =>
			ofMessage('key', { to: '628000000011', template: 'T', ...(values && { values }) });
		expect(new Set([key(), key(['1']), key(['2']), key(['2'])]).size).toBe(3);
	});

	it('The SMS of a message has its key, and not that of another', () => {
		const { sendOnceKey } = options.parse(parametersOf('outbox', 'Send by SMS')).options;
		const keys = ['Order #1001', 'Order #1002', 'Order #1002 (not sent 81.0)'];
		expect(keys.map((key) => resolved(sendOnceKey, { key }))).toEqual([
			...['sms Order #1001', 'sms Order #1002', 'sms Order #1002'],
		]);
		const log = JSON.stringify(parametersOf('outbox', 'Log it'));
		expect(log).toContain("' (not sent ' + $execution.id + '.' + $runIndex + ')'");
	});
});

describe('The example of a long list', () => {
	const row = { id: 7, number: '628000000011', next_try: 5, ref_no: null };
	const [IN_AN_HOUR, NEVER] = [NOW + 3_600_000, 8e15];
	const { value } = columns.parse(
		parametersOf('broadcast-to-a-long-list', 'Note the outcome'),
	).columns;

	it.each([
		[{ ref_no: 'R1', status: 'accepted' }, 'accepted', NEVER, 'R1'],
		[{ sent: false, already_sent: true }, 'sent before', NEVER, null],
		[
			{ ...row, error: 'No answer', was_sent: 'maybe' },
			'may have been sent: No answer',
			NEVER,
			null,
		],
		[{ ...row, error: 'No', was_sent: 'no' }, 'No', IN_AN_HOUR, null],
		[
			{ would_send_to: '62', already_sent: true },
			'not sent: Validate Only is on',
			IN_AN_HOUR,
			null,
		],
		[row, 'not sent: Send the template is switched off', IN_AN_HOUR, null],
	])('The item %j is noted as %s, to be tried at %d', (item, outcome, next, ref) => {
		const noted = Object.entries(value).map(([name, text]) => [name, resolved(text, item)]);
		expect(Object.fromEntries(noted)).toEqual({ outcome, next_try: next, ref_no: ref });
	});
});
