import { createServer, request, type Server } from 'node:http';

import { z } from 'zod';

import { until } from '../n8n/api';
import { listen } from '../n8n/ports';
import type { TestNode } from '../n8n/workflows';
import { asking, outcome } from './support/questions';
import { AYU, post, useN8n } from './useN8n';

/** Where the package relies on what n8n does, but does not promise. A new n8n may turn these red. */

describe('Credential in a node of n8n', () => {
	const testbed = useN8n({ simulator: { speed: 0 } });

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

describe('Tapped button with n8n behind a proxy', () => {
	let seen: string[] = [];
	let target: URL;
	const proxy: Server = createServer((incoming, response) => {
		seen.push(`${incoming.method ?? ''} ${incoming.url ?? ''}`);
		const { method, url, headers } = incoming;
		const { hostname, port } = target;
		const outgoing = request({ hostname, port, method, path: url, headers }, (answer) => {
			response.writeHead(answer.statusCode ?? 502, answer.headers);
			answer.pipe(response);
		});
		incoming.pipe(outgoing);
	});
	const env: Record<string, string> = {};

	beforeAll(async () => {
		env.WEBHOOK_URL = `http://127.0.0.1:${await listen(proxy)}/`;
	});

	const testbed = useN8n({ simulator: { speed: 0 }, env });

	afterAll(() => {
		proxy.closeAllConnections();
		proxy.close();
	});

	it('A tap is posted once to WEBHOOK_URL, without a number, and answers', async () => {
		target = new URL(testbed.n8n.url);
		const { url } = await testbed.published(testbed.trigger('', { events: ['whatsappBusiness'] }));
		await testbed.control.write({ route: 'business', from: AYU, text: 'Hello?' });
		const ask = asking(testbed, {
			resource: 'whatsappBusiness',
			gatewayId: 'gateway-1',
			destination: AYU,
			answerBy: 'buttons',
		});
		const { id } = await testbed.run([ask]);
		await testbed.waiting(id);
		const [yes] = await until('the buttons', async () =>
			(await testbed.control.messages())
				.map(({ buttons }) => buttons)
				.find(({ length }) => length > 0),
		);
		seen = [];

		expect(await post(url, { from: AYU, button: { id: yes?.id } })).toBe(200);

		expect((await outcome(testbed, id)).data).toMatchObject({ approved: true });
		const posted = z.array(z.string()).parse(seen.filter((one) => one.includes('waiting')));
		expect(posted).toEqual([`POST ${String(yes?.id)}`]);
		expect(posted.join()).not.toContain(AYU);
	});
});
