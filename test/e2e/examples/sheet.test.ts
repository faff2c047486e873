import { z } from 'zod';

import { exampleOf, withoutPauses } from '../../n8n/editedExample';
import { readExamples, type Example } from '../../n8n/playground';
import { useN8n } from '../useN8n';
import { containing, useExamples } from './useExamples';

const number = (last: number) => `6280000000${last}`;

const columnsOf = (value: Readonly<Record<string, unknown>>) => ({
	mappingMode: 'defineBelow',
	value,
	matchingColumns: [],
	attemptToConvertTypes: false,
	convertFieldsToString: false,
	schema: Object.keys(value).map((id) => ({ id, displayName: id, type: 'string' })),
});

const ofTable = (name: string, operation: string, own: Record<string, unknown>) => ({
	name,
	type: 'n8n-nodes-base.dataTable',
	typeVersion: 1,
	parameters: {
		resource: 'row',
		operation,
		options: {},
		dataTableId: { __rl: true, mode: 'name', value: 'reminders' },
		...own,
	},
});

const ofInvoice = (keyValue: string) => ({
	matchType: 'allConditions',
	filters: { conditions: [{ keyName: 'invoice', condition: 'eq', keyValue }] },
});

/** Somebody corrects the number of a row, and empties its result. */
const correction = ofTable('Correct', 'update', {
	...ofInvoice('={{ $json.invoice }}'),
	columns: columnsOf({ number: '={{ $json.number }}', result: '' }),
});

const SHEET = ['number', 'name', 'invoice', 'result', 'ref_no'];

const newSheet = ofTable('Make the sheet', 'create', {
	resource: 'table',
	tableName: 'reminders',
	columns: { column: SHEET.map((name) => ({ name, type: 'string' })) },
});

const newRow = ofTable('Add a row', 'insert', {
	columns: columnsOf(
		Object.fromEntries(['number', 'name', 'invoice'].map((name) => [name, `={{ $json.${name} }}`])),
	),
});

const written = z.object({
	columns: z.object({ value: z.object({ result: z.string(), ref_no: z.string() }) }),
});

/** A data table takes the place of the Google sheet. */
const fromATable = (example: Example): Example => ({
	...example,
	nodes: example.nodes.map((node) => {
		if (node.name === 'Read the sheet')
			return { ...node, ...ofTable(node.name, 'get', { returnAll: true }) };
		if (node.name === 'Write the result') {
			const { result, ref_no } = written.parse(node.parameters).columns.value;
			const columns = columnsOf({ result, ref_no });
			const row = ofInvoice("={{ $('Rows to send').item.json.invoice }}");
			return { ...node, ...ofTable(node.name, 'update', { ...row, columns }) };
		}
		return node;
	}),
});

describe('The example of a sheet', () => {
	const testbed = useN8n();
	const { workflow, run, rowsOf } = useExamples(testbed, {
		names: ['from-a-google-sheet', 'a sheet'],
		edited: { 'a sheet': (example) => withoutPauses(fromATable(example)) },
		from: { ...readExamples(), 'a sheet': exampleOf('from-a-google-sheet') },
		unpublished: true,
	});

	it('Each row of a sheet gets one message and its result, and a corrected row gets it in the next run', async () => {
		const name = 'a sheet';
		const sheet = async () =>
			Object.fromEntries(
				(await rowsOf('reminders')).map(({ invoice, ...row }) => [String(invoice), row]),
			);
		const sent = () => Promise.all([31, 32, 33, 34].map((last) => testbed.sentTo(number(last))));
		const due = (last: number) => [{ text: containing(`invoice I-10${last} is due`) }];
		const rows = ['8000000031', '628000000032.0', '+62 800 0000 033', '8.0E+10'];
		await testbed.finished([newSheet]);
		await testbed.finished(
			[newRow],
			rows.map((number, at) => ({ number, name: 'Ayu', invoice: `I-103${at + 1}` })),
		);
		await testbed.control.addFault({
			kind: 'status',
			status: 500,
			processed: true,
			path: '/whatsapp/message',
		});

		await run(name, 'Every morning');
		const first = await sheet();
		await testbed.finished([correction], [{ invoice: 'I-1034', number: '0800 0000 034' }]);
		await run(name, 'Every morning');

		const accepted = { result: 'accepted', ref_no: containing('0') };
		expect(first).toMatchObject({
			'I-1031': {
				result: containing('uncertain: '),
				ref_no: '',
			},
			'I-1032': accepted,
			'I-1033': accepted,
			'I-1034': {
				result: expect.stringMatching(
					/^refused: Recipient: .*8\.0E\+10.* was shortened/,
				) as unknown,
			},
		});
		expect(await sheet()).toEqual({
			...first,
			'I-1034': expect.objectContaining({ number: '0800 0000 034', ...accepted }) as unknown,
		});
		expect(await sent()).toMatchObject([31, 32, 33, 34].map(due));
	});

	it('The workflow for Google Sheets lacks only the account and the sheet of the user', async () => {
		const publishing = testbed.api.activate(workflow('from-a-google-sheet'));

		await expect(publishing).rejects.toThrow(/Read the sheet.*Write the result/s);
	});
});
