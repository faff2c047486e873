import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { runNode, type Setting } from '../support/harness';
import { nodeAt } from '../support/login';
import { destinationOf } from '../support/probing';
import { useService } from '../support/useService';

const AYU = '6281270000001';
const OLD = '6281270000009';
const SENDER = '6280000000011';
const TRIGGER = 'n8n-nodes-messaging-service.messagingServiceTrigger';

describe('Reply, after another operation was chosen before it', () => {
	const service = useService();

	beforeEach(() => {
		service.answer = () => ({ json: { error: false, data: { destination: AYU, ref_no: 'r-1' } } });
	});

	const reply = (given: INodeParameters, setting: Partial<Setting> = {}, item: IDataObject = {}) =>
		runNode(
			nodeAt(
				service.url,
				{ resource: 'whatsappUnofficial', operation: 'reply', message: 'Yes', ...given },
				{ items: [{ from: AYU, to: SENDER, ...item }], ...setting },
			),
		);

	it.each<[string, INodeParameters, string]>([
		['Recipient', { destination: OLD }, '{{ $json.from }}'],
		['Sender', { sender: '6280000000022' }, '{{ $json.to }}'],
	])('A fixed %s that n8n kept is refused, and nothing is sent', async (label, kept, wanted) => {
		const { error } = await reply(kept);
		expect(error?.message).toBe(
			`${label} is fixed, and this message has another: switch it to Expression, and enter ${wanted}`,
		);
		expect(service.journal).toEqual([]);
	});

	it('A fixed Recipient who is the one who wrote is no other, though the number is local', async () => {
		const options = { defaultCountryCode: '62' };
		const local = { destination: '081270000001', sender: SENDER, options };
		expect((await reply(local)).error).toBeUndefined();
		expect(service.accepted().map(destinationOf)).toEqual([AYU]);
	});

	it('A fixed Reference Number is looked up behind an item with another', async () => {
		const lookup = { operation: 'getStatus', refNo: '2026112800001', options: {} };
		const { error } = await reply(lookup, {}, { ref_no: '2026112800002' });
		expect(error?.message ?? '').not.toContain('is fixed');
		expect(service.journal).toHaveLength(1);
	});

	it('A fixed Room ID that n8n kept is refused', async () => {
		const [kept, own] = ['1', '2'].map((digit) => `${digit.repeat(8)}-1111-4111-8111-111111111111`);
		const official = { resource: 'whatsappOfficial', roomId: kept ?? '' };
		const { error } = await reply(official, {}, { room_id: own });
		expect(error?.message).toContain('Room ID is fixed');
		expect(service.journal).toEqual([]);
	});

	it('Behind an agent, a fixed Recipient is held against the message that started the workflow', async () => {
		const between = [{ output: 'Yes' }];
		const fixed = (destination: string) =>
			reply({ destination, sender: SENDER }, { trigger: TRIGGER, between });
		const { error } = await fixed(OLD);
		expect(error?.message).toMatch(/enter \{\{ \$\("Items"\)\.item\.json\.from \}\}$/);
		expect(service.journal).toEqual([]);
		expect((await fixed(AYU)).error).toBeUndefined();
		expect(service.accepted().map(destinationOf)).toEqual([AYU]);
	});

	it.each<[string, INodeParameters, IDataObject]>([
		['filled-in fields', {}, {}],
		['a sender that has a name', { sender: 'shop' }, {}],
		[
			'fixed fields, where no message came in',
			{ destination: AYU, sender: SENDER },
			{ from: null },
		],
	])('With %s, the reply leaves', async (_, given, item) => {
		expect((await reply(given, {}, item)).error).toBeUndefined();
		expect(service.accepted().map(destinationOf)).toEqual([AYU]);
	});
});
