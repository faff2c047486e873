import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import type { INodeParameters } from 'n8n-workflow';

import { MessagingServiceTrigger } from '../../../nodes/MessagingServiceTrigger/MessagingServiceTrigger.node';
import { MessagingServiceStatusTrigger } from '../../../nodes/MessagingServiceStatusTrigger/MessagingServiceStatusTrigger.node';
import { call, useTriggers, type TriggerServer } from '../../support/webhooks';

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
const REPORT = { ref_no: 'out-1', status: 'delivered', status_date: '2026-03-01 23:30:00' };

const FORM_TYPE = 'application/x-www-form-urlencoded';

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

	describe('Status of an unofficial message', () => {
		const parameters = {
			ref_no: 'u-1',
			status: 'D',
			sent_date: '2026-03-01 23:30:00',
			err_code: '',
		};
		const expected = {
			event: 'whatsappUnofficialStatus',
			ref_no: 'u-1',
			status: 'delivered',
			status_code: 'D',
			// The callback says when the message was sent, and not when it was delivered.
			status_at: null,
			sent_at: '2026-03-01T23:30:00+00:00',
			arrived_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/) as string,
			raw_date: null,
			error_code: null,
			is_final: false,
		};

		it('A status is read from the query of a GET', async () => {
			const server = await status();
			const query = new URLSearchParams(parameters).toString();
			const { status: answer } = await call(server, { method: 'GET', query });

			expect(answer).toBe(200);
			expect(server.outputs).toEqual([expected]);
		});

		it.each(['null', '"ok"', '[]', '[{"a":1}]', '7', '{"ok":true}'])(
			'A status is read from the query of a POST whose body means nothing: %s',
			async (body) => {
				const server = await status();
				const answer = await call(server, {
					query: new URLSearchParams(parameters).toString(),
					body,
					headers: { 'content-type': 'application/json' },
				});

				expect(answer.status).toBe(200);
				expect(server.outputs).toEqual([expected]);
			},
		);

		it('A status is read from a query that was appended to another one', async () => {
			const server = await status();
			const query = `x=1?${new URLSearchParams(parameters).toString()}`;
			await call(server, { method: 'GET', query });

			expect(server.outputs).toEqual([expected]);
		});

		it('A status is read from the query of a POST that says it is a form and has none', async () => {
			const server = await status();
			await call(server, {
				query: new URLSearchParams(parameters).toString(),
				headers: { 'content-type': 'application/x-www-form-urlencoded' },
			});

			expect(server.outputs).toEqual([expected]);
		});

		it('A status is read from the query and a form, half of it in each', async () => {
			const server = await status();
			await call(server, {
				query: 'ref_no=u-1&status=D',
				form: { sent_date: '2026-03-01 23:30:00', err_code: '' },
			});

			expect(server.outputs).toEqual([expected]);
		});
	});

	it.each([
		['U', 'unsent', false],
		['Q', 'queued', false],
		['S', 'sent', false],
		['D', 'delivered', false],
		['R', 'read', true],
		['A', 'aborted', true],
		['F', 'failed', true],
		['d', 'delivered', false],
		['sent', 'sent', false],
		['delivered', 'delivered', false],
		['Read', 'read', true],
		['FAILED', 'failed', true],
		// As the table of codes names them.
		['QUEUE', 'queued', false],
		['UN-SENT', 'unsent', false],
		['ABORT', 'aborted', true],
		['ABORTED', 'aborted', true],
	])('The status %s comes out as %s on both routes', async (given, word, final) => {
		const server = await status();
		await call(server, { json: { ...REPORT, status: given } });
		await call(server, { method: 'GET', query: `ref_no=u-1&status=${given}` });

		const told = { status: word, status_code: given, is_final: final };
		expect(server.outputs).toMatchObject([
			{ event: 'whatsappOfficialStatus', ...told },
			{ event: 'whatsappUnofficialStatus', ...told },
		]);
	});

	it.each([
		['U', null],
		['Q', null],
		['S', '2026-03-01T23:30:00+00:00'],
		['D', null],
		['R', null],
		['F', null],
	])('The status %s of an unofficial message has the time %s', async (code, at) => {
		const server = await status();
		await call(server, {
			method: 'GET',
			query: `ref_no=u-1&status=${code}&sent_date=2026-03-01+23%3A30%3A00`,
		});

		expect(server.outputs).toMatchObject([{ status_at: at, sent_at: '2026-03-01T23:30:00+00:00' }]);
	});

	it.each([
		['sent', '2026-03-01T23:30:00+00:00'],
		['delivered', null],
		['read', null],
	])('The status %s of an Official message has its time', async (word, sentAt) => {
		const server = await status();
		await call(server, { json: { ...REPORT, status: word } });

		expect(server.outputs).toMatchObject([
			{ status_at: '2026-03-01T23:30:00+00:00', sent_at: sentAt },
		]);
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

	describe('Content types of a report', () => {
		it.each([
			['in JSON without a content type', {}],
			['in JSON as text/json', { 'content-type': 'text/json' }],
			['in JSON as text/json with a charset', { 'content-type': 'text/json; charset=utf-8' }],
			['in JSON of a type of its own', { 'content-type': 'application/vnd.report+json' }],
			['in JSON as a text', { 'content-type': 'text/plain' }],
			['in JSON as bytes', { 'content-type': 'application/octet-stream' }],
			['in JSON as a form, as PHP sends it', { 'content-type': FORM_TYPE }],
		])('A report is understood %s', async (_, headers) => {
			const server = await status();
			const answer = await call(server, { body: JSON.stringify(REPORT), headers });

			expect(answer.status).toBe(200);
			expect(server.outputs).toMatchObject([
				{ event: 'whatsappOfficialStatus', ref_no: 'out-1', status: 'delivered' },
			]);
		});

		it.each(['text/plain', 'text/html', 'application/octet-stream', ''])(
			'A report in the query is understood next to a body of the type %j',
			async (type) => {
				const server = await status();
				const answer = await call(server, {
					query: 'ref_no=u-1&status=D',
					body: 'status report',
					headers: { 'content-type': type },
				});

				expect(answer.status).toBe(200);
				expect(server.outputs).toMatchObject([
					{ event: 'whatsappUnofficialStatus', ref_no: 'u-1' },
				]);
			},
		);
	});

	describe('Input of n8n’s agents', () => {
		it.each(['', null])('A message with the text %j has no chatInput', async (text) => {
			const server = await inbox();
			await call(server, { json: { ...OFFICIAL, text } });

			expect(server.outputs).toMatchObject([{ text }]);
			expect(server.outputs[0]).not.toHaveProperty('chatInput');
		});
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
			expect(said[0]).toContain('7 hours ahead');
			expect(said[0]).toContain('UTC+07:00');
			expect(said[0]).toContain('Asia/Jakarta');
		});

		it('A late delivery is logged with less certainty, and does not silence a later one', async () => {
			const dates = [inJakarta(100), inJakarta(200), 'yesterday', inJakarta(60)];
			const said = await warnings({ timezone: 'Asia/Jakarta' }, ...dates);

			expect(said).toEqual([
				expect.stringMatching(/late, /),
				expect.stringContaining('It seems to be at UTC+06:00') as string,
			]);
		});
	});

	it('An undocumented status is output', async () => {
		const server = await status();
		await call(server, { json: { ...REPORT, status: 'blocked' } });

		expect(server.outputs).toMatchObject([
			{ status: 'blocked', status_code: 'blocked', is_final: false },
		]);
	});

	describe('Times of callbacks', () => {
		it('The 24 hours of a conversation go on while the clocks change', async () => {
			const server = await inbox({}, 'Europe/Berlin');
			await call(server, { json: { ...OFFICIAL, inbox_date: '2026-03-28 12:00:00' } });

			expect(server.outputs).toMatchObject([
				{
					received_at: '2026-03-28T12:00:00+01:00',
					reply_until: '2026-03-29T13:00:00+02:00',
				},
			]);
		});

		it.each(['yesterday', '01/03/2026 23:30', '2026-02-30 00:00:00', '0000-00-00 00:00:00'])(
			'A time in an unknown form is null, and kept as it came: %p',
			async (text) => {
				const server = await inbox();
				await call(server, { json: { ...OFFICIAL, inbox_date: text } });

				expect(server.outputs).toMatchObject([
					{ received_at: null, reply_until: null, raw_date: text },
				]);
			},
		);

		it('A time of a report in an unknown form is null, and kept as it came', async () => {
			const server = await status();
			await call(server, { json: { ...REPORT, status_date: '1 March' } });
			await call(server, { query: 'ref_no=u-1&status=D&sent_date=1+March' });

			expect(server.outputs).toMatchObject([
				{ status_at: null, raw_date: '1 March' },
				{ sent_at: null, raw_date: '1 March' },
			]);
		});
	});

	describe('Undocumented fields', () => {
		it('An undocumented field of JSON is kept', async () => {
			const server = await inbox({ simplify: false });
			const fields = { ...OFFICIAL, media: { url: 'http://x.example/a.png' }, tags: [1, 'b'] };
			await call(server, { json: fields });

			expect(server.outputs).toEqual([{ event: 'whatsappOfficialInbox', data: fields }]);
		});

		it('An undocumented field of a form is kept', async () => {
			const server = await inbox({ simplify: false });
			await call(server, { form: { ...PUSHED, keyword: 'REG' } });

			expect(server.outputs).toEqual([{ event: 'pushInbox', data: { ...PUSHED, keyword: 'REG' } }]);
		});

		it('An undocumented field of a query is kept', async () => {
			const server = await status({ simplify: false });
			await call(server, { method: 'GET', query: 'ref_no=u-1&status=D&price=3' });

			expect(server.outputs).toEqual([
				{
					event: 'whatsappUnofficialStatus',
					data: { ref_no: 'u-1', status: 'D', price: '3' },
				},
			]);
		});

		it('A number instead of a text is kept', async () => {
			const server = await inbox({ simplify: false });
			await call(server, { json: { ...OFFICIAL, sender_number: 6281234567890 } });

			expect(server.outputs).toMatchObject([{ data: { sender_number: 6281234567890 } }]);
		});
	});

	it.each([
		['an Official message', { json: { ...OFFICIAL, text: { body: 'a' } } }],
		['a pushed message', { form: { ...PUSHED, 'msg[]': 'a', msg: '' } }],
	])('A message whose text is of an unknown kind is accepted: %s', async (_, what) => {
		const server = await inbox();
		const answer = await call(server, what);

		expect(answer.status).toBe(200);
		expect(server.outputs).toMatchObject([{ from: '6281234567890' }]);
	});

	it.each([
		[
			'an Official message without a number',
			{ json: { ...OFFICIAL, sender_number: undefined } },
			null,
			'in-1',
			OFFICIAL.room_id,
		],
		[
			'a pushed message without an ID',
			{ form: { ...PUSHED, id: '' } },
			PUSHED.originator,
			null,
			'6281234567890:6281100000011',
		],
		['a pushed message of nobody', { form: { ...PUSHED, originator: '' } }, null, '77', undefined],
		[
			'a pushed message of null in JSON',
			{ json: { ...PUSHED, originator: null } },
			null,
			'77',
			undefined,
		],
	])('A message is accepted: %s', async (_, what, from, messageId, sessionId) => {
		const server = await inbox();
		const answer = await call(server, what);

		expect(answer.status).toBe(200);
		expect(server.outputs).toMatchObject([{ from, message_id: messageId, text: 'Yes' }]);
		expect(server.outputs[0]?.sessionId).toBe(sessionId);
	});

	it('A documented callback of another kind starts nothing if only Business was chosen', async () => {
		const server = await inbox({ events: ['whatsappBusiness'] });
		const answers = [
			await call(server, { json: { ...OFFICIAL, message_id: 'm-1' } }),
			await call(server, { form: PUSHED }),
			await call(server, { json: REPORT }),
		];

		expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
		expect(server.started).toEqual([]);
	});

	it('The keyword of a message is told by the usual words and those of the user', async () => {
		const server = await inbox({ options: { stopWords: 'cukup' } });
		for (const [at, text] of ['Stop!', 'mulai', 'help', 'Cukup.', 'stop it'].entries()) {
			await call(server, { json: { ...OFFICIAL, ref_no: `in-${at}`, text } });
		}

		expect(server.outputs.map(({ keyword }) => keyword)).toEqual([
			'stop',
			'start',
			'help',
			'stop',
			null,
		]);
	});

	describe('Business gateway', () => {
		const business = { events: ['whatsappBusiness'] };

		it.each([true, false])('A list is output as it came, with Simplify %j', async (simplify) => {
			const server = await inbox({ ...business, simplify });
			const json = [{ message_id: 'm-3', text: 'x' }, 'more'];
			const answer = await call(server, { json });

			expect(answer.status).toBe(200);
			expect(server.outputs).toMatchObject([{ event: 'whatsappBusiness', data: json }]);
			expect(server.outputs[0]?.message_id).toBe(simplify ? 'm-3' : undefined);
		});

		it.each(['[]', '[{}]', '["text"]', '[[{"message_id":"m"}]]', '"text"', '1', 'null', 'true'])(
			'The body %s is refused',
			async (body) => {
				const server = await inbox(business);
				const answer = await call(server, {
					body,
					headers: { 'content-type': 'application/json' },
				});

				expect(answer.status).toBe(400);
				expect(server.started).toEqual([]);
			},
		);
	});

	it.each([[{}], [['a']], [{ code: 7 }], [null], [7]])(
		'An Official report is accepted with any err_code: %j',
		async (code) => {
			const server = await status();
			const answer = await call(server, { json: { ...REPORT, err_code: code } });

			expect(answer.status).toBe(200);
			expect(server.errors).toEqual([]);
			expect(server.outputs).toMatchObject([{ ref_no: 'out-1', status: 'delivered' }]);
		},
	);

	describe('Callbacks that are not wanted', () => {
		it('A message of a kind that is switched off starts nothing', async () => {
			const server = await inbox({ events: ['pushInbox'] });
			const answer = await call(server, { json: OFFICIAL });

			expect(answer.status).toBe(200);
			expect(server.started).toEqual([]);
		});

		it('A status of a kind that is switched off starts nothing', async () => {
			const server = await status({ events: ['whatsappUnofficialStatus'] });
			const answer = await call(server, { json: REPORT });

			expect(answer.status).toBe(200);
			expect(server.started).toEqual([]);
		});

		it('A report at the inbox and a message at the reports start nothing', async () => {
			const [messages, reports] = [await inbox(), await status()];
			const answers = [
				await call(messages, { json: REPORT }),
				await call(reports, { form: PUSHED }),
				await call(reports, { json: OFFICIAL }),
			];

			expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
			expect([...messages.started, ...reports.started]).toEqual([]);
		});

		it('A status that was not chosen starts nothing', async () => {
			const server = await status({ statuses: ['read'] });
			const answer = await call(server, { json: REPORT });

			expect(answer.status).toBe(200);
			expect(server.started).toEqual([]);
		});
	});

	it('A chosen status is output as a code and as a word', async () => {
		const server = await status({ statuses: ['delivered'] });
		await call(server, { json: REPORT });
		await call(server, { method: 'GET', query: 'ref_no=u-1&status=D' });
		await call(server, { method: 'GET', query: 'ref_no=u-1&status=R' });

		expect(server.outputs.map((output) => output.status)).toEqual(['delivered', 'delivered']);
	});

	describe('Callbacks that are refused', () => {
		it.each([
			['no fields at all', {}],
			['JSON of no known kind', { json: { hello: 'world' } }],
			['a form of no known kind', { form: { hello: 'world' } }],
			['a report without its status', { json: { ref_no: 'x' } }],
			['a report without its ref_no', { form: { status: 'D' } }],
			['a report of an empty ref_no', { query: 'ref_no=&status=D' }],
			['a report of an empty status', { query: 'ref_no=u-1&status=' }],
			['a report of two messages at once', { query: 'ref_no=a&ref_no=b&status=D' }],
			['a report whose ref_no is an object', { json: { ...REPORT, ref_no: { a: 1 } } }],
			['a list of reports', { json: [REPORT] }],
			['a text', { body: 'ref_no=a&status=D', headers: { 'content-type': 'text/plain' } }],
			['XML', { body: '<a>1</a>', headers: { 'content-type': 'application/xml' } }],
		])('A status trigger refuses %s', async (_, what) => {
			const server = await status();
			const answer = await call(server, what);

			expect(answer.status).toBe(400);
			expect(messageOf(answer.text)).toMatch(/ref_no|form|JSON|object/);
			expect(server.started).toEqual([]);
		});

		it.each([
			['without its room', { json: { ...OFFICIAL, room_id: undefined } }],
			['of an empty ref_no', { json: { ...OFFICIAL, ref_no: '' } }],
			['without the field of its ID', { form: { originator: '1', msg: 'x' } }],
			['without the field of its sender', { form: { id: '1', msg: 'x' } }],
			[
				'in text that only begins like JSON',
				{ body: '{"id":1', headers: { 'content-type': 'text/plain' } },
			],
		])('An inbox trigger refuses a message %s', async (_, what) => {
			const server = await inbox();
			const answer = await call(server, what);

			expect(answer.status).toBe(400);
			expect(messageOf(answer.text)).not.toBe('');
			expect(server.started).toEqual([]);
		});
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

	it('A message is acknowledged in words of the node', async () => {
		const server = await inbox();
		const answer = await call(server, { json: OFFICIAL });

		expect(messageOf(answer.text)).not.toBe('');
		expect(answer.text).not.toContain('Workflow was started');
	});
});
