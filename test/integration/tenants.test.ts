import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import { runNode } from '../support/harness';
import { probing } from '../support/probing';
import { useService } from '../support/useService';

describe('Credential with an expression', () => {
	const service = useService();

	beforeEach(() => {
		service.answer = () => ({ json: { error: false, data: { ref_no: 'r' } } });
	});

	const send = async (
		items: IDataObject[],
		credential: ICredentialDataDecryptedObject,
		onError: 'stopWorkflow' | 'continueRegularOutput' = 'stopWorkflow',
	) =>
		await runNode(
			probing(
				service,
				items.map((item, at) => ({ to: `628120000${at + 100}`, ...item })),
				{ settings: { onError }, credential },
			),
		);

	/** The keys that went out, in the order of the items. */
	const keys = () =>
		service.journal
			.map(({ body, headers }) => ({ body, key: headers.apikey }))
			.sort((a, b) => (a.body < b.body ? -1 : 1))
			.map(({ key }) => key);

	const TENANTS = [{ key: 'key-of-tenant-a' }, { key: 'key-of-tenant-b' }];

	it('Each item is sent with its own key', async () => {
		await send([...TENANTS, ...TENANTS], { apiKey: '={{ $json.key }}' });
		expect(keys()).toEqual([...TENANTS, ...TENANTS].map(({ key }) => key));
	});

	it('A refusal at one account stops the others with On Error: Stop', async () => {
		service.answer = ({ headers }) =>
			headers.apikey === 'key-of-tenant-b'
				? { status: 401, json: { error: true, message: 'no such key' } }
				: { json: { error: false, data: { ref_no: 'r' } } };
		const items = Array.from({ length: 198 }, () => ({ key: 'key-of-tenant-a' }));
		const { error } = await send([{ key: 'key-of-tenant-b' }, ...items], {
			apiKey: '={{ $json.key }}',
			requestsPerSecond: 100,
		});
		expect(error?.message).toContain('401');
		expect(service.accepted().length).toBeLessThan(items.length / 2);
	});

	it.each([
		["={{ $json.key ?? 'key-of-tenant-a' }}"],
		["={{ $input.item.json.key ?? 'key-of-tenant-a' }}"],
		["={{ $('Items').all()[$itemIndex].json.key ?? 'key-of-tenant-a' }}"],
		["={{ ['key-of-tenant-a', 'key-of-tenant-b'][$itemIndex] }}"],
	])(
		'A refusal stops the other accounts even if the first item uses a default: %s',
		async (apiKey) => {
			await send([{}, { key: 'key-of-tenant-b' }], { apiKey });
			expect(keys()).toEqual(['key-of-tenant-a', 'key-of-tenant-b']);
		},
	);

	const withOneLost = (onError: 'stopWorkflow' | 'continueRegularOutput') =>
		send(
			[...TENANTS, { key: 'c', host: 'no address' }].map((item) => ({
				host: service.url,
				...item,
			})),
			{ apiKey: '={{ $json.key }}', baseUrl: '={{ $json.host }}' },
			onError,
		);

	it('An item without an account is named, and the others are sent with On Error: Continue', async () => {
		const { outputs } = await withOneLost('continueRegularOutput');
		expect({ keys: keys(), third: outputs[0]?.[2]?.error }).toEqual({
			keys: ['key-of-tenant-a', 'key-of-tenant-b'],
			third: expect.stringMatching(/^The credential cannot be used: /) as string,
		});
	});

	it('An item without an account stops all with On Error: Stop', async () => {
		const { error } = await withOneLost('stopWorkflow');
		expect(keys()).toEqual([]);
		expect(error?.message).toMatch(/^The credential cannot be used: /);
		expect(error?.description).toMatch(/^Item 3 of 3\./);
	});

	it.each([
		['no expression', 'key-of-all', 100, 2],
		['an expression that is the same for all', "={{ 'key-of-all' }}", 100, 2],
		['no expression and one item', 'key-of-all', 1, 1],
	])('The credential is not read for each item with %s', async (_, apiKey, count, reads) => {
		const { credentialReads } = await send(
			Array.from({ length: count }, () => ({})),
			{ apiKey },
		);
		expect(credentialReads).toBe(reads);
	});
});
