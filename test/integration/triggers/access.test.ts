import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import type { INodeParameters } from 'n8n-workflow';

import { MessagingServiceTrigger } from '../../../nodes/MessagingServiceTrigger/MessagingServiceTrigger.node';
import { MessagingServiceStatusTrigger } from '../../../nodes/MessagingServiceStatusTrigger/MessagingServiceStatusTrigger.node';
import { lastCallsAsHtml, triggerKey } from '../../../nodes/callbacks/lastCalls';
import { call, useTriggers, type Call, type TriggerServer } from '../../support/webhooks';

/** Who may call a trigger. */

const TOKEN = '4f9d1c7a2be8605d3b1fa7c94e20d68b';
const MESSAGE: Call = { form: { id: '1', originator: '6281234567890', msg: 'Hello' } };

describe('Token of a trigger', () => {
	const start = useTriggers();

	const guarded = (token = TOKEN, parameters: INodeParameters = {}): Promise<TriggerServer> =>
		start({
			nodeType: new MessagingServiceTrigger(),
			parameters: { events: ['pushInbox'], authentication: 'token', ...parameters },
			token,
		});

	it.each([
		['no token', '', 401],
		['one under another name', `Token=${TOKEN}`, 401],
		['a list of right ones', `token=${TOKEN}&token=${TOKEN}`, 401],
		['an object like a text', `token[toString]=${TOKEN}&token[length]=32`, 401],
		['a wrong one', `token=${TOKEN.slice(0, -1)}`, 403],
		['one with a NUL', `token=${TOKEN}%00`, 403],
	])('A call with %s starts nothing, and does not learn the token', async (_, query, status) => {
		const server = await guarded();
		const answer = await call(server, { ...MESSAGE, query });

		expect(answer.status).toBe(status);
		expect(server.started).toEqual([]);
		expect(answer.text).not.toContain(TOKEN.slice(0, -1));
	});

	it('The right token and the previous one are accepted', async () => {
		const previousToken = 'q7Zt0pLw9Xr3Bv5Nc8Md2KsH';
		const server = await start({
			...{ nodeType: new MessagingServiceTrigger(), token: TOKEN, previousToken },
			parameters: { events: ['pushInbox'], options: { ignoreRepeats: false } },
		});
		const statuses: unknown[] = [];
		for (const token of [TOKEN, previousToken, `${previousToken}x`]) {
			statuses.push((await call(server, { ...MESSAGE, query: `token=${token}` })).status);
		}

		expect(statuses).toEqual([200, 200, 403]);
		expect(server.started).toHaveLength(2);
	});

	it('A token in the body or a header is not accepted', async () => {
		const server = await guarded();
		const answer = await call(server, {
			form: { ...MESSAGE.form, token: TOKEN },
			headers: { token: TOKEN, authorization: `Bearer ${TOKEN}` },
		});

		expect(answer.status).toBe(401);
		expect(server.started).toEqual([]);
	});

	it.each([true, false])(
		'The token is in no output, response or log: simplified %p',
		async (simplify) => {
			const logger = Container.get(Logger);
			const logs = (['error', 'warn', 'info', 'debug'] as const).map((level) =>
				jest.spyOn(logger, level),
			);
			const consoles = (['log', 'error', 'warn', 'info', 'debug'] as const).map((level) =>
				jest.spyOn(console, level).mockImplementation(() => undefined),
			);
			const server = await start({
				nodeType: new MessagingServiceStatusTrigger(),
				parameters: {
					events: ['whatsappOfficialStatus', 'whatsappUnofficialStatus'],
					authentication: 'token',
					simplify,
				},
				token: TOKEN,
			});
			const query = `token=${TOKEN}`;
			const answers = [
				await call(server, { method: 'GET', query: `${query}&ref_no=a&status=D` }),
				await call(server, { query: `ref_no=b&status=D&${query}` }),
				await call(server, { query, form: { ref_no: 'c', status: 'D' } }),
				await call(server, { query, json: { ref_no: 'd', status: 'read' } }),
				await call(server, { query, json: { nothing: true } }),
				await call(server, { query, json: { ref_no: 'd', status: 'read' } }),
				await call(server, { query: `${query}x`, json: { ref_no: 'e', status: 'read' } }),
			];
			const told = [...logs, ...consoles].flatMap((spy) => spy.mock.calls);
			jest.restoreAllMocks();

			expect(server.outputs).toHaveLength(4);
			expect(JSON.stringify(server.started)).not.toContain(TOKEN);
			expect(JSON.stringify(answers)).not.toContain(TOKEN);
			expect(JSON.stringify(told)).not.toContain(TOKEN);
		},
	);
});

describe('Wrong settings of a trigger', () => {
	const start = useTriggers();

	const withAndWithoutToken = async (server: TriggerServer) => [
		(await call(server, MESSAGE)).status,
		(await call(server, { ...MESSAGE, query: `token=${TOKEN}` })).status,
	];

	it.each(['Token', '', '={{ undefined }}', '={{ $vars.authentication }}', true])(
		'No call is accepted if Authentication is %p',
		async (authentication) => {
			const server = await start({
				nodeType: new MessagingServiceTrigger(),
				parameters: { events: ['pushInbox'], authentication },
				token: TOKEN,
			});

			expect(await withAndWithoutToken(server)).toEqual([503, 503]);
			expect(server.started).toEqual([]);
		},
	);

	it('Options that are one expression let nobody in', async () => {
		const server = await start({
			nodeType: new MessagingServiceTrigger(),
			parameters: { events: ['pushInbox'], options: '={{ ({ ignoreRepeats: true }) }}' },
		});

		expect((await call(server, MESSAGE)).status).toBe(403);
	});

	it('A trigger whose credential was deleted starts nothing, and the log says why', async () => {
		const warnings = jest.spyOn(Container.get(Logger), 'warn');
		const server = await start({
			nodeType: new MessagingServiceTrigger(),
			parameters: { events: ['pushInbox'], authentication: 'token' },
			hasLostCredential: true,
		});
		expect(await withAndWithoutToken(server)).toEqual([401, 503]);
		expect((await call(server, { query: `token=${TOKEN}` })).status).toBe(503);
		const said = warnings.mock.calls
			.map(([text]) => text)
			.filter((text) => text.includes('could not'));
		warnings.mockRestore();

		expect(server.started).toEqual([]);
		expect(said).toHaveLength(1);
		expect(said[0]).toContain('the trigger could not accept a callback');
		expect(JSON.stringify(said)).not.toContain(TOKEN);
	});
});

describe('Token followed by a second question mark', () => {
	const start = useTriggers();

	it('The token is told from a field that follows it', async () => {
		const server = await start({
			nodeType: new MessagingServiceStatusTrigger(),
			parameters: { events: ['whatsappUnofficialStatus'] },
			token: TOKEN,
		});
		await call(server, { method: 'GET', query: `token=${TOKEN}?ref_no=u-1&status=D` });

		expect(server.outputs).toMatchObject([{ ref_no: 'u-1', status: 'delivered' }]);
		expect(JSON.stringify(server.started)).not.toContain(TOKEN);
	});
});

describe('Allowed IPs of a trigger', () => {
	const start = useTriggers();

	/** As behind a proxy that n8n was told of, so that the address may be any. */
	const listing = (allowedIps: string, proxyHops = 1): Promise<TriggerServer> =>
		start({
			nodeType: new MessagingServiceTrigger(),
			parameters: { events: ['pushInbox'], options: { allowedIps } },
			proxyHops,
		});

	it.each([
		[0, 'x-forwarded-for', '203.0.113.7'],
		[0, 'x-real-ip', '203.0.113.7'],
		[1, 'x-real-ip', '203.0.113.7'],
		[1, 'forwarded', 'for=203.0.113.7'],
		[1, 'via', '1.1 proxy'],
		[1, 'cf-connecting-ip', '203.0.113.7'],
		[1, 'true-client-ip', '203.0.113.7'],
		[1, 'x-client-ip', '203.0.113.7'],
		[1, 'x-forwarded-host', 'n8n.example'],
		[1, 'x-forwarded-proto', 'https'],
	])(
		'A forwarded call is refused if n8n cannot tell its caller: %i proxies, %s',
		async (hops, header, value) => {
			const server = await listing('203.0.113.7, 127.0.0.1', hops);
			const answer = await call(server, { ...MESSAGE, headers: { [header]: value } });

			expect(answer.status).toBe(403);
			expect(server.started).toEqual([]);
		},
	);

	it.each([
		['203.0.113.7', 200],
		['::ffff:203.0.113.7', 200],
		['203.0.113.8', 403],
	])(
		'A call whose X-Real-IP is %s gets %i if n8n reads another address',
		async (realIp, status) => {
			const server = await listing('203.0.113.7');
			const headers = { 'x-forwarded-for': '203.0.113.7', 'x-real-ip': realIp };
			expect((await call(server, { ...MESSAGE, headers })).status).toBe(status);
		},
	);

	it('The token is asked for besides the address', async () => {
		const server = await start({
			nodeType: new MessagingServiceTrigger(),
			parameters: {
				events: ['pushInbox'],
				authentication: 'token',
				options: { allowedIps: '127.0.0.1' },
			},
			token: TOKEN,
		});
		const answers = [
			await call(server, MESSAGE),
			await call(server, { ...MESSAGE, query: `token=${TOKEN}` }),
		];

		expect(answers.map(({ status }) => status)).toEqual([401, 200]);
	});
});

describe('Log of n8n', () => {
	const start = useTriggers();
	const SENDER = '6281234567890';

	/** What is written there while the calls come in. */
	async function said(setting: Partial<Parameters<typeof start>[0]>, ...calls: Call[]) {
		const warn = jest.spyOn(Container.get(Logger), 'warn');
		const server = await start({
			nodeType: new MessagingServiceTrigger(),
			parameters: { events: ['pushInbox'] },
			...setting,
		});
		for (const one of calls) await call(server, one);
		const lines = warn.mock.calls.map(([line]) => line);
		warn.mockRestore();
		expect(server.started).toEqual([]);
		return { lines, panel: lastCallsAsHtml(triggerKey(server.workflowId, 'trigger'), 'UTC') };
	}

	const LISTED = { parameters: { events: ['pushInbox'], options: { allowedIps: '203.0.113.7' } } };
	const REGISTER = 'Register the URL with ?token= and the token of the credential at its end.';
	const CHECK = 'The service sends JSON or a form: check who else calls this URL.';

	it.each<[string, Parameters<typeof said>[0], Call]>([
		[`(401). The token is missing. ${REGISTER}`, { token: TOKEN }, MESSAGE],
		[
			`(403). The token is wrong. ${REGISTER} If the token was replaced, enter the old one as Previous Token until that is done.`,
			{ token: TOKEN },
			{ ...MESSAGE, query: `token=${TOKEN.slice(1)}` },
		],
		[
			'(503). The credential of this trigger has no token. Enter one in the credential.',
			{ token: '' },
			{ ...MESSAGE, query: `token=${TOKEN}` },
		],
		[
			'(503). Authentication of this trigger is neither None nor Token. Choose one of the two. It cannot come from an expression.',
			{ parameters: { events: ['pushInbox'], authentication: TOKEN } },
			MESSAGE,
		],
		[
			'(403). This address may not call this trigger. If it was the service, add its addresses to Allowed IPs.',
			LISTED,
			MESSAGE,
		],
		[
			'(403). A proxy forwarded this call, and n8n cannot tell from which address. Let the proxy overwrite X-Forwarded-For, which is the only such header that n8n reads, and set N8N_PROXY_HOPS to the number of proxies in front of n8n. If a proxy also sets X-Real-IP, it must be the same address.',
			LISTED,
			{ ...MESSAGE, headers: { 'x-real-ip': '203.0.113.7' } },
		],
		[
			`(413). The callback is larger than 1 MB. ${CHECK}`,
			{},
			{ json: { text: SENDER.repeat(100_000) } },
		],
		[
			`(400). The callback must be JSON or form fields. ${CHECK}`,
			{},
			{ body: `from ${SENDER}`, headers: { 'content-type': 'text/plain' } },
		],
		[
			'(400). This is not a callback that the service documents. A status has ref_no and status, a message has ref_no and room_id, or id and originator. Its shape: { text: text, 1 others }. If it came from a WhatsApp Business gateway, choose that kind under Trigger On.',
			{},
			{ json: { text: 'Hello', [SENDER]: 1 } },
		],
	])('A refused callback is logged once a minute, without a value: %s', async (line, ...given) => {
		const [setting, what] = given;
		const { lines, panel } = await said(setting, what, what, what);
		const [refused = ''] = panel.map((shown) => shown.replace(' (3 times)', '').slice(15));

		expect(lines).toEqual([`Trigger, workflow Callbacks: a callback was refused ${line}`]);
		// The panel says the same, without the status and the shape.
		const same = line.replace(/^\(\d+\)\. /, '').replace(/Its shape: .*?}\. /, '');
		expect(`${same.charAt(0)}${refused.slice(1)}`).toBe(same);
		expect(line).not.toMatch(/Hello|628123|4f9d|f9d1|203\.0/);
	});

	it('The log says nothing of the fields to a caller without the token', async () => {
		const told = await said({ token: TOKEN }, { json: { secret_field: 1 } });

		expect(JSON.stringify(told)).not.toContain('secret_field');
	});
});

describe('Publishing a workflow', () => {
	const start = useTriggers();

	const withParameters = (
		node: 'inbox' | 'status',
		parameters: INodeParameters,
		token?: string,
	) => {
		const inbox = node === 'inbox';
		return start({
			nodeType: inbox ? new MessagingServiceTrigger() : new MessagingServiceStatusTrigger(),
			parameters: { events: [], ...parameters },
			...(token !== undefined && { token }),
		});
	};

	it.each(['inbox', 'status'] as const)(
		'The %s trigger registers nothing at the service',
		async (node) => {
			const options = { allowedIps: '203.0.113.7, 10.0.0.0/8, 2001:db8::/32' };
			const parameters = { options, timezone: 'Asia/Jakarta' };
			const server = await withParameters(node, parameters, TOKEN);
			for (const method of ['checkExists', 'create', 'delete'] as const) {
				const results = await server.lifecycle(method);
				expect(results.length).toBeGreaterThan(0);
				expect(new Set(results)).toEqual(new Set([true]));
			}
		},
	);

	it.each([
		['inbox', { options: { allowedIps: '203.0.113.7, 10.0.0.0/99' } }, '10.0.0.0/99'],
		['inbox', { options: { allowedIps: ' , ' } }, 'no address'],
		['inbox', { options: { allowedIps: '={{ undefined }}' } }, 'no address'],
		['inbox', { options: '={{ ({ ignoreRepeats: true }) }}' }, 'one expression'],
		['inbox', { authentication: 'Token' }, 'Authentication'],
		['status', { authentication: '={{ undefined }}' }, 'Authentication'],
		['status', { timezone: 'half past nine' }, 'half past nine'],
	] as const)(
		'Wrong settings of the %s trigger are explained: %p',
		async (node, parameters, wrong) => {
			const server = await withParameters(node, parameters);

			await expect(server.lifecycle('checkExists')).rejects.toThrow(wrong);
			await expect(server.lifecycle('create')).rejects.toThrow(wrong);
		},
	);

	it('A token that could be guessed is refused, and another is offered', async () => {
		const server = await withParameters('inbox', {}, 'passwordpasswordpassword');
		const fault: unknown = await server.lifecycle('create').catch((error: unknown) => error);

		expect(fault).toMatchObject({
			message: expect.stringContaining('too weak') as string,
			description: expect.stringMatching(/[0-9a-f]{48}/) as string,
		});
	});

	it.each(['inbox', 'status'] as const)(
		'The %s trigger can be switched off whatever is wrong',
		async (node) => {
			const server = await withParameters(node, { options: { allowedIps: 'x' }, timezone: 'x' });
			const results = await server.lifecycle('delete');

			expect(new Set(results)).toEqual(new Set([true]));
		},
	);
});
