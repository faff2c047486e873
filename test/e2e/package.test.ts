import { resources } from '../../nodes/MessagingService/operations';
import { TEXT } from '../campaigns/frame/nodes';
import type { Json } from '../n8n/api';
import { AYU, post, useN8n } from './useN8n';

/** Everything that the package has, each once in a real n8n. */

const CHANNEL = '11111111-1111-4111-8111-111111111111';
/** Order Update, with two placeholders. */
const TEMPLATE = '11111111-aaaa-4aaa-8aaa-111111111111';

const byId = (value: string) => ({ __rl: true, mode: 'id', value });

const business = { gatewayId: 'gateway-1', recipient: AYU };
const button = [{ id: 'a', title: 'A' }];

/** Each operation, with what it needs to run here, and a field of its output. */
const OPERATIONS: [resource: string, operation: string, parameters: Json, field: string][] = [
	['account', 'checkSetup', {}, 'check'],
	['account', 'getIdentity', {}, 'userid'],
	['account', 'getBalance', {}, 'wa_balance'],
	['account', 'getBalance', { options: { responseFormat: 'xml' } }, 'wa_balance'],
	['whatsappOfficial', 'getChannels', {}, 'id'],
	['whatsappOfficial', 'getTemplates', { returnAll: true }, 'name'],
	[
		'whatsappOfficial',
		'broadcast',
		{
			channelId: byId(CHANNEL),
			templateId: byId(TEMPLATE),
			destination: AYU,
			destinationName: 'Ayu',
			parametersMode: 'json',
			parametersJson: '["Ayu", 1042]',
		},
		'ref_no',
	],
	['whatsappOfficial', 'reply', { roomId: '={{ $json.roomId }}', text: 'Yes' }, 'room_id'],
	['whatsappUnofficial', 'sendText', { destination: AYU, message: 'Hello' }, 'ref_no'],
	[
		'whatsappUnofficial',
		'sendMedia',
		{ destination: AYU, mediaSource: 'url', mediaUrl: 'https://files.example.com/a.png' },
		'ref_no',
	],
	['whatsappUnofficial', 'getStatus', { refNo: '={{ $json.refNo }}' }, 'status_name'],
	['whatsappBusiness', 'reply', { ...business, messageType: 'text', text: 'Yes' }, 'message_id'],
	[
		'whatsappBusiness',
		'sendButtons',
		{ ...business, body: 'Which?', buttons: { button }, headerType: 'none' },
		'message_id',
	],
	['sms', 'send', { destination: AYU, text: 'Hello' }, 'status'],
];

describe('The package in n8n', () => {
	const testbed = useN8n({ simulator: { speed: 0 } });

	beforeEach(() => testbed.control.reset());

	it('Every operation runs here, but those that wait, which have tests of their own', () => {
		const all = resources.flatMap(({ value, operations }) =>
			operations.map((operation) => `${value} ${operation.value}`),
		);
		const here = OPERATIONS.map(([resource, operation]) => `${resource} ${operation}`);
		expect(all.filter((one) => !here.includes(one) && !one.endsWith('sendAndWait'))).toEqual([]);
	});

	it.each(OPERATIONS)('%s %s runs with %j', async (resource, operation, parameters, field) => {
		const { control } = testbed;
		await control.write({ route: 'business', from: AYU, text: 'Hello?' });
		const { room_id: roomId } = await control.write({
			...{ route: 'official', from: AYU, text: 'Hello?' },
		});
		const text = { ...TEXT, destination: AYU, message: 'Before' };
		const before = await testbed.finished([testbed.node('Send', text)]);
		const refNo = before.output('Send')[0]?.ref_no;

		const execution = await testbed.finished(
			[testbed.node('Ours', { resource, operation, ...parameters })],
			[{ roomId, refNo }],
		);

		expect(execution.error).toBeUndefined();
		expect(execution.output('Ours')[0]).toHaveProperty(field);
	});

	it('An incoming message starts the workflow once, and only with the token', async () => {
		const events = ['whatsappOfficialInbox', 'pushInbox', 'whatsappBusiness'];
		const { workflow, url } = await testbed.published(testbed.trigger('', { events }));
		const body = new URLSearchParams({
			id: '77',
			gateway_number: '6281100000011',
			originator: AYU,
			receive_date: '2026-11-20 10:00:00',
			msg: 'Hello from a form',
		});
		const send = async (to = url) => (await fetch(to, { method: 'POST', body })).status;

		expect(await send(url.replace(/\?.*/, ''))).toBe(401);
		expect(await send()).toBe(200);
		const first = await testbed.api.nextExecution(workflow);
		expect(await send()).toBe(200);
		await testbed.control.register({ officialInbox: url });
		await testbed.control.write({ route: 'official', from: AYU, text: 'Hello?' });
		const second = await testbed.api.nextExecution(workflow, [first.id]);

		expect(first.output('Trigger')).toMatchObject([
			{ event: 'pushInbox', from: AYU, text: 'Hello from a form' },
		]);
		expect(second.output('Trigger')).toMatchObject([
			{ event: 'whatsappOfficialInbox', from: AYU, text: 'Hello?' },
		]);
		expect(await testbed.api.executions(workflow)).toHaveLength(2);
	});

	it('Delivery reports of both kinds start the workflow, by GET and POST', async () => {
		const events = ['whatsappOfficialStatus', 'whatsappUnofficialStatus'];
		const { workflow, url } = await testbed.published(testbed.trigger('Status', { events }));
		await fetch(`${url}&ref_no=9&status=D&sent_date=2026-11-20%2010:00:00&err_code=`);
		const first = await testbed.api.nextExecution(workflow);
		await post(url, {
			ref_no: '5a0f0f6e-0000-4000-8000-000000000001',
			status: 'read',
			status_date: '2026-11-20 10:00:00',
		});
		const second = await testbed.api.nextExecution(workflow, [first.id]);

		expect(first.output('Trigger')).toMatchObject([
			{ event: 'whatsappUnofficialStatus', ref_no: '9', status: 'delivered' },
		]);
		expect(second.output('Trigger')).toMatchObject([
			{ event: 'whatsappOfficialStatus', status: 'read', is_final: true },
		]);
	});
});
