import { z } from 'zod';

import { panelFields as describeNode } from '../../nodes/MessagingService/panel';
import { resources } from '../../nodes/MessagingService/operations';
import { INBOX_KINDS, STATUS_KINDS } from '../../nodes/callbacks/kinds';
import { TEXT } from '../campaigns/frame/nodes';
import type { Json } from '../n8n/api';
import { PACKAGE_NAME } from '../n8n/package';
import { CALLBACK_TOKEN } from '../n8n/playground';
import { ourType } from '../n8n/workflows';
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

/** What a person enters for a credential, and what its test says. */
const CREDENTIALS: [what: string, type: string, data: Json, status: string, words: string][] = [
	['A good key', '', { apiKey: 'simulator-key' }, 'OK', ''],
	['A wrong key', '', { apiKey: 'not-the-key' }, 'Error', '401'],
	[
		'A wrong address',
		'',
		{ apiKey: 'simulator-key', baseUrl: 'http://127.0.0.1:1' },
		'Error',
		'The service refused the connection. Check the Base URL',
	],
	['A good SMS password', 'Sms', { password: 'simulator-password' }, 'OK', ''],
	['A wrong SMS password', 'Sms', { password: 'not-the-key' }, 'Error', '-5'],
	['A strong callback token', 'Callback', { token: CALLBACK_TOKEN }, 'OK', ''],
	['A weak callback token', 'Callback', { token: 'not-the-key' }, 'Error', 'could be guessed'],
];

const described = z.object({
	name: z.string(),
	properties: z.array(
		z.object({
			name: z.string(),
			options: z.array(z.object({ value: z.unknown() })).catch([]),
		}),
	),
});

describe('The package in n8n', () => {
	const testbed = useN8n({ simulator: { speed: 0 } });

	beforeEach(() => testbed.control.reset());

	describe('Panel of nodes', () => {
		let types: z.infer<typeof described>[] = [];

		beforeAll(async () => {
			const { headers } = testbed.api;
			const response = await fetch(`${testbed.n8n.url}/types/nodes.json`, { headers });
			types = z
				.array(z.object({ name: z.string() }).passthrough())
				.parse(await response.json())
				.filter(({ name }) => name.startsWith(`${PACKAGE_NAME}.`))
				.map((one) => described.parse(one));
		});

		const valuesOf = (node: string, property: string) =>
			types
				.filter(({ name }) => name === ourType(node))
				.flatMap(({ properties }) => properties.filter(({ name }) => name === property))
				.flatMap(({ options }) => options.map(({ value }) => value))
				// n8n adds it to each list of operations.
				.filter((value) => value !== '__CUSTOM_API_CALL__')
				.sort();

		it('The panel holds the node, both triggers and the tools', () => {
			expect(types.map(({ name }) => name).sort()).toEqual(
				['', 'Trigger', 'StatusTrigger', 'Tool', 'HitlTool']
					.map((kind) => ourType(`messagingService${kind}`))
					.sort(),
			);
		});

		it('The panel holds every operation and every kind of callback, and no other', () => {
			const operations = describeNode(resources)
				.filter(({ name }) => name === 'operation')
				.flatMap(({ options = [] }) => options.map((one) => 'value' in one && one.value))
				.sort();
			const kinds = (all: readonly { value: string }[]) => all.map(({ value }) => value).sort();

			expect(valuesOf('messagingService', 'operation')).toEqual(operations);
			expect(valuesOf('messagingServiceTool', 'operation')).toEqual(operations);
			expect(valuesOf('messagingServiceTrigger', 'events')).toEqual(kinds(INBOX_KINDS));
			expect(valuesOf('messagingServiceStatusTrigger', 'events')).toEqual(kinds(STATUS_KINDS));
		});
	});

	it.each(CREDENTIALS)('%s is tested and explained', async (_, kind, data, status, words) => {
		const { api, simulator } = testbed;
		const type = `messagingService${kind}Api`;
		const all = { baseUrl: simulator.url, user: 'simulator_api', ...data };

		const tested = await api.testCredential(type, 'Test', all);

		expect(tested.status).toBe(status);
		expect(tested.message).toContain(words);
		expect(tested.message).not.toContain('not-the-key');
	});

	const results = z.object({ results: z.array(z.object({ value: z.string() })) });
	const fields = z.object({ fields: z.array(z.object({ displayName: z.string() })) });

	it.each([
		['searchChannels', 'resource-locator-results', 'channelId', {}, results, 2],
		[
			'searchTemplates',
			'resource-locator-results',
			'templateId',
			{ filter: 'order_up' },
			results,
			1,
		],
		['getTemplateParameters', 'resource-mapper-fields', 'templateParameters', {}, fields, 2],
	])('The editor gets its list: %s', async (methodName, route, field, asked, shape, count) => {
		const answer = await testbed.api.request('POST', `/dynamic-node-parameters/${route}`, shape, {
			path: `parameters.${field}`,
			methodName,
			nodeTypeAndVersion: { name: ourType('messagingService'), version: 1 },
			credentials: testbed.credential('messagingServiceApi'),
			currentNodeParameters: {
				resource: 'whatsappOfficial',
				operation: 'broadcast',
				templateId: byId(TEMPLATE),
				parametersMode: 'template',
			},
			...asked,
		});
		expect(Object.values(answer)[0]).toHaveLength(count);
	});

	describe('Operations', () => {
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
	});

	describe('Triggers', () => {
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
});
