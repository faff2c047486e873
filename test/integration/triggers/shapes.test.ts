import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import type { INodeParameters } from 'n8n-workflow';

import { MessagingServiceTrigger } from '../../../nodes/MessagingServiceTrigger/MessagingServiceTrigger.node';
import { MessagingServiceStatusTrigger } from '../../../nodes/MessagingServiceStatusTrigger/MessagingServiceStatusTrigger.node';
import { call, useTriggers, type Call, type TriggerServer } from '../../support/webhooks';

/** Callbacks as the documentation allows them, beyond those that the simulator sends. */

const INBOX = ['whatsappOfficialInbox', 'pushInbox'];
const STATUS = ['whatsappOfficialStatus', 'whatsappUnofficialStatus'];

const OFFICIAL = {
	room_id: 'b3a0c8f0-1111-4111-8111-111111111111',
	ref_no: 'in-1',
	text: 'Yes',
	inbox_date: '2026-03-01 23:30:00',
	sender_number: '6281234567890',
};
const PUSHED = {
	id: '77',
	gateway_number: '6281100000011',
	originator: '6281234567890',
	receive_date: '2026-03-01 23:30:00',
	msg: 'Yes',
};
const NUMBERED = { ref_no: 'in-2', text1: 'a', text2: 'b', inbox_date: '', room_id: '7' };
const REPORT = { ref_no: 'out-1', status: 'delivered', status_date: '2026-03-01 23:30:00' };

describe('Shapes of callbacks', () => {
	const start = useTriggers();

	const inbox = (parameters: INodeParameters = {}, timezone = 'UTC'): Promise<TriggerServer> =>
		start({
			nodeType: new MessagingServiceTrigger(),
			parameters: { events: INBOX, ...parameters },
			timezone,
		});

	const status = (parameters: INodeParameters = {}, timezone = 'UTC'): Promise<TriggerServer> =>
		start({
			nodeType: new MessagingServiceStatusTrigger(),
			parameters: { events: STATUS, ...parameters },
			timezone,
		});

	const messageOf = (text: string): string => {
		const { message } = JSON.parse(text) as { message?: unknown };
		return typeof message === 'string' ? message : '';
	};

	it.each<[string, Call, string]>([
		['the query of a GET', { method: 'GET', query: 'ref_no=u-1&status=D' }, 'u-1'],
		['the query and a form', { query: 'ref_no=u-1', form: { status: 'D' } }, 'u-1'],
		['JSON', { json: REPORT }, 'out-1'],
		['JSON without a type', { body: JSON.stringify(REPORT) }, 'out-1'],
	])('A report is read from %s', async (_, what, ref) => {
		const server = await status();
		const answer = await call(server, what);

		expect(answer.status).toBe(200);
		expect(server.outputs).toMatchObject([{ ref_no: ref, status: 'delivered' }]);
	});

	it('Each report says when it arrived', async () => {
		const server = await status({ timezone: 'Asia/Jakarta' });
		const before = Math.floor(Date.now() / 1000) * 1000;
		await call(server, { json: REPORT });
		await call(server, { query: 'ref_no=u-1&status=D' });
		const arrivals = server.outputs.map(({ arrived_at: at }) => (typeof at === 'string' ? at : ''));

		for (const at of arrivals) {
			expect(at).toMatch(/\+07:00$/);
			expect(Date.parse(at)).toBeGreaterThanOrEqual(before);
			expect(Date.parse(at)).toBeLessThanOrEqual(Date.now());
		}
	});

	it('Two reports whose numbers differ beyond 2^53 are told apart', async () => {
		const server = await status();
		const json = (ref: string) => ({
			body: `{"ref_no": ${ref}, "status": "read", "status_date": "2026-03-01 23:30:00"}`,
			headers: { 'content-type': 'application/json' },
		});
		await call(server, json('12345678901234567890'));
		await call(server, json('12345678901234567891'));
		await call(server, json('12345678901234567890'));

		expect(server.outputs.map(({ ref_no: ref }) => ref)).toEqual([
			'12345678901234567890',
			'12345678901234567891',
		]);
	});

	describe('Hint on the time zone in n8n’s log', () => {
		/** As the clock of a service in Jakarta shows it, some minutes ago. */
		const inJakarta = (minutesAgo: number) =>
			new Date(Date.now() + (7 * 60 - minutesAgo) * 60_000)
				.toISOString()
				.slice(0, 19)
				.replace('T', ' ');

		const warnings = async (parameters: INodeParameters, ...dates: string[]) => {
			const warn = jest.spyOn(Container.get(Logger), 'warn');
			const server = await inbox(parameters);
			for (const [at, date] of dates.entries()) {
				await call(server, { json: { ...OFFICIAL, ref_no: `in-${at}`, inbox_date: date } });
			}
			const said = warn.mock.calls.map(([message]) => message);
			warn.mockRestore();
			expect(server.outputs).toHaveLength(dates.length);
			return said;
		};

		it('A date that is hours off is logged once', async () => {
			const said = await warnings({ timezone: 'UTC' }, inJakarta(0), inJakarta(1));

			expect(said).toHaveLength(1);
			expect(said[0]).toContain('UTC+07:00');
			expect(said[0]).toContain('Asia/Jakarta');
		});
	});

	it.each<[string, Call, object]>([
		['JSON', { json: { ...OFFICIAL, tags: [1, 'b'] } }, { ...OFFICIAL, tags: [1, 'b'] }],
		['a form', { form: { ...PUSHED, keyword: 'REG' } }, { ...PUSHED, keyword: 'REG' }],
		['JSON with numbered names', { json: NUMBERED }, NUMBERED],
	])('The payload of %s is output as it came without Simplify', async (_, what, data) => {
		const server = await inbox({ simplify: false });
		await call(server, what);

		expect(server.outputs).toEqual([{ event: expect.any(String) as string, data }]);
	});

	it('The keyword of a message is told by the usual words and those of the user', async () => {
		const server = await inbox({ options: { stopWords: 'cukup' } });
		for (const [at, text] of ['help', 'Cukup.', 'stop it'].entries()) {
			await call(server, { json: { ...OFFICIAL, ref_no: `in-${at}`, text } });
		}

		expect(server.outputs.map(({ keyword }) => keyword)).toEqual(['help', 'stop', null]);
	});

	it.each<[string, typeof inbox, INodeParameters, Call]>([
		['inbox', inbox, { events: ['pushInbox'] }, { json: OFFICIAL }],
		['inbox', inbox, { events: ['whatsappBusiness'] }, { json: { ...OFFICIAL, message_id: 'm' } }],
		['inbox', inbox, {}, { json: REPORT }],
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

	it('A status trigger refuses XML in words that help', async () => {
		const server = await status();
		const headers = { 'content-type': 'application/xml' };
		const answer = await call(server, { body: '<a>1</a>', headers });

		expect(answer.status).toBe(400);
		expect(messageOf(answer.text)).toContain('must be JSON or form fields');
		expect(server.started).toEqual([]);
	});

	it.each(['PUT', 'DELETE', 'PATCH', 'GET'])('An inbox has no %s', async (method) => {
		const server = await inbox();
		const answer = await call(server, { method, json: OFFICIAL });

		expect(answer.status).toBe(404);
		expect(server.started).toEqual([]);
	});

	it.each(['no', 'FALSE', '0', 0, 'n'])('A switch may be a word: %j', async (off) => {
		const server = await status({
			events: ['whatsappOfficialStatus'],
			simplify: off,
			options: { ignoreRepeats: off },
		});
		await call(server, { json: REPORT });
		await call(server, { json: REPORT });

		const output = { event: 'whatsappOfficialStatus', data: REPORT };
		expect(server.outputs).toEqual([output, output]);
	});
});
