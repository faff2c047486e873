import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { TEXT } from '../campaigns/frame/nodes';
import { until } from '../n8n/api';
import type { TestNode } from '../n8n/workflows';
import { exampleOf, OPERATIONS, TO } from '../support/operations';
import { AYU, post, useN8n } from './useN8n';

/** Everything that the package has, each once in a real n8n. */

describe('The package in n8n', () => {
	const testbed = useN8n({ simulator: { speed: 0 } });

	beforeEach(() => testbed.control.reset());

	it('n8n loads it without a remark', () => {
		const [loading] = readFileSync(testbed.n8n.log, 'utf8').split('Editor is now accessible');

		expect(loading).not.toMatch(/n8n-nodes-messaging-service|Messaging Service/);
	});

	// Those that wait have tests of their own.
	const RUN = OPERATIONS.filter(({ operation }) => operation.value !== 'sendAndWait');

	it.each(RUN)('$name runs', async ({ name, resource, operation }) => {
		const { control } = testbed;
		await control.write({ route: 'business', from: TO, text: 'Hello?' });
		const { room_id: roomId } = await control.write({
			route: 'official',
			from: TO,
			text: 'Hello?',
		});
		const text = { ...TEXT, destination: TO, message: 'Before' };
		const before = await testbed.finished([testbed.node('Send', text)]);
		const refNo = before.output('Send')[0]?.ref_no;
		const { item } = exampleOf(name);
		const parameters = {
			...{ resource, operation: operation.value, ...item },
			...('roomId' in item && { roomId }),
			...('refNo' in item && { refNo, waitFor: 'none' }),
		};

		const execution = await testbed.finished([testbed.node('Ours', parameters)]);

		expect(execution.error).toBeUndefined();
		expect(execution.output('Ours')[0]).not.toEqual({});
	});

	it('An incoming message starts the workflow once, and only with the token', async () => {
		const events = ['whatsappOfficialInbox', 'pushInbox', 'whatsappBusiness'];
		const { workflow, url } = await testbed.published(testbed.trigger('', { events }));
		const body = new URLSearchParams({
			id: '77',
			gateway_number: '6280000000011',
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

	// n8n does not promise either of the following. A new n8n may turn them red.

	it('The logs of n8n name the fault of an item and not its value', async () => {
		const folder = path.join(testbed.userFolder, '.n8n');
		const logs = () =>
			[testbed.n8n.log, ...readdirSync(folder).map((name) => path.join(folder, name))]
				.filter((file) => /\.log$/.test(file))
				.map((file) => readFileSync(file, 'utf8'))
				.join('\n');
		const destination = '0812-5550-9999 x9';
		const node = testbed.node('Send', { ...TEXT, message: 'Hi', destination });
		await testbed.called([node]);
		await until('a log to have it', () =>
			Promise.resolve(logs().includes('is not one phone number')),
		);

		expect(logs()).not.toMatch(/5550-?9999/);
	});

	it.each([
		['none', '', /configured to prevent use within an HTTP Request/],
		['domains', 'api.example.com', /^Domain not allowed/],
		['domains', '127.0.0.1', undefined],
	])('Custom API Call with Allowed HTTP Request Domains %s, %s ends with %s', async (...row) => {
		const [allowedHttpRequestDomains, allowedDomains, fault] = row;
		const type = 'messagingServiceApi';
		const credential = await testbed.api.createCredential(type, 'Of HTTP Request', {
			baseUrl: testbed.simulator.url,
			apiKey: 'simulator-key',
			allowedHttpRequestDomains,
			allowedDomains,
		});
		const call: TestNode = {
			name: 'Call',
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.2,
			parameters: {
				url: `${testbed.simulator.url}/svc_api/1.0/auth/api_key`,
				authentication: 'predefinedCredentialType',
				nodeCredentialType: type,
				options: {},
			},
			credentials: { [type]: credential },
		};
		const { error = '', output } = await testbed.finished([call]);

		expect(error).toMatch(fault ?? /^$/);
		expect(JSON.stringify(output('Call'))).toContain(fault ? '[]' : 'userid');
	});
});
