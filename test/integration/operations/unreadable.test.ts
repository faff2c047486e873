import type { IBinaryKeyData, IDataObject, INodeParameters } from 'n8n-workflow';

import { useService } from '../../support/useService';
import { runOperation } from './support';

/** With On Error: Continue, n8n passes on the items of a node that throws as if they were done: it must not throw. */

const PNG = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(24)]);
const photo = { data: PNG.toString('base64'), mimeType: 'image/png', fileName: 'menu.png' };
const people = ['62812000001', '62812000002', '62812000003'];

describe('Items that cannot be read', () => {
	const service = useService();

	const destinations = () =>
		service.journal.map(({ body }) => (JSON.parse(body) as IDataObject).destination).sort();

	beforeEach(() => {
		service.answer = ({ body }) => ({
			json: {
				error: false,
				data: { ref_no: 'm', destination: (JSON.parse(body) as IDataObject).destination },
			},
		});
	});

	/** Three items, of which the second is special. */
	const send = async (
		parameters: INodeParameters,
		second: IDataObject,
		files: Record<number, IBinaryKeyData> = {},
	) => {
		const { outputs } = await runOperation(
			service.url,
			{
				resource: 'whatsappUnofficial',
				operation: 'sendText',
				destination: '={{ $json.to }}',
				message: 'hello',
				...parameters,
			},
			{
				items: people.map((to, at) => ({ to, ...(at === 1 && second) })),
				files,
				settings: { onError: 'continueRegularOutput' },
			},
		);
		return outputs[0] ?? [];
	};

	const NO_FILE = 'Input Binary Field is “data”, and what the item has under that name is no file';

	it.each<[string, unknown, string]>([
		[
			'n8n no longer has',
			{ id: 'filesystem-v2:gone', data: 'filesystem-v2', mimeType: 'image/png' },
			'Input Binary Field is “data”, a file that n8n no longer has: run the node that provides it once more',
		],
		['is null', null, NO_FILE],
		['has a number as its content', { data: 7, mimeType: 'image/png' }, NO_FILE],
	])('The others are sent if the file of one item %s', async (_, data, error) => {
		const second = { data } as IBinaryKeyData;
		const output = await send(
			{ operation: 'sendMedia', mediaSource: 'binary', binaryPropertyName: 'data' },
			{},
			{ 0: { data: photo }, 1: second, 2: { data: photo } },
		);
		expect({ second: output[1]?.error, sent: destinations() }).toEqual({
			second: error,
			sent: [people[0], people[2]],
		});
	});

	it('The others are sent if one item names a file field that every object has', async () => {
		const binaryPropertyName = '={{ $json.field ?? "data" }}';
		const output = await send(
			{ operation: 'sendMedia', mediaSource: 'binary', binaryPropertyName },
			{ field: 'constructor' },
			{ 0: { data: photo }, 1: { data: photo }, 2: { data: photo } },
		);
		expect(output[1]?.error).toBe(
			'Input Binary Field is “constructor”, and the item has no file of that name: it has a file under “data”',
		);
		expect(destinations()).toEqual([people[0], people[2]]);
	});

	it.each([
		['resource', 'Resource'],
		['operation', 'Operation'],
	])('Each item comes out as an error if its %s is an expression', async (name, label) => {
		const output = await send({ [name]: '={{ $json.to }}' }, {});
		const error = `${label} is not one that this node has: pick it from the list`;
		expect(output.map((item) => item.error)).toEqual([error, error, error]);
	});
});
