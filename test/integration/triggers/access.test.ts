import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import type { INodeParameters } from 'n8n-workflow';

import { lastCallsAsHtml } from '../../../nodes/callbacks/lastCalls';
import { call, useTriggers, type Call, type TriggerServer } from '../../support/webhooks';

/** Who may call a trigger. */

const TOKEN = '4f9d1c7a2be8605d3b1fa7c94e20d68b';
const WITH_TOKEN = { token: TOKEN };
const MESSAGE: Call = { form: { id: '1', originator: '6281234567890', msg: 'Hello' } };

const statusesOf = async (server: TriggerServer, ...calls: Call[]) => {
	const statuses: (number | undefined)[] = [];
	for (const one of calls) statuses.push((await call(server, one)).status);
	return statuses;
};

const withAndWithoutToken = (server: TriggerServer) =>
	statusesOf(server, MESSAGE, { ...MESSAGE, query: `token=${TOKEN}` });

describe('Token of a trigger', () => {
	const { inbox, status } = useTriggers();

	it.each([
		['no token', {}, 401],
		['one under another name', { query: `Token=${TOKEN}` }, 401],
		['a list of right ones', { query: `token=${TOKEN}&token=${TOKEN}` }, 401],
		['an object like a text', { query: `token[toString]=${TOKEN}&token[length]=32` }, 401],
		['one in its body', { form: { ...MESSAGE.form, token: TOKEN } }, 401],
		['one in a header', { headers: { token: TOKEN, authorization: `Bearer ${TOKEN}` } }, 401],
		['a wrong one', { query: `token=${TOKEN.slice(0, -1)}` }, 403],
	])('A call with %s starts nothing, and does not learn the token', async (_, what, code) => {
		const server = await inbox({}, WITH_TOKEN);
		const answer = await call(server, { ...MESSAGE, ...what });

		expect(answer.status).toBe(code);
		expect(server.started).toEqual([]);
		expect(answer.text).not.toContain(TOKEN.slice(0, -1));
	});

	it('The right token and the previous one are accepted', async () => {
		const previousToken = 'q7Zt0pLw9Xr3Bv5Nc8Md2KsH';
		const given = { ...WITH_TOKEN, previousToken };
		const server = await inbox({ options: { ignoreRepeats: false } }, given);
		const tokens = [TOKEN, previousToken, `${previousToken}x`];
		const calls = tokens.map((token) => ({ ...MESSAGE, query: `token=${token}` }));

		expect(await statusesOf(server, ...calls)).toEqual([200, 200, 403]);
		expect(server.started).toHaveLength(2);
	});

	it('The token is told from a field that follows it', async () => {
		const server = await status({}, WITH_TOKEN);
		await call(server, { method: 'GET', query: `token=${TOKEN}?ref_no=u-1&status=D` });

		expect(server.outputs).toMatchObject([{ ref_no: 'u-1', status: 'delivered' }]);
		expect(JSON.stringify(server.started)).not.toContain(TOKEN);
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
			const server = await status({ simplify }, WITH_TOKEN);
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
			expect(JSON.stringify([server.started, answers, told])).not.toContain(TOKEN);
		},
	);
});

describe('Wrong settings of a trigger', () => {
	const { inbox } = useTriggers();

	it.each(['Token', '={{ undefined }}', true])(
		'No call is accepted if Authentication is %p',
		async (authentication) => {
			const server = await inbox({ authentication }, WITH_TOKEN);

			expect(await withAndWithoutToken(server)).toEqual([503, 503]);
			expect(server.started).toEqual([]);
		},
	);

	it('A trigger whose credential was deleted starts nothing, and the log says why', async () => {
		const warnings = jest.spyOn(Container.get(Logger), 'warn');
		const server = await inbox({ authentication: 'token' }, { hasLostCredential: true });
		expect(await withAndWithoutToken(server)).toEqual([401, 503]);
		expect((await call(server, { query: `token=${TOKEN}` })).status).toBe(503);
		const said = warnings.mock.calls
			.map(([text]) => text)
			.filter((text) => text.includes('could not'));
		warnings.mockRestore();

		expect(server.started).toEqual([]);
		expect(said).toEqual([expect.stringContaining('the trigger could not accept a callback')]);
		expect(JSON.stringify(said)).not.toContain(TOKEN);
	});
});

type Setting = INodeParameters & { token?: string };

describe('Log of n8n', () => {
	const { inbox } = useTriggers();
	const SENDER = '6281234567890';

	/** What is written there while the calls come in. */
	async function said({ token, ...more }: Setting, ...calls: Call[]) {
		const warn = jest.spyOn(Container.get(Logger), 'warn');
		const setting = token === undefined ? {} : { token };
		const server = await inbox({ events: ['pushInbox'], ...more }, setting);
		for (const one of calls) await call(server, one);
		const lines = warn.mock.calls.map(([line]) => line);
		warn.mockRestore();
		expect(server.started).toEqual([]);
		return { lines, panel: lastCallsAsHtml(`${server.workflowId}triggerundefined`, 'UTC') };
	}

	it.each<[string, Setting, Call]>([
		['(401). The token is missing. Register the URL with', { token: TOKEN }, MESSAGE],
		[
			...(['(403). The token is wrong. Register', { token: TOKEN }] as const),
			{ ...MESSAGE, query: `token=${TOKEN.slice(1)}` },
		],
		['(503). The credential of this trigger has', { token: '' }, { query: `token=${TOKEN}` }],
		['(503). Authentication of this trigger is neither', { authentication: TOKEN }, MESSAGE],
		['(413). The callback is larger', {}, { json: { text: SENDER.repeat(100_000) } }],
	])('A refused callback is logged once a minute, without a value: %s', async (words, ...given) => {
		const [setting, what] = given;
		const { lines, panel } = await said(setting, what, what, what);
		const [line = '', ...others] = lines;
		expect(others).toEqual([]);
		expect(line).toContain(`Trigger, workflow Callbacks: a callback was refused ${words}`);
		expect(line).not.toMatch(/Hello|628123|4f9d|f9d1|203\.0/);
		// The panel says the same, without the status.
		const [refused = ''] = panel.map((shown) => shown.replace(' (3 times)', '').slice(16));
		expect(line.slice(line.indexOf('). ') + 4)).toBe(refused);
	});

	it('The log says nothing of the fields to a caller without the token', async () => {
		const told = await said({ token: TOKEN }, { json: { secret_field: 1 } });

		expect(JSON.stringify(told)).not.toContain('secret_field');
	});
});

describe('Publishing a workflow', () => {
	const { inbox, status } = useTriggers();
	const BOTH = [
		['inbox', inbox],
		['status', status],
	] as const;

	it.each(BOTH)('The %s trigger registers nothing at the service', async (_, start) => {
		const server = await start({ events: [], timezone: 'Asia/Jakarta' }, WITH_TOKEN);
		for (const method of ['checkExists', 'create', 'delete'] as const) {
			expect(new Set(await server.lifecycle(method))).toEqual(new Set([true]));
		}
	});

	it.each([
		[inbox, { options: { defaultCountryCode: 'Indonesia' } }, 'Default Country Code'],
		[inbox, { options: '={{ ({ ignoreRepeats: true }) }}' }, 'one expression'],
		[inbox, { authentication: 'Token' }, 'Authentication'],
		[status, { authentication: '={{ undefined }}' }, 'Authentication'],
		[status, { timezone: 'half past nine' }, 'half past nine'],
	] as const)('Wrong settings of a trigger are explained: %#, %p', async (...given) => {
		const [start, parameters, wrong] = given;
		const server = await start(parameters);

		await expect(server.lifecycle('checkExists')).rejects.toThrow(wrong);
		await expect(server.lifecycle('create')).rejects.toThrow(wrong);
	});

	it('A token that could be guessed is refused, and another is offered', async () => {
		const server = await inbox({}, { token: 'passwordpasswordpassword' });
		const fault: unknown = await server.lifecycle('create').catch((error: unknown) => error);

		expect(fault).toMatchObject({
			message: expect.stringContaining('too weak') as string,
			description: expect.stringMatching(/[0-9a-f]{48}/) as string,
		});
	});

	it.each(BOTH)('The %s trigger can be switched off whatever is wrong', async (_, start) => {
		const server = await start({ options: { defaultCountryCode: 'x' }, timezone: 'x' });

		expect(new Set(await server.lifecycle('delete'))).toEqual(new Set([true]));
	});
});
