import { z } from 'zod';

import { describe as describeNode } from '../../nodes/MessagingService/panel';
import { resources } from '../../nodes/MessagingService/operations';
import { INBOX_KINDS, STATUS_KINDS } from '../../nodes/callbacks/kinds';
import { until } from '../n8n/api';
import { PACKAGE_NAME } from '../n8n/package';
import { CALLBACK_TOKEN, createCredentials, type Credentials } from '../n8n/playground';
import { N8N_1, N8N_2 } from '../n8n/versions';
import { controlOf } from '../n8n/control';
import { useN8n } from './useN8n';
import { chain, items, ourType, start, type TestNode } from '../n8n/workflows';

/** What must hold in every version of n8n that the package says it supports. */

type Json = Record<string, unknown>;

const CHANNEL = '11111111-1111-4111-8111-111111111111';
const TEMPLATE = 'eeeeeeee-0000-4000-8000-000000000001';
const RECIPIENT = '628123456789';

const byId = (value: string) => ({ __rl: true, mode: 'id', value });

const template = {
	id: TEMPLATE,
	name: 'order_shipped',
	status: 'Approved',
	category: 'UTILITY',
	header: null,
	body: 'Hello {{1}}, your order {{2}} is on its way.',
	footer: null,
	buttons: [],
	shape: 'object',
};

const broadcast = {
	channelId: byId(CHANNEL),
	templateId: byId(TEMPLATE),
	destination: RECIPIENT,
	destinationName: 'Ayu',
	parametersMode: 'json',
	parametersJson: '["Ayu", 1042]',
};

const described = z.object({
	name: z.string(),
	properties: z.array(
		z
			.object({
				name: z.string(),
				options: z.array(z.object({ value: z.unknown() }).passthrough()).optional(),
			})
			.passthrough(),
	),
});

const valuesOf = (node: z.infer<typeof described>, property: string) =>
	node.properties
		.filter(({ name }) => name === property)
		.flatMap(({ options = [] }) => options.map(({ value }) => value))
		// n8n adds it to each list of operations.
		.filter((value) => value !== '__CUSTOM_API_CALL__')
		.sort();

describe.each([N8N_2, N8N_1].map((version) => [version.n8n, version] as const))(
	'n8n %s',
	(_number, version) => {
		const testbed = useN8n({ version, simulator: { speed: 0 } });
		let credentials: Credentials = {};

		beforeAll(async () => {
			const { api, simulator } = testbed;
			credentials = await createCredentials(api, { simulator: simulator.url, model: '' });
		});

		beforeEach(async () => {
			await control().reset();
			await control().putTemplate(template);
		});

		const credential = (type: string) => {
			const found = credentials[type];
			if (found === undefined) throw new Error(`no credential ${type}`);
			return { [type]: found };
		};

		const node = (resource: string, operation: string, parameters: Json = {}): TestNode => ({
			name: 'Messaging Service',
			type: ourType('messagingService'),
			parameters: { resource, operation, ...parameters },
			credentials: credential(
				resource === 'sms' ? 'messagingServiceSmsApi' : 'messagingServiceApi',
			),
		});

		const run = async (under: TestNode, list: readonly Json[] = [{}]) => {
			const { api } = testbed;
			const workflow = await api.createWorkflow(
				chain(`${String(under.parameters?.resource)} test`, [start, items(list), under]),
			);
			return api.finished(await api.run(workflow, start.name));
		};

		const control = () => controlOf(testbed.simulator.url);

		const openRoom = (route: string) => control().write({ route, from: RECIPIENT, text: 'Hello?' });

		/** What the recipients got, the messages that they wrote themselves left out. */
		const sent = async () =>
			(await control().messages()).filter(({ to }) => to.startsWith('628123'));

		const refuseOne = () =>
			control().addFault({ kind: 'status', status: 400, times: 1, path: '/whatsapp/message' });

		describe('Panel of nodes', () => {
			let types: z.infer<typeof described>[] = [];

			beforeAll(async () => {
				const response = await fetch(`${testbed.n8n.url}/types/nodes.json`, {
					headers: testbed.api.headers,
				});
				types = z
					.array(z.object({ name: z.string(), properties: z.array(z.unknown()) }).passthrough())
					.parse(await response.json())
					.filter(({ name }) => name.startsWith(`${PACKAGE_NAME}.`))
					.map((one) => described.parse(one));
			});

			const ours = (name: string) => {
				const found = types.find((one) => one.name === ourType(name));
				if (found === undefined) throw new Error(`n8n does not know ${name}`);
				return found;
			};

			it('The panel holds the node, both triggers and the tools', () => {
				expect(types.map(({ name }) => name).sort()).toEqual(
					[
						'messagingService',
						'messagingServiceTrigger',
						'messagingServiceStatusTrigger',
						'messagingServiceTool',
						// For an agent that asks a person first: only n8n 2 has these.
						...(version === N8N_2 ? ['messagingServiceHitlTool'] : []),
					]
						.map(ourType)
						.sort(),
				);
			});

			it('The panel holds every resource and operation, and no other', () => {
				const expected = describeNode(resources).flatMap(({ name, options = [] }) =>
					name === 'operation' ? options.map((option) => 'value' in option && option.value) : [],
				);
				expect(valuesOf(ours('messagingService'), 'operation')).toEqual(expected.sort());
				expect(valuesOf(ours('messagingServiceTool'), 'operation')).toEqual(expected.sort());
			});

			it('The panel holds every kind of callback', () => {
				expect(valuesOf(ours('messagingServiceTrigger'), 'events')).toEqual(
					INBOX_KINDS.map(({ value }) => value).sort(),
				);
				expect(valuesOf(ours('messagingServiceStatusTrigger'), 'events')).toEqual(
					STATUS_KINDS.map(({ value }) => value).sort(),
				);
			});
		});

		describe('Test of a credential', () => {
			it('A good key passes, and a bad one is explained', async () => {
				const { api, simulator } = testbed;
				const data = { baseUrl: simulator.url, pathPrefix: '/svc_api/1.0' };
				const test = (apiKey: string) =>
					api.testCredential('messagingServiceApi', 'Test', { ...data, apiKey });

				expect(await test('simulator-key')).toMatchObject({ status: 'OK' });
				const refused = await test('not-the-key');
				expect(refused.status).toBe('Error');
				expect(refused.message).not.toContain('not-the-key');
				const nobody = await api.testCredential('messagingServiceApi', 'Test', {
					...data,
					baseUrl: 'http://127.0.0.1:1',
					apiKey: 'simulator-key',
				});
				expect(nobody.message).toContain('The service refused the connection. Check the Base URL');
			});

			it('A wrong SMS password is told from a good login', async () => {
				const { api, simulator } = testbed;
				const data = {
					baseUrl: simulator.url,
					path: '/api/v3/sendsms/plain',
					user: 'simulator_api',
				};
				const test = (password: string) =>
					api.testCredential('messagingServiceSmsApi', 'Test', { ...data, password });

				expect(await test('simulator-password')).toMatchObject({ status: 'OK' });
				expect(await test('wrong')).toMatchObject({
					status: 'Error',
					message: expect.stringContaining('-5') as string,
				});
			});

			it('A callback token that can be guessed is refused', async () => {
				const test = (token: string) =>
					testbed.api.testCredential('messagingServiceCallbackApi', 'Test', { token });

				expect(await test(CALLBACK_TOKEN)).toMatchObject({ status: 'OK' });
				expect(await test('secret')).toMatchObject({ status: 'Error' });
			});
		});

		describe('Lists of the editor', () => {
			const asked = (operation: string, parameters: Json) => ({
				path: '',
				nodeTypeAndVersion: { name: ourType('messagingService'), version: 1 },
				credentials: credential('messagingServiceApi'),
				currentNodeParameters: { resource: 'whatsappOfficial', operation, ...parameters },
			});
			const list = z.object({ results: z.array(z.object({ value: z.string() }).passthrough()) });

			it('The editor lists channels', async () => {
				const { results } = await testbed.api.request(
					'POST',
					'/dynamic-node-parameters/resource-locator-results',
					list,
					{ ...asked('broadcast', {}), path: 'parameters.channelId', methodName: 'searchChannels' },
				);
				expect(results.map(({ value }) => value)).toContain(CHANNEL);
			});

			it('The editor lists templates, narrowed down by what is typed', async () => {
				const { results } = await testbed.api.request(
					'POST',
					'/dynamic-node-parameters/resource-locator-results',
					list,
					{
						...asked('broadcast', {}),
						path: 'parameters.templateId',
						methodName: 'searchTemplates',
						filter: 'order_ship',
					},
				);
				expect(results.map(({ value }) => value)).toEqual([TEMPLATE]);
			});

			it('The editor lists the placeholders of a template', async () => {
				const { fields } = await testbed.api.request(
					'POST',
					'/dynamic-node-parameters/resource-mapper-fields',
					z.object({ fields: z.array(z.object({ displayName: z.string() }).passthrough()) }),
					{
						...asked('broadcast', { templateId: byId(TEMPLATE), parametersMode: 'template' }),
						path: 'parameters.templateParameters',
						methodName: 'getTemplateParameters',
					},
				);
				expect(fields).toHaveLength(2);
			});
		});

		describe('Operations', () => {
			it.each([
				['account', 'getIdentity', {}, { userid: expect.anything() as unknown }],
				['account', 'getBalance', {}, { wa_balance: 1_000_000 }],
				['whatsappOfficial', 'getChannels', {}, { id: CHANNEL }],
				[
					'whatsappOfficial',
					'getTemplates',
					{ returnAll: true },
					{ name: expect.any(String) as unknown },
				],
				['whatsappOfficial', 'broadcast', broadcast, { ref_no: expect.any(String) as unknown }],
				[
					'whatsappUnofficial',
					'sendText',
					{ destination: RECIPIENT, message: 'Hello' },
					{ ref_no: expect.anything() as unknown },
				],
				[
					'whatsappUnofficial',
					'sendMedia',
					{
						destination: RECIPIENT,
						mediaSource: 'url',
						mediaUrl: 'https://files.example.com/a.png',
						caption: 'A picture',
					},
					{ ref_no: expect.anything() as unknown },
				],
				[
					'sms',
					'send',
					{ destination: RECIPIENT, text: 'Hello' },
					{ status: expect.anything() as unknown },
				],
			])(
				'The operation %s %s runs and outputs the response',
				async (resource, operation, parameters, output) => {
					const execution = await run(node(resource, operation, parameters));

					expect(execution.error).toBeUndefined();
					expect(execution.output('Messaging Service')[0]).toMatchObject(output);
				},
			);

			it('Get Status reads a message that was sent', async () => {
				const sent = await run(
					node('whatsappUnofficial', 'sendText', { destination: RECIPIENT, message: 'Hello' }),
				);
				const [first] = sent.output('Messaging Service');

				const execution = await run(
					node('whatsappUnofficial', 'getStatus', { refNo: first?.ref_no }),
				);

				expect(execution.output('Messaging Service')).toMatchObject([
					{ status_name: expect.any(String) as string, is_final: false },
				]);
			});

			it('An Official reply is sent into its conversation', async () => {
				const { room_id: roomId } = await openRoom('official');

				const execution = await run(node('whatsappOfficial', 'reply', { roomId, text: 'Yes' }));

				expect(execution.error).toBeUndefined();
				expect(await sent()).toHaveLength(1);
			});

			it.each([
				['reply', { messageType: 'text', text: 'Yes' }],
				[
					'sendButtons',
					{ body: 'Which?', buttons: { button: [{ id: 'a', title: 'A' }] }, headerType: 'none' },
				],
			])('%s of WhatsApp Business is sent', async (operation, parameters) => {
				await openRoom('business');

				const execution = await run(
					node('whatsappBusiness', operation, {
						gatewayId: 'gateway-1',
						recipient: RECIPIENT,
						...parameters,
					}),
				);

				expect(execution.error).toBeUndefined();
				expect(await sent()).toHaveLength(1);
			});

			it('XML gives the same output as JSON', async () => {
				const execution = await run(
					node('account', 'getBalance', { options: { responseFormat: 'xml' } }),
				);
				expect(execution.error).toBeUndefined();
				expect(Number(execution.output('Messaging Service')[0]?.wa_balance)).toBe(1_000_000);
			});
		});

		describe('Batch', () => {
			const numbers = Array.from({ length: 30 }, (_, index) => `6281234500${10 + index}`);
			const text = (settings: Json = {}): TestNode => ({
				...node('whatsappUnofficial', 'sendText', {
					destination: '={{ $json.to }}',
					message: '=Hello {{ $json.to }}',
				}),
				...settings,
			});
			const sentTo = async () => (await sent()).map(({ to }) => to).sort();

			it('A batch comes out in its order', async () => {
				const execution = await run(
					text(),
					numbers.map((to) => ({ to })),
				);
				expect(execution.output('Messaging Service')).toHaveLength(numbers.length);
				const refNos = new Map((await sent()).map(({ to, ref_no: refNo }) => [to, refNo]));
				expect(execution.output('Messaging Service').map(({ ref_no: refNo }) => refNo)).toEqual(
					numbers.map((number) => refNos.get(number)),
				);
			});

			it('A wrong item sends nothing and is named', async () => {
				const list = numbers.map((to, index) => ({ to: index === 7 ? 'nobody' : to }));

				const execution = await run(text(), list);

				expect(execution.status).toBe('error');
				expect(execution.failureOf('Messaging Service')).toMatchObject({
					message: expect.stringContaining("'nobody' is not one phone number") as string,
					description: expect.stringContaining('Item 8 of 30') as string,
				});
				expect(await sentTo()).toEqual([]);
			});

			it('Wrong items go to the error branch, and the others are sent', async () => {
				const list = numbers.map((to, index) => ({ to: index === 7 ? 'nobody' : to }));

				const execution = await run(text({ onError: 'continueErrorOutput' }), list);

				expect(execution.output('Messaging Service', 0)).toHaveLength(29);
				expect(execution.output('Messaging Service', 1)).toHaveLength(1);
				expect(await sentTo()).toHaveLength(29);
			});

			it('A batch is sent once, though Retry On Fail runs the node again', async () => {
				await refuseOne();

				const execution = await run(
					text({ retryOnFail: true, maxTries: 3, waitBetweenTries: 100 }),
					numbers.map((to) => ({ to })),
				);

				expect(execution.status).toBe('success');
				expect(await sentTo()).toEqual([...numbers].sort());
			});

			it('A batch stops when a person presses Stop', async () => {
				const { api } = testbed;
				const many = Array.from({ length: 1500 }, (_, index) => `628123450${1000 + index}`);
				const workflow = await api.createWorkflow(
					chain('Stopped', [start, items(many.map((to) => ({ to }))), text()]),
				);
				const id = await api.run(workflow, start.name);
				await until('some to be sent', async () => ((await sent()).length > 50 ? true : undefined));

				await api.stop(id);
				const stopped = await api.finished(id);
				// The node sends in turn for all who use a key: once these are sent, what was under way before has arrived …
				const sendOthers = () =>
					run(
						text(),
						Array.from({ length: 50 }, () => ({ to: RECIPIENT })),
					);
				const sentByStopped = async () =>
					(await sent()).filter(({ to }) => to !== RECIPIENT).length;
				await sendOthers();
				const before = await sentByStopped();
				// … and were there more to come, it would be sent beside these.
				await sendOthers();

				expect(stopped.status).toBe('canceled');
				expect(before).toBeLessThan(many.length);
				expect(await sentByStopped()).toBe(before);
			});

			it('A retry sends only the rest', async () => {
				const { api } = testbed;
				await refuseOne();
				const failed = await run(
					text(),
					numbers.map((to) => ({ to })),
				);
				expect(failed.status).toBe('error');
				const before = (await sentTo()).length;
				expect(before).toBeLessThan(numbers.length);

				const retried = await api.finished(await api.retry(failed.id));

				expect(retried.status).toBe('success');
				expect(retried.output('Messaging Service')).toHaveLength(numbers.length);
				expect(await sentTo()).toEqual([...numbers].sort());
			});
		});

		describe('Triggers', () => {
			const trigger = (name: string, events: readonly string[], webhookId: string): TestNode => ({
				name: 'Trigger',
				type: ourType(name),
				webhookId,
				parameters: { events, authentication: 'token' },
				credentials: credential('messagingServiceCallbackApi'),
			});

			const activated = async (name: string, events: readonly string[], webhookId: string) => {
				const workflow = await testbed.api.createWorkflow(
					chain(name, [
						trigger(name, events, webhookId),
						{ name: 'End', type: 'n8n-nodes-base.noOp' },
					]),
				);
				await testbed.api.activate(workflow);
				const url = `${testbed.n8n.url}/webhook/${webhookId}/callback`;
				return { workflow, url };
			};

			it('An incoming message starts the workflow once, and only with the token', async () => {
				const { api } = testbed;
				const { workflow, url } = await activated(
					'messagingServiceTrigger',
					['whatsappOfficialInbox', 'pushInbox', 'whatsappBusiness'],
					'5d1f44d1-6c2e-4a43-9d3a-3f1c1f8c0001',
				);
				expect((await fetch(url, { method: 'POST' })).status).toBe(401);
				const body = new URLSearchParams({
					id: '77',
					gateway_number: '6281100000011',
					originator: RECIPIENT,
					receive_date: '2026-11-20 10:00:00',
					msg: 'Hello from a form',
				});
				const post = () => fetch(`${url}?token=${CALLBACK_TOKEN}`, { method: 'POST', body });
				expect((await post()).status).toBe(200);
				const execution = await api.nextExecution(workflow);
				expect((await post()).status).toBe(200);

				expect(execution.output('Trigger')).toMatchObject([
					{ event: 'pushInbox', from: RECIPIENT, text: 'Hello from a form' },
				]);
				await control().register({ officialInbox: `${url}?token=${CALLBACK_TOKEN}` });
				await openRoom('official');
				const second = await api.nextExecution(workflow, [execution.id]);
				expect(second.output('Trigger')).toMatchObject([
					{ event: 'whatsappOfficialInbox', from: RECIPIENT, text: 'Hello?' },
				]);
				expect(await api.executions(workflow)).toHaveLength(2);
			});

			it('Delivery reports of both kinds start the workflow, by GET and POST', async () => {
				const { api } = testbed;
				const { workflow, url } = await activated(
					'messagingServiceStatusTrigger',
					['whatsappOfficialStatus', 'whatsappUnofficialStatus'],
					'5d1f44d1-6c2e-4a43-9d3a-3f1c1f8c0002',
				);
				const query = `token=${CALLBACK_TOKEN}&ref_no=9&status=D&sent_date=2026-11-20%2010:00:00&err_code=`;
				expect((await fetch(`${url}?${query}`)).status).toBe(200);
				const first = await api.nextExecution(workflow);
				await fetch(`${url}?token=${CALLBACK_TOKEN}`, {
					method: 'POST',
					headers: { 'content-type': 'application/json' },
					body: JSON.stringify({
						ref_no: '5a0f0f6e-0000-4000-8000-000000000001',
						status: 'read',
						status_date: '2026-11-20 10:00:00',
					}),
				});
				const second = await api.nextExecution(workflow, [first.id]);

				expect(first.output('Trigger')).toMatchObject([
					{ event: 'whatsappUnofficialStatus', ref_no: '9', status: 'delivered' },
				]);
				expect(second.output('Trigger')).toMatchObject([
					{ event: 'whatsappOfficialStatus', status: 'read', is_final: true },
				]);
			});
		});
	},
);
