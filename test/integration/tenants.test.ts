import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import { runNode } from '../support/harness';
import { probing } from '../support/probing';
import { useService } from '../support/useService';

describe('Credential with an expression', () => {
	const service = useService();

	beforeEach(() => {
		service.answer = () => ({ json: { error: false, data: { ref_no: 'r' } } });
	});

	const send = (
		items: IDataObject[],
		credential: ICredentialDataDecryptedObject,
		onError: 'stopWorkflow' | 'continueRegularOutput' = 'stopWorkflow',
	) => {
		const list = items.map((item, at) => ({ to: `628120000${at + 100}`, ...item }));
		return runNode(probing(service, list, { settings: { onError }, credential }));
	};

	const [A, B] = [{ key: 'key-of-tenant-a' }, { key: 'key-of-tenant-b' }];

	it.each([
		['={{ $json.key }}', [A, A, B]],
		["={{ $json.key ?? 'key-of-tenant-a' }}", [{}, {}, B]],
		["={{ $input.item.json.key ?? 'key-of-tenant-a' }}", [{}, {}, B]],
		["={{ $('Items').all()[$itemIndex].json.key ?? 'key-of-tenant-a' }}", [{}, {}, B]],
		["={{ ['key-of-tenant-a', 'key-of-tenant-a', 'key-of-tenant-b'][$itemIndex] }}", [{}, {}, {}]],
		['={{ $json.key ? $json.key : $json.no.such }}', [A, A, {}]],
	])('Nothing is sent if the account of an item differs: %s', async (apiKey, items) => {
		const { error } = await send(items, { apiKey });
		expect(error?.message).toBe('The credential has another value for item 3 than for item 1');
		expect(error?.description).toContain('Use one node for each account');

		const { outputs } = await send(items, { apiKey }, 'continueRegularOutput');
		expect(outputs[0]?.map((item) => item.error)).toEqual(
			Array(3).fill(expect.stringMatching(/^The credential cannot be used: .* item 3 /)),
		);
		expect(service.journal).toEqual([]);
	});

	it('Items whose expression has the same value share an account', async () => {
		await send([A, A, A], { apiKey: '={{ $json.key }}' });
		expect(service.journal.map(({ headers }) => headers.apikey)).toEqual(Array(3).fill(A.key));
	});

	it.each([
		['no expression', 'key-of-all', 100, 2],
		['an expression that is the same for all', "={{ 'key-of-all' }}", 100, 2],
		['no expression and one item', 'key-of-all', 1, 1],
	])('The credential is not read for each item with %s', async (_, apiKey, count, reads) => {
		const { credentialReads } = await send(Array(count).fill({}) as IDataObject[], { apiKey });
		expect(credentialReads).toBe(reads);
	});
});
