import { z } from 'zod';

import { exampleOf, withoutPauses } from '../../n8n/editedExample';
import { importExample, type Example } from '../../n8n/playground';
import { items } from '../../n8n/workflows';
import { useN8n } from '../useN8n';
import { containing } from './useExamples';

const NAME = 'from-a-google-sheet';
const number = (last: number) => `6280000000${last}`;

const row = z.object({ invoice: z.string(), result: z.string(), ref_no: z.string() });
const written = z.object({ columns: z.object({ value: row }) });

/** The sheet has these rows, and its new values come out. */
const withRows = (rows: readonly Record<string, string>[]): Example => ({
	...exampleOf(NAME),
	nodes: exampleOf(NAME).nodes.map((node) => {
		const { name } = node;
		const { type, typeVersion, parameters = {} } = items(rows);
		if (name === 'Read the sheet') return { ...node, type, typeVersion, parameters };
		if (name !== 'Write the result') return node;
		const values = Object.entries(written.parse(node.parameters).columns.value);
		const assignments = values.map(([id, value]) => ({ id, name: id, value, type: 'string' }));
		const set = { assignments: { assignments }, options: {} };
		return { ...node, type: 'n8n-nodes-base.set', typeVersion: 3.4, parameters: set };
	}),
});

describe('The example of a sheet', () => {
	const testbed = useN8n();

	/** The values that a run writes. */
	const run = async (rows: readonly Record<string, string>[]) => {
		const example = withoutPauses(withRows(rows));
		const workflow = await importExample(testbed.api, example, testbed.credentials);
		const id = await testbed.api.run(workflow, 'Every morning');
		return z.array(row).parse((await testbed.api.finished(id)).output('Write the result'));
	};

	it('Each row of a sheet gets one message and its result, and a corrected row gets it in the next run', async () => {
		const numbers = ['8000000031', '628000000032.0', '+62 800 0000 033', '8.0E+10'];
		const rows = numbers.map((number, at) => ({ number, name: 'Ayu', invoice: `I-103${at + 1}` }));
		await testbed.control.addFault({
			kind: 'status',
			status: 500,
			processed: true,
			path: '/whatsapp/message',
		});

		const first = await run(rows);
		const [uncertain, second, third, refused] = first.map((one, at) => ({ ...rows[at], ...one }));
		const corrected = { ...refused, number: '0800 0000 034', result: '' };
		const next = await run([uncertain, second, third, corrected].map((one) => ({ ...one })));

		const accepted = { result: 'accepted', ref_no: containing('0') };
		expect(first).toMatchObject([
			{ invoice: 'I-1031', result: containing('uncertain: '), ref_no: '' },
			{ invoice: 'I-1032', ...accepted },
			{ invoice: 'I-1033', ...accepted },
			{
				invoice: 'I-1034',
				result: expect.stringMatching(
					/^refused: Recipient: .*8\.0E\+10.* was shortened/,
				) as unknown,
			},
		]);
		expect(next).toEqual([{ invoice: 'I-1034', ...accepted }]);
		expect(
			await Promise.all([31, 32, 33, 34].map((last) => testbed.sentTo(number(last)))),
		).toMatchObject(
			[31, 32, 33, 34].map((last) => [{ text: containing(`invoice I-10${last} is due`) }]),
		);
	});

	it('The workflow for Google Sheets lacks only the account and the sheet of the user', async () => {
		const workflow = await importExample(testbed.api, exampleOf(NAME), testbed.credentials);

		await expect(testbed.api.activate(workflow)).rejects.toThrow(
			/Read the sheet.*Write the result/s,
		);
	});
});
