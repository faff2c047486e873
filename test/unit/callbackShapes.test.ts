import { INBOX_KINDS, recognise, STATUS_KINDS } from '../../nodes/callbacks/kinds';
import { type Incoming, readCallback } from '../../nodes/callbacks/readCallback';

/** Callbacks as the documentation allows them, from what n8n hands over to what a workflow gets. */

const EVERY = new Set([...INBOX_KINDS, ...STATUS_KINDS].map(({ value }) => value));
const DOCUMENTED = new Set([...EVERY].filter((kind) => kind !== 'whatsappBusiness'));
const BUSINESS = new Set(['whatsappBusiness']);

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const DATE = '2026-03-01 23:30:00';
const IN_UTC = '2026-03-01T23:30:00+00:00';

const OFFICIAL = {
	room_id: 'b3a0c8f0-1111-4111-8111-111111111111',
	ref_no: 'in-1',
	text: 'Yes',
	inbox_date: DATE,
	sender_number: '6281234567890',
};
const PUSHED = {
	id: '77',
	gateway_number: '6281100000011',
	originator: '6281234567890',
	receive_date: DATE,
	msg: 'Yes',
};
const REPORT = { ref_no: 'out-1', status: 'delivered', status_date: DATE };

interface Sent {
	method?: string;
	query?: string;
	type?: string;
	text?: string;
}

/** n8n parses JSON and forms by their types, and leaves everything else. */
function parsedByN8n(type: string, text: string): Incoming['body'] {
	if (type.startsWith(JSON_TYPE)) return JSON.parse(text);
	return type === FORM_TYPE ? Object.fromEntries(new URLSearchParams(text)) : {};
}

const read = ({ method = 'POST', query = '', type = '', text = '' }: Sent) => {
	const raw = Buffer.from(text);
	const body = text === '' ? {} : parsedByN8n(type, text);
	const fields = Object.fromEntries(new URLSearchParams(query));
	return readCallback({ method, type, query: fields, body, raw, length: raw.length });
};

const json = (fields: unknown): Sent => ({ type: JSON_TYPE, text: JSON.stringify(fields) });
const form = (fields: Record<string, string>): Sent => ({
	type: FORM_TYPE,
	text: new URLSearchParams(fields).toString(),
});
const query = (text: string, method = 'GET'): Sent => ({ method, query: text });

const found = (sent: Sent, wanted = DOCUMENTED) => {
	const callback = read(sent);
	return 'status' in callback ? undefined : recognise(callback, wanted);
};

/** What a workflow gets; undefined if the callback is refused. */
const told = (sent: Sent, timeZone = 'UTC', wanted = DOCUMENTED) =>
	found(sent, wanted)?.recognised.normalised({ at: 0, timeZone, stopWords: new Set() });

describe('Status of a callback', () => {
	const fields = { ref_no: 'u-1', status: 'D', sent_date: DATE, err_code: '' };
	const inQuery = new URLSearchParams(fields).toString();
	const expected = {
		event: 'whatsappUnofficialStatus',
		ref_no: 'u-1',
		status: 'delivered',
		status_code: 'D',
		// The callback says when the message was sent, and not when it was delivered.
		status_at: null,
		sent_at: IN_UTC,
		arrived_at: '1970-01-01T00:00:00+00:00',
		raw_date: null,
		error_code: null,
		is_final: false,
	};

	it.each<[string, Sent]>([
		['the query of a GET', query(inQuery)],
		...['null', '[{"a":1}]', '{"ok":true}'].map((text): [string, Sent] => [
			`the query of a POST with the body ${text}`,
			{ query: inQuery, type: JSON_TYPE, text },
		]),
		...['text/html', ''].map((type): [string, Sent] => [
			`the query of a POST with a text of the type '${type}'`,
			{ query: inQuery, type, text: 'status report' },
		]),
		['the query of a POST with an empty form', { query: inQuery, type: FORM_TYPE }],
		['a query and a form', { ...query('ref_no=u-1&status=D'), ...form({ sent_date: DATE }) }],
	])('A status is read from %s', (_, sent) => {
		expect(told(sent)).toEqual(expected);
	});

	it.each([
		...['', 'text/json; charset=utf-8', 'application/vnd.report+json', 'text/plain'],
		// As PHP sends it.
		...['application/octet-stream', FORM_TYPE],
	])('A report is understood in JSON of the type %j', (type) => {
		expect(told({ type, text: JSON.stringify(REPORT) })).toMatchObject({
			...{ event: 'whatsappOfficialStatus', ref_no: 'out-1', status: 'delivered' },
		});
	});

	it.each([
		['U', 'unsent', false],
		['Q', 'queued', false],
		['A', 'aborted', true],
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
		['blocked', 'blocked', false],
	])('The status %s comes out as %s on both routes', (given, word, final) => {
		const output = { status: word, status_code: given, is_final: final };
		expect(told(json({ ...REPORT, status: given }))).toMatchObject(output);
		expect(told(query(`ref_no=u-1&status=${given}`))).toMatchObject(output);
	});

	const code = (status: string) => query(`ref_no=u-1&status=${status}&sent_date=${DATE}`);
	const word = (status: string) => json({ ...REPORT, status });

	it.each<[string, Sent, string | null, string | null]>([
		['D of an unofficial message', code('D'), null, IN_UTC],
		['S of an unofficial message', code('S'), IN_UTC, IN_UTC],
		['sent', word('sent'), IN_UTC, IN_UTC],
		['read', word('read'), IN_UTC, null],
	])('A status says when it was reached, and when it was sent: %s', (_, sent, at, sentAt) => {
		expect(told(sent)).toMatchObject({ status_at: at, sent_at: sentAt });
	});

	it.each([[['a']], [null], [7]])('An Official report may have any err_code: %j', (code) => {
		expect(told(json({ ...REPORT, err_code: code }))).toMatchObject({ ref_no: 'out-1' });
	});
});

describe('Times of callbacks', () => {
	it('The 24 hours of a conversation go on while the clocks change', () => {
		const sent = json({ ...OFFICIAL, inbox_date: '2026-03-28 12:00:00' });
		expect(told(sent, 'Europe/Berlin')).toMatchObject({
			received_at: '2026-03-28T12:00:00+01:00',
			reply_until: '2026-03-29T13:00:00+02:00',
		});
	});

	it.each(['yesterday', '01/03/2026 23:30', '2026-02-30 00:00:00', '0000-00-00 00:00:00'])(
		'A time in an unknown form is null, and kept as it came: %p',
		(date) => {
			const message = { received_at: null, reply_until: null, raw_date: date };
			expect(told(json({ ...OFFICIAL, inbox_date: date }))).toMatchObject(message);
			const report = { status_at: null, raw_date: date };
			expect(told(json({ ...REPORT, status_date: date }))).toMatchObject(report);
			const unofficial = { sent_at: null, raw_date: date };
			expect(told(form({ ref_no: 'u-1', status: 'D', sent_date: date }))).toMatchObject(unofficial);
		},
	);
});

describe('Message of a callback', () => {
	it.each(['', null])('A message with the text %j has no chatInput', (text) => {
		expect(told(json({ ...OFFICIAL, text }))).toMatchObject({ text });
		expect(told(json({ ...OFFICIAL, text }))).not.toHaveProperty('chatInput');
	});

	const { room_id: room, sender_number: number } = OFFICIAL;

	const PAIR = '6281234567890:6281100000011';

	it.each<[string, Sent, object, string | undefined]>([
		['Official, with an object as text', json({ ...OFFICIAL, text: {} }), { from: number }, room],
		['pushed, with an object as text', json({ ...PUSHED, msg: {} }), { from: number }, PAIR],
		['Official, by nobody', json({ ...OFFICIAL, sender_number: undefined }), { from: null }, room],
		['pushed, without an ID', form({ ...PUSHED, id: '' }), { message_id: null }, PAIR],
		['pushed, by nobody', form({ ...PUSHED, originator: '' }), { from: null }, undefined],
		['pushed, by null', json({ ...PUSHED, originator: null }), { from: null }, undefined],
	])('A message is accepted: %s', (_, sent, output, session) => {
		const message = told(sent);
		expect(message).toMatchObject(output);
		expect(Reflect.get(message ?? {}, 'sessionId')).toBe(session);
	});

	it.each<[string, Sent, object]>([
		['JSON', json({ ...OFFICIAL, tags: [1, 'b'], sender_number: 62 }), { tags: [1, 'b'] }],
		['a form', form({ ...PUSHED, keyword: 'REG' }), { keyword: 'REG' }],
		['a query', query('ref_no=u-1&status=D&price=3'), { price: '3' }],
	])('An undocumented field of %s is kept', (_, sent, more) => {
		expect(found(sent)?.recognised.data).toMatchObject(more);
	});

	it('A list from a Business gateway is kept as it came', () => {
		const list = [{ message_id: 'm-3', text: 'x' }, 'more'];
		expect(told(json(list), 'UTC', BUSINESS)).toMatchObject({ message_id: 'm-3', data: list });
		expect(found(json(list), BUSINESS)?.recognised.data).toEqual(list);
	});
});

describe('Callbacks that are refused', () => {
	it.each<[string, Sent]>([
		['no fields at all', {}],
		['JSON of no known kind', json({ hello: 'world' })],
		['a form of no known kind', form({ hello: 'world' })],
		['a report without its status', json({ ref_no: 'x' })],
		['a report of an empty ref_no', query('ref_no=&status=D')],
		['a report of an empty status', query('ref_no=u-1&status=')],
		['a report of two messages', json({ ...REPORT, ref_no: ['a', 'b'] })],
		['a list of reports', json([REPORT])],
		['a report in a text', { type: 'text/plain', text: 'ref_no=a&status=D' }],
		['XML', { type: 'application/xml', text: '<a>1</a>' }],
		['a message without its room', json({ ...OFFICIAL, room_id: undefined })],
		['a message of an empty ref_no', json({ ...OFFICIAL, ref_no: '' })],
		['a message without the field of its ID', form({ originator: '1', msg: 'x' })],
		['a message without the field of its sender', form({ id: '1', msg: 'x' })],
		['a text that only begins like JSON', { type: 'text/plain', text: '{"id":1' }],
	])('A trigger refuses %s', (_, sent) => {
		expect(told(sent)).toBeUndefined();
	});

	it.each(['[]', '[{}]', '[[{"message_id":"m"}]]', '"text"', 'null'])(
		'A Business gateway’s %s is refused',
		(text) => {
			expect(told({ type: JSON_TYPE, text }, 'UTC', BUSINESS)).toBeUndefined();
		},
	);
});
