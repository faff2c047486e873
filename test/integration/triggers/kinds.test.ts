import type { INodeParameters } from 'n8n-workflow';

import { controlOf } from '../../simulator/controlOf';
import type { NewMessage } from '../../simulator/service/service';
import type { CallbackKind } from '../../simulator/settings';
import { useSimulator } from '../../support/useSimulator';
import { call, useTriggers, type Call, type Start } from '../../support/webhooks';

/** From a callback of the service, through the trigger, to the data that the workflow receives. */

const NUMBER = '6281234567890';
const TOKEN = '4f9d1c7a2be8605d3b1fa7c94e20d68b';
const MINUTE = 60_000;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+07:00$/;
/** Long enough for a message to be queued, sent, delivered and read. */
const SETTLED = 30 * MINUTE;

const CHANNEL = { id: '11111111-1111-4111-8111-111111111111', name: 'A', number: '6280000000001' };
const SENDER = { id: '6280000000011', name: '+6280000000011', number: '6280000000011' };

describe('Callbacks of the service', () => {
	const simulator = useSimulator();
	const triggers = useTriggers();

	const service = () => simulator.service;

	/** All kinds share one URL: each is known by its shape. */
	const listening =
		(start: Start, ...kinds: CallbackKind[]): Start =>
		async (parameters, setting) => {
			const server = await start(parameters, { token: TOKEN, ...setting });
			for (const kind of kinds) {
				service().deliveries.urls.set(kind, [`${server.url}?token=${TOKEN}`]);
			}
			return server;
		};

	const inbox = listening(
		triggers.inbox,
		'officialInbox',
		'unofficialInbox',
		'smsInbox',
		'business',
	);
	const status = listening(triggers.status, 'officialStatus', 'unofficialStatus');

	/** Somebody writes; tells the message as the control interface does, and when it came. */
	async function write(route: string, text: string, to?: string) {
		const control = controlOf(() => simulator.url);
		const written = { route, from: NUMBER, text, ...(to !== undefined && { to }) };
		const { id, room_id: room } = await control.write(written);
		await service().deliveries.idle();
		return { id, room };
	}

	async function sent(details: Pick<NewMessage, 'route' | 'sender'>): Promise<string> {
		const { id } = service().take({
			...details,
			number: NUMBER,
			content: { text: 'Hello' },
			credits: 1,
		});
		await service().deliveries.idle();
		return id;
	}

	async function advance(ms: number): Promise<void> {
		service().clock.advance(ms);
		await service().deliveries.idle();
	}

	/** As ISO 8601 with an offset, without the fraction. */
	const inJakarta = (at: number) =>
		`${new Date(at + 7 * 60 * MINUTE).toISOString().slice(0, 19)}+07:00`;

	const movedAt = (id: string, code: string): number => {
		const message = service().state.messages.get(id);
		const move = message?.history.findLast((one) => one.status === code);
		if (move === undefined) throw new Error(`${id} was never ${code}`);
		return move.at;
	};

	const TEXT = 'a+b & c=d; 100% "x" é 😀\nsecond line';

	it.each([
		['official', 'whatsappOfficialInbox', undefined],
		['unofficial', 'pushInbox', '6280000000011'],
		['sms', 'pushInbox', '6280000000021'],
	])('A message comes out of its callback: %s', async (route, event, to) => {
		const server = await inbox();
		const at = service().clock.now();
		const { id, room } = await write(route, TEXT, to);

		expect(server.outputs).toEqual([
			{
				event,
				message_id: id,
				from: NUMBER,
				to: to ?? null,
				text: TEXT,
				chatInput: TEXT,
				received_at: inJakarta(at),
				raw_date: null,
				keyword: null,
				button_id: null,
				room_id: room,
				reply_until: room === null ? null : inJakarta(at + 24 * 60 * MINUTE),
				sessionId: room ?? `${NUMBER}:${to}`,
			},
		]);
		expect(service().deliveries.failed).toBe(0);
	});

	it('A message to a Business gateway comes out with all that came and its message ID', async () => {
		const server = await inbox();
		const { id } = await write('business', 'Yes');

		expect(server.outputs).toMatchObject([
			{
				event: 'whatsappBusiness',
				message_id: id,
				from: NUMBER,
				text: 'Yes',
				chatInput: 'Yes',
				sessionId: NUMBER,
				button_id: null,
				data: { message_id: id, text: 'Yes', from: NUMBER },
			},
		]);
	});

	const STATUSES = { Q: 'queued', S: 'sent', D: 'delivered', R: 'read' } as const;

	it.each([
		['an Official message', 'officialStatus', 'whatsappOfficialStatus', 'POST', 'SDR'],
		['an unofficial message by GET', 'unofficialStatus', 'whatsappUnofficialStatus', 'GET', 'QSDR'],
		[
			'an unofficial message by POST',
			'unofficialStatus',
			'whatsappUnofficialStatus',
			'POST',
			'QSDR',
		],
	] as const)('Every status of %s comes out', async (_, kind, event, method, codes) => {
		service().change({ unofficialStatusMethod: method });
		const isOfficial = kind === 'officialStatus';
		const server = await status();
		const ref = await sent(
			isOfficial ? { route: 'official', sender: CHANNEL } : { route: 'unofficial', sender: SENDER },
		);
		await advance(SETTLED);

		const at = (code: string, isTold: boolean) => (isTold ? inJakarta(movedAt(ref, code)) : null);
		const reports = (Array.from(codes) as (keyof typeof STATUSES)[]).map((code) => ({
			event,
			ref_no: ref,
			arrived_at: expect.stringMatching(TIME) as string,
			raw_date: null,
			error_code: null,
			status: STATUSES[code],
			status_code: isOfficial ? STATUSES[code] : code,
			status_at: at(code, isOfficial || code === 'S'),
			sent_at: at('S', isOfficial ? code === 'S' : code !== 'Q'),
			is_final: code === 'R',
			...('DR'.includes(code) && { delivered: true }),
		}));
		expect(server.outputs).toEqual(reports);
		// The clock of the service is not that of this machine.
		const arrivals = server.outputs.map((one) => new Date(one.arrived_at as string).getTime());
		expect(Math.min(...arrivals)).toBeGreaterThan(Date.now() - MINUTE);
		expect(Math.max(...arrivals)).toBeLessThanOrEqual(Date.now());
	});

	it.each([
		['of the workflow', 'Asia/Kathmandu', 'workflow', 'Asia/Kathmandu', '+05:45'],
		['that was chosen', 'Asia/Jakarta', 'Asia/Jakarta', 'America/New_York', '+07:00'],
	])('Times are read by the clock %s', async (_, ofService, chosen, ofWorkflow, offset) => {
		service().change({ timezone: ofService });
		const server = await inbox({ timezone: chosen }, { timezone: ofWorkflow });
		const at = Math.floor(service().clock.now() / 1000) * 1000;
		await write('official', 'Yes');
		const received = server.outputs[0]?.received_at;

		expect(received).toMatch(new RegExp(`\\${offset}$`));
		expect(new Date(received as string).getTime()).toBe(at);
	});
});

const DATE = '2026-03-01 23:30:00';
const OFFICIAL = {
	room_id: 'room',
	ref_no: 'in-1',
	text: 'Yes',
	inbox_date: DATE,
	sender_number: NUMBER,
};
const PUSHED = { id: '77', originator: NUMBER, receive_date: DATE, msg: 'Yes' };
const REPORT = { ref_no: 'out-1', status: 'delivered', status_date: DATE };

describe('Settings of a trigger', () => {
	const { inbox, status } = useTriggers();

	it.each<[string, Start, INodeParameters, Call]>([
		['inbox', inbox, { events: ['pushInbox'] }, { json: OFFICIAL }],
		['inbox', inbox, { events: ['whatsappBusiness'] }, { json: { ...OFFICIAL, message_id: 'm' } }],
		['status', status, { events: ['whatsappUnofficialStatus'] }, { json: REPORT }],
		['status', status, { statuses: ['read'] }, { json: REPORT }],
		['status', status, {}, { form: PUSHED }],
	])('The %s trigger acknowledges what was not chosen and starts nothing: %#', async (...given) => {
		const [, begin, parameters, what] = given;
		const server = await begin(parameters);
		const answer = await call(server, what);

		expect(answer.status).toBe(200);
		expect(server.started).toEqual([]);
	});

	it.each<[string, Start, Call]>([
		['inbox', inbox, {}],
		['status', status, { method: 'GET' }],
		['inbox', inbox, { json: [] }],
		['inbox', inbox, { body: ' ', headers: { 'content-type': 'text/plain' } }],
	])('The %s trigger acknowledges an empty call and starts nothing: %#', async (...given) => {
		const [, begin, what] = given;
		const server = await begin({ options: { otherEvents: true } }, { token: TOKEN });

		expect((await call(server, { ...what, query: `token=${TOKEN}` })).status).toBe(200);
		expect((await call(server, what)).status).toBe(401);
		expect(server.started).toEqual([]);
	});

	const XML = { body: '<m><text>Hi</text></m>', headers: { 'content-type': 'text/xml' } };

	it.each<[string, Call, object]>([
		['JSON', { json: { hub: 1 } }, { hub: 1 }],
		['a query', { method: 'GET', query: 'hub=1' }, { hub: '1' }],
		[
			'a text',
			{ body: 'Hi there', headers: { 'content-type': 'text/plain' } },
			{ body: 'Hi there' },
		],
	])('Content that is not documented comes out with Other Events: %s', async (_, what, data) => {
		const events = ['pushInbox'];
		const silent = await inbox({ events });
		const server = await inbox({ events, options: { otherEvents: true } });
		for (const one of [silent, server, server]) expect((await call(one, what)).status).toBe(200);

		expect(silent.started).toEqual([]);
		expect(server.outputs).toEqual([{ event: 'other', data }]);
	});

	it('XML starts the workflow with Other Events, and is refused with words without', async () => {
		const silent = await inbox();
		const server = await inbox({ options: { otherEvents: true } });
		const refused = await call(silent, XML);

		expect([refused.status, (await call(server, XML)).status]).toEqual([415, 200]);
		expect(refused.text).toContain('XML, which is not read here');
		expect([silent.started, server.outputs]).toEqual([
			[],
			[{ event: 'other', data: { m: { text: 'Hi' } } }],
		]);
	});

	it('One trigger takes messages and reports at one URL, by POST and by GET', async () => {
		const server = await inbox({
			events: ['whatsappOfficialInbox', 'whatsappOfficialStatus', 'whatsappUnofficialStatus'],
		});
		await call(server, { json: OFFICIAL });
		await call(server, { json: REPORT });
		await call(server, { method: 'GET', query: 'ref_no=u-1&status=D&sent_date=&err_code=' });

		expect(server.outputs).toMatchObject([
			{ event: 'whatsappOfficialInbox', text: 'Yes' },
			{ event: 'whatsappOfficialStatus', status: 'delivered', delivered: true },
			{ event: 'whatsappUnofficialStatus', ref_no: 'u-1' },
		]);
	});

	it('Both numbers of a message come out with their country code', async () => {
		const server = await inbox({ options: { defaultCountryCode: '+62' } });
		const written = { originator: '081234567890', gateway_number: '+62 800 0000 011' };
		await call(server, { form: { ...PUSHED, ...written } });

		expect(server.outputs).toMatchObject([
			{ from: NUMBER, to: '628000000011', sessionId: `${NUMBER}:628000000011` },
		]);
	});

	it.each([
		...['081234567890', 'INFO', '3355', '123456789012345@lid'].map((one) => [one, '', one]),
		// A short code, though some countries have numbers as short.
		['97788', '49', '97788'],
		['3355123', '62', '3355123'],
		['81234567', '62', '81234567'],
		['62 812-3456-7890', '62', NUMBER],
		['6112345', '354', '3546112345'],
		['91234567', '65', '6591234567'],
	])('%s, with the country code “%s”, comes out as %s', async (originator, country, from) => {
		const options = country === '' ? {} : { defaultCountryCode: country };
		const server = await inbox({ options });
		await call(server, { form: { ...PUSHED, originator } });

		expect(server.outputs).toMatchObject([{ from, sessionId: from }]);
	});

	it('With Simplify off, numbers stay as they came', async () => {
		const server = await inbox({ simplify: false, options: { defaultCountryCode: '62' } });
		const fields = { ...PUSHED, originator: '0812-3456-7890' };
		await call(server, { form: fields });

		expect(server.outputs).toEqual([{ event: 'pushInbox', data: fields }]);
	});

	it('A copy of an own message starts nothing, unless Other Events is on', async () => {
		const written = { message_id: 'm', from: NUMBER, to: '6280000000011', text: 'Hi' };
		const copy = { ...written, message_id: 'c', direction: 'outbound', text: 'Answer' };
		const counts: number[] = [];
		for (const otherEvents of [false, true]) {
			const server = await inbox({ events: ['whatsappBusiness'], options: { otherEvents } });
			await call(server, { json: written });
			const { status } = await call(server, { json: copy });
			expect(status).toBe(200);
			counts.push(server.started.length);
		}
		expect(counts).toEqual([1, 2]);
	});

	it.each<[string, INodeParameters, Record<string, string>, object]>([
		['pushed message', {}, PUSHED, { event: 'pushInbox', message_id: '77', text: 'Yes' }],
		[
			'Business message',
			{ events: ['whatsappBusiness'] },
			{ sender: NUMBER, message: 'Hi' },
			{ from: NUMBER, text: 'Hi' },
		],
	])('A %s in a multipart form is read', async (_, parameters, fields, expected) => {
		const server = await inbox(parameters);
		const form = new FormData();
		for (const [name, value] of Object.entries(fields)) form.append(name, value);
		const { headers, body } = new Request('http://localhost', { method: 'POST', body: form });
		const bytes = Buffer.from(await new Response(body).arrayBuffer());
		const type = headers.get('content-type') ?? '';
		const { status } = await call(server, { body: bytes, headers: { 'content-type': type } });

		expect(status).toBe(200);
		expect(server.outputs).toMatchObject([expected]);
	});

	it.each(['no', 0])('A switch may be a word or a number: %j', async (off) => {
		const server = await status({ simplify: off, options: { ignoreRepeats: off } });
		await call(server, { json: REPORT });
		await call(server, { json: REPORT });

		const output = { event: 'whatsappOfficialStatus', data: REPORT };
		expect(server.outputs).toEqual([output, output]);
	});

	it('The keyword of a message is told by the usual words and those of the user', async () => {
		const server = await inbox({ options: { stopWords: 'cukup' } });
		for (const [at, text] of ['help', 'Cukup.', 'stop it'].entries()) {
			await call(server, { json: { ...OFFICIAL, ref_no: `in-${at}`, text } });
		}

		expect(server.outputs.map(({ keyword }) => keyword)).toEqual(['help', 'stop', null]);
	});
});
