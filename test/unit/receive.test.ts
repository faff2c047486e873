import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { idOfAnswer, TAKEN_HEADER } from '../../nodes/answerButton';
import { receive } from '../../nodes/callbacks/receive';

const DATE = '2026-03-01 23:30:00';
const MESSAGE = { ref_no: 'in-1', room_id: 'r', text: 'Y', inbox_date: DATE, sender_number: '6' };
const REPORT = { ref_no: 'out-1', status: 'delivered', status_date: DATE };
const LINK = `https://n8n.test/webhook-waiting/12/8b9fd985-4de0-452e-8207-ee91fe9c7478?approved=true&nonce=abcdefghijklmnop&signature=${'0f'.repeat(32)}`;

interface Call {
	trigger?: string;
	parameters?: IDataObject;
	/** Of the credential. None is found without it. */
	token?: string;
	body?: unknown;
	query?: IDataObject;
	method?: string;
	mode?: string;
	headers?: Record<string, string>;
	ip?: string;
	ips?: string[];
	remoteAddress?: string;
	takesAnswers?: boolean;
	/** What n8n responds to an answer that is handed over. */
	resumed?: object;
	/** The status with which n8n answers a callback that starts a workflow. */
	accepts?: number;
}

let triggers = 0;

async function called(call: Call) {
	const { trigger = `t${++triggers}`, body = MESSAGE, headers = {}, ip, ips = [] } = call;
	const parameters: IDataObject = {
		...{ authentication: 'none', simplify: true, timezone: 'UTC', statuses: [] },
		...{ events: ['whatsappOfficialInbox'], ...call.parameters },
	};
	const logged: string[] = [];
	const log = (text: string) => logged.push(text);
	const caller: { status?: number; message?: string } = {};
	const response = {
		statusCode: call.accepts ?? 200,
		end: () => response,
		status: (code: number) => Object.assign(response, { statusCode: code }),
		json: ({ message }: { message: string }) =>
			Object.assign(caller, { status: response.statusCode, message }),
	};
	const request = {
		...{ method: call.method ?? 'POST', ip, ips, socket: { remoteAddress: call.remoteAddress } },
		headers: { 'content-type': 'application/json', ...headers },
		rawBody: Buffer.from(JSON.stringify(body)),
	};
	const lost = () => Promise.reject(new Error('no credential'));
	const context = {
		getRequestObject: () => request,
		getResponseObject: () => response,
		getQueryData: () => call.query ?? {},
		getBodyData: () => body,
		getNodeParameter: (name: string) => parameters[name],
		getCredentials: () => (call.token === undefined ? lost() : Promise.resolve(call)),
		getWorkflow: () => ({ id: trigger, name: 'Orders' }),
		getNode: () => ({ id: 'node', name: 'Trigger' }),
		getMode: () => call.mode ?? 'trigger',
		getTimezone: () => 'UTC',
		...{ additionalData: {}, node: {}, getSignedResumeUrl: () => LINK },
		helpers: { httpRequest: () => Promise.resolve(call.resumed) },
		logger: { warn: log, error: log },
		// Only these of its methods are called.
	} as unknown as IWebhookFunctions;
	const { workflowData } = await receive(context, call.takesAnswers);
	if (workflowData) response.end();
	return { ...caller, started: workflowData?.[0]?.[0]?.json, logged };
}

describe('receive', () => {
	const IGNORED = 'Ignored: this trigger does not listen to this';
	const WHOSE = { authentication: 'token' };
	const LISTED = { options: { allowedIps: '203.0.113.7' } };
	const STATUS = { events: ['whatsappOfficialStatus'] };
	const ADDRESS = { status: 403, message: 'This address may not call this trigger' };
	const PROXY = { status: 403, message: expect.stringContaining('A proxy forwarded') as string };
	const WRONG = { status: 403, message: 'The token is wrong' };

	it.each<[string, Call, object]>([
		['another kind', { parameters: STATUS }, { status: 200, message: `${IGNORED} kind` }],
		[
			'another status',
			{ body: REPORT, parameters: { ...STATUS, statuses: ['read'] } },
			{ status: 200, message: `${IGNORED} status` },
		],
		['no form of its own', { body: [] }, { status: 400, started: undefined }],
		['a wrong token', { parameters: WHOSE, token: 'a', query: { token: 'b' } }, WRONG],
		['no credential', { parameters: WHOSE, query: { token: 'b' } }, { status: 503 }],
		['a foreign address', { parameters: LISTED, ip: '203.0.113.8' }, ADDRESS],
		['no address', { parameters: LISTED }, ADDRESS],
		...['x-forwarded-for', 'x-real-ip', 'forwarded'].map((name): [string, Call, object] => [
			...([name, { parameters: LISTED, ip: '203.0.113.7', headers: { [name]: 'x' } }] as const),
			PROXY,
		]),
	])('A callback with %s starts no workflow', async (_, call, answer) => {
		expect(await called(call)).toMatchObject({ started: undefined, ...answer });
	});

	const FORWARDED = { headers: { 'x-real-ip': '203.0.113.7' }, ips: ['203.0.113.7'] };

	it.each<[string, Call]>([
		['no protection', {}],
		['the right token', { parameters: WHOSE, token: 'a', query: { token: 'a' } }],
		['an allowed address', { parameters: LISTED, ip: '203.0.113.7' }],
		['the address of its socket', { parameters: LISTED, remoteAddress: '203.0.113.7' }],
		['a trusted proxy', { parameters: LISTED, ip: '203.0.113.7', ...FORWARDED }],
		['the chosen status', { body: REPORT, parameters: { ...STATUS, statuses: ['delivered'] } }],
	])('A callback with %s starts the workflow', async (_, call) => {
		const { started, status } = await called(call);
		expect(started).toHaveProperty('event');
		expect(status).toBeUndefined();
	});

	it('An authentication that an expression made accepts nobody, and the log says what to do', async () => {
		const { status, message, logged } = await called({ parameters: { authentication: '' } });
		expect([status, message]).toEqual([
			503,
			'Authentication of this trigger is neither None nor Token',
		]);
		expect(logged.join()).toContain('Choose one of the two');
	});

	it('A callback without Simplify is output unchanged', async () => {
		const { started } = await called({ parameters: { simplify: false } });
		expect(started).toEqual({ event: 'whatsappOfficialInbox', data: MESSAGE });
	});

	const SHAPES: [string, Call][] = [
		['{ q: text, a: number }', { body: { a: 1 }, query: { q: '1', a: '2' } }],
		['{ a: number, 2 others }', { body: { a: 1, '6281': 2, [`a${'b'.repeat(30)}`]: 3 } }],
		['{ 2 others }', { body: { 'a b': 1, ' a': 1 } }],
		['{  }', { body: {} }],
		['[{ a: number, b: null } or { b: text }]', { body: [{ a: 1, b: null }, { b: 'x' }] }],
		['{ a: { b: [{ c: boolean }] } }', { body: { a: { b: [{ c: true }] } } }],
	];

	it.each(SHAPES)(
		'The log shows an unknown callback by names and types: %s',
		async (shape, call) => {
			const { status, message, logged } = await called(call);
			expect([status, logged[0]?.includes(` Its shape: ${shape}. `)]).toEqual([400, true]);
			expect(message).toMatch(/^This is not a callback that the service documents\. A status has/);
			const inbox = await called({ ...call, takesAnswers: true });
			expect(inbox.logged[0]).toMatch(/ If it came from a WhatsApp Business gateway, choose that/);
		},
	);

	it('A Business callback logs its shape, once', async () => {
		const call = { trigger: 'shape', parameters: { events: ['whatsappBusiness'] } };
		const first = await called({ ...call, body: { message: { secret: 'x' } } });
		const second = await called({ ...call, body: { other: 1 } });
		expect(first.logged).toEqual([
			expect.stringContaining('Its shape: { message: { secret: text } }.') as string,
		]);
		expect(second.logged).toEqual([]);
	});

	it('Options that are one expression let nobody in', async () => {
		expect(await called({ parameters: { options: { length: 9 } } })).toMatchObject(ADDRESS);
		expect(await called({ parameters: { options: 'text' } })).toMatchObject(ADDRESS);
	});

	it('A callback that cannot be accepted is logged once', async () => {
		const call = { trigger: 'broken', parameters: WHOSE, query: { token: 'b' } };
		const all = [await called(call), await called(call)];
		expect(all.map(({ status, logged }) => [status, logged.length])).toEqual([
			[503, 1],
			[503, 0],
		]);
	});

	it.each([
		['starts nothing', {}, 200],
		['starts the workflow with Other Events', { options: { otherEvents: true } }, undefined],
	])('A report on a Business message %s', async (_, parameters, status) => {
		const body = { statuses: [{ id: 'm', status: 'read' }] };
		const call = { body, parameters: { events: ['whatsappBusiness'], ...parameters } };
		expect((await called(call)).status).toBe(status);
	});

	it.each<[string, Call, (number | undefined)[]]>([
		['is acknowledged and starts nothing', {}, [undefined, 200]],
		['starts the workflow again if n8n did not take it', { accepts: 500 }, [undefined, undefined]],
		['starts a workflow that is being tested', { mode: 'manual' }, [undefined, undefined]],
		[
			'starts the workflow again without Ignore Repeats',
			{ parameters: { options: { ignoreRepeats: false } } },
			[undefined, undefined],
		],
	])('A repeated callback %s', async (_, call, statuses) => {
		const trigger = `again ${++triggers}`;
		const all = [await called({ trigger, ...call }), await called({ trigger, ...call })];
		expect(all.map(({ status }) => status)).toEqual(statuses);
		const repeat = 'Repeated: this callback was accepted before';
		expect(all[1]?.message).toBe(statuses[1] === 200 ? repeat : undefined);
		const other = await called({ trigger, ...call, body: { ...MESSAGE, ref_no: 'in-2' } });
		expect(other.started).toHaveProperty('event');
	});

	it('A repeated callback gets 503 while the first is still under way', async () => {
		const trigger = 'at the same time';
		const both = await Promise.all([called({ trigger }), called({ trigger })]);
		expect(both.map(({ status }) => status)).toEqual([undefined, 503]);
		expect(both[1].message).toBe('Still processing the first delivery: send it again later');
	});

	it('A wrong clock is logged once, for late and early callbacks separately', async () => {
		const trigger = 'clock';
		const at = (hours: number, minutes = 0) =>
			new Date(Date.now() + hours * 3_600_000 + minutes * 60_000).toISOString().slice(0, 19);
		const dates = [at(7), at(7), at(-5, -13), at(0)];
		const told: number[] = [];
		for (const [one, date] of dates.entries()) {
			const body = { ...MESSAGE, ref_no: `r${one}`, inbox_date: date.replace('T', ' ') };
			const { logged } = await called({ trigger, body });
			told.push(logged.length);
		}
		expect(told).toEqual([1, 0, 1, 0]);
	});

	const UNKNOWN = expect.stringContaining('not a callback that the service') as string;
	const TAP = {
		...{ from: '628123456789', context: { from: '628110000000', id: 'w' }, type: 'interactive' },
		interactive: { type: 'button_reply', button_reply: { id: idOfAnswer(LINK) } },
	};
	const taken = (statusCode: number, isTaken: string) => ({
		...{ statusCode, headers: { [TAKEN_HEADER]: isTaken } },
	});

	it.each([
		[
			...(['gets 503 while n8n is busy', 503, true, 503] as const),
			'The question cannot take its answer yet: send it again later',
		],
		['is acknowledged', 200, true, 200, 'Received: it answers a question'],
		['is an unknown callback for a trigger of reports', 200, false, 400, UNKNOWN],
	])('An answer to a question %s', async (_, resumed, takesAnswers, status, message) => {
		const body = { ...TAP, id: `${resumed} ${String(takesAnswers)}` };
		const call = { body, takesAnswers, resumed: taken(resumed, 'true') };
		expect(await called(call)).toMatchObject({ status, message, started: undefined });
	});
});
