import { z } from 'zod';

import { readExamples } from '../n8n/playground';
import { resolveExpression } from '../support/expression';

const NOW = 1_000_000;
const IN_AN_HOUR = NOW + 3_600_000;
const NEVER = 8e15;

const columns = z.object({ columns: z.object({ value: z.record(z.string(), z.string()) }) });

const parametersOf = (name: string) =>
	readExamples()['broadcast-to-a-long-list']?.nodes.find((node) => node.name === name)?.parameters;

const resolved = (expression: string, $item: object) => {
	const text = expression.replaceAll('$json', '$item').replaceAll('$now.toMillis()', '$ms');
	return resolveExpression(text, { $item, $ms: NOW });
};

describe('The example of a long list', () => {
	const row = { id: 7, number: '628000000011', next_try: 5, ref_no: null };
	const { value } = columns.parse(parametersOf('Note the outcome')).columns;

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
