import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { ALL_KINDS, recognise } from '../../nodes/callbacks/kinds';
import { type Incoming, readCallback } from '../../nodes/callbacks/readCallback';

const EVERY = new Set(ALL_KINDS.map(({ value }) => value));
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
	gateway_number: '6280000000011',
	originator: '6281234567890',
	receive_date: DATE,
	msg: 'Yes',
};
const REPORT = { ref_no: 'out-1', status: 'delivered', status_date: DATE };
const MOVED = { ref_no: 'u-1', status: 'D', sent_date: DATE, err_code: '' };

interface Sent {
	method?: string;
	query?: string;
	type?: string;
	text?: string;
}

const ARRIVAL = { at: 0, timeZone: 'Asia/Jakarta', stopWords: new Set<string>(), countryCode: '' };

/** n8n parses JSON and forms by their types, and leaves everything else. */
function parsedByN8n(type: string, text: string): Incoming['body'] {
	if (type.startsWith(JSON_TYPE)) return JSON.parse(text);
	return type === FORM_TYPE ? Object.fromEntries(new URLSearchParams(text)) : {};
}

function found(
	{ method = 'POST', query = '', type = '', text = '' }: Sent,
	wanted = DOCUMENTED,
	timeZone = 'Asia/Jakarta',
) {
	const raw = Buffer.from(text);
	const body = text === '' ? {} : parsedByN8n(type, text);
	const fields = Object.fromEntries(new URLSearchParams(query));
	const read = readCallback({ method, type, query: fields, body, raw, length: raw.length });
	return 'status' in read ? undefined : recognise(read.callback, wanted, { ...ARRIVAL, timeZone });
}

const json = (fields: unknown): Sent => ({ type: JSON_TYPE, text: JSON.stringify(fields) });
const urlencoded = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
const form = (fields: Record<string, string>) => ({ type: FORM_TYPE, text: urlencoded(fields) });
const query = (text: string, method = 'GET'): Sent => ({ method, query: text });

const BY_NOBODY = json({ ...OFFICIAL, sender_number: undefined });

const output = (sent: Sent, timeZone = 'UTC', wanted = DOCUMENTED) =>
	found(sent, wanted, timeZone)?.recognised.items[0];

describe('Kind of a callback', () => {
	const kindOf = (sent: Sent, wanted = EVERY) => found(sent, wanted)?.kind.value;

	it.each<[string, Sent, string]>([
		['an Official message', json({ ...OFFICIAL, message_id: 'm' }), 'whatsappOfficialInbox'],
		['an Official message of no sender', BY_NOBODY, 'whatsappOfficialInbox'],
		['an Official status', json({ ...REPORT, room_id: 'r', text: 'x' }), 'whatsappOfficialStatus'],
		['a pushed message', form({ ...PUSHED, message_id: 'm' }), 'pushInbox'],
		['an unofficial status', query(urlencoded(MOVED)), 'whatsappUnofficialStatus'],
		['an unofficial status in a form', form(MOVED), 'whatsappUnofficialStatus'],
	])('The kind of %s with all its fields does not depend on Trigger On', (_, sent, kind) => {
		const kinds = [EVERY, DOCUMENTED, BUSINESS].map((wanted) => kindOf(sent, wanted));
		expect(kinds).toEqual([kind, kind, kind]);
	});

	it.each<[object, string]>([
		[{ message_id: 'm' }, 'whatsappBusiness'],
		[{}, 'whatsappOfficialStatus'],
	])('An incomplete status with %j is of Business only if that is chosen', (more, kind) => {
		const callback = json({ ref_no: 'a', status: 'read', ...more });
		const kinds = [EVERY, DOCUMENTED, BUSINESS].map((wanted) => kindOf(callback, wanted));
		expect(kinds).toEqual([kind, 'whatsappOfficialStatus', 'whatsappBusiness']);
	});

	it.each<[string, object]>([
		['whatsappOfficialStatus', { status: 'read', room_id: 'r' }],
		['whatsappOfficialStatus', { status: 'D', status_date: '' }],
		['whatsappUnofficialStatus', { status: 'read', sent_date: '', err_code: '' }],
		['whatsappUnofficialStatus', { status: ' d ' }],
		['whatsappUnofficialStatus', { status: '9' }],
		['whatsappOfficialStatus', { status: 'blocked' }],
	])('%s is the kind of a status with %j', (kind, fields) => {
		expect(kindOf(json({ ref_no: 'a', ...fields }))).toBe(kind);
	});
});

describe('Status of a callback', () => {
	const inQuery = urlencoded(MOVED);

	it.each<[string, Sent]>([
		['the query of a GET', query(inQuery)],
		['the query of a POST with a list', { query: inQuery, type: JSON_TYPE, text: '[{"a":1}]' }],
		['the query of a POST with a text', { query: inQuery, type: 'text/html', text: 'a report' }],
		['the query of a POST with an empty form', { query: inQuery, type: FORM_TYPE }],
		['a query and a form', { ...query('ref_no=u-1&status=D'), ...form({ sent_date: DATE }) }],
	])('An unofficial status is read from %s', (_, sent) => {
		expect(output(sent)).toEqual({
			event: 'whatsappUnofficialStatus',
			ref_no: 'u-1',
			status: 'delivered',
			status_code: 'D',
			error_code: null,
			// The callback says when the message was sent, and not when it was delivered.
			status_at: null,
			sent_at: IN_UTC,
			raw_date: null,
			arrived_at: '1970-01-01T00:00:00+00:00',
			is_final: false,
			delivered: true,
		});
	});

	it.each<[string, Sent]>([
		...['', 'text/json; charset=utf-8', 'application/vnd.report+json', 'text/plain'].map(
			(type): [string, Sent] => [`JSON of the type '${type}'`, { ...json(REPORT), type }],
		),
		['JSON of a form’s type, as PHP sends it', { ...json(REPORT), type: FORM_TYPE }],
		['a form with the date of an Official status', form(REPORT)],
	])('An Official status is read from %s', (_, sent) => {
		expect(output(sent)).toMatchObject({
			event: 'whatsappOfficialStatus',
			ref_no: 'out-1',
			status: 'delivered',
			status_at: IN_UTC,
		});
	});

	it.each<[string, string, boolean, boolean?]>([
		['U', 'unsent', false],
		['Q', 'queued', false],
		['SENT', 'sent', false],
		['delivered', 'delivered', false, true],
		['A', 'aborted', true, false],
		['Read', 'read', true, true],
		['FAILED', 'failed', true, false],
		// As the table of codes names them.
		['UN-SENT', 'unsent', false],
		['blocked', 'blocked', false],
	])('Both routes output the status %s as %s, with is_final %j, delivered %j', (given, ...told) => {
		const [status, is_final, delivered] = told;
		const expected = { status, status_code: given, is_final, delivered };
		for (const sent of [json({ ...REPORT, status: given }), query(`ref_no=1&status=${given}`)]) {
			expect({ delivered: undefined, ...output(sent) }).toMatchObject(expected);
		}
	});

	const code = (status: string) => query(urlencoded({ ...MOVED, status }));
	const word = (status: string) => json({ ...REPORT, status });

	it.each<[string, Sent, string | null, string | null]>([
		['D of an unofficial message', code('D'), null, IN_UTC],
		['S of an unofficial message', code('S'), IN_UTC, IN_UTC],
		['sent of an Official message', word('sent'), IN_UTC, IN_UTC],
		['read of an Official message', word('read'), IN_UTC, null],
	])('The status %s has the dates status_at %s and sent_at %s', (_, sent, at, sentAt) => {
		expect(output(sent)).toMatchObject({ status_at: at, sent_at: sentAt });
	});

	it('A reference number beyond 2^53 keeps all its digits', () => {
		const text = JSON.stringify(REPORT).replace('"out-1"', '12345678901234567891');
		expect(output({ type: JSON_TYPE, text })).toMatchObject({ ref_no: '12345678901234567891' });
	});
});

describe('Times of callbacks', () => {
	it('The 24 hours of a conversation go on while the clocks change', () => {
		const sent = json({ ...OFFICIAL, inbox_date: '2026-03-28 12:00:00' });
		expect(output(sent, 'Europe/Berlin')).toMatchObject({
			received_at: '2026-03-28T12:00:00+01:00',
			reply_until: '2026-03-29T13:00:00+02:00',
		});
	});

	it('A date that cannot be read becomes null, and raw_date keeps it', () => {
		const date = 'yesterday';
		const message = { received_at: null, reply_until: null, raw_date: date };
		expect(output(json({ ...OFFICIAL, inbox_date: date }))).toMatchObject(message);
		const report = { status_at: null, raw_date: date };
		expect(output(json({ ...REPORT, status_date: date }))).toMatchObject(report);
		const unofficial = { sent_at: null, raw_date: date };
		expect(output(form({ ...MOVED, sent_date: date }))).toMatchObject(unofficial);
	});
});

describe('Message of a callback', () => {
	it.each(['', null])('A message with the text %j has no chatInput', (text) => {
		expect(output(json({ ...OFFICIAL, text }))).toMatchObject({ text: null });
		expect(output(json({ ...OFFICIAL, text }))).not.toHaveProperty('chatInput');
	});

	const { room_id: room, sender_number: from } = OFFICIAL;
	const PAIR = '6281234567890:6280000000011';

	it.each<[string, Sent, object, string | undefined]>([
		['Official: no text but an object', json({ ...OFFICIAL, text: {} }), { from }, room],
		['pushed: an empty ID', form({ ...PUSHED, id: '' }), { message_id: null }, PAIR],
		['pushed: an empty sender', form({ ...PUSHED, originator: '' }), { from: null }, undefined],
	])('An incomplete message is accepted: %s', (_, sent, expected, sessionId) => {
		expect(output(sent)).toMatchObject(expected);
		expect({ sessionId: undefined, ...output(sent) }).toHaveProperty('sessionId', sessionId);
	});

	it('Two rooms may have the same ref_no', () => {
		const identities = ['room-1', 'room-2', 'room-1'].map(
			(room_id) => found(json({ ...OFFICIAL, room_id }))?.recognised.identity,
		);
		expect(identities[1]).not.toEqual(identities[0]);
		expect(identities[2]).toEqual(identities[0]);
	});

	it('A list from a Business gateway is kept unchanged', () => {
		const list = [{ message_id: 'm-3', text: 'x' }, 'more'];
		expect(output(json(list), 'UTC', BUSINESS)).toMatchObject({ message_id: 'm-3', data: list });
		expect(found(json(list), BUSINESS)?.recognised.data).toEqual(list);
	});
});

describe('Callbacks that are refused', () => {
	it.each<[string, Sent]>([
		['no fields at all', {}],
		['a report without its status', json({ ref_no: 'x' })],
		['a report of an empty ref_no', query('ref_no=&status=D')],
		['a report of an empty status', query('ref_no=u-1&status=')],
		['a report of two messages', json({ ...REPORT, ref_no: ['a', 'b'] })],
		['a report in a text', { type: 'text/plain', text: 'ref_no=a&status=D' }],
		['a message without its room', json({ ...OFFICIAL, room_id: undefined })],
		['a message of an empty ref_no', json({ ...OFFICIAL, ref_no: '' })],
		['a message without the field of its ID', form({ originator: '1', msg: 'x' })],
		['a message without the field of its sender', form({ id: '1', msg: 'x' })],
	])('A trigger refuses %s', (_, sent) => {
		expect(output(sent)).toBeUndefined();
	});

	const FOREIGN = ['[]', '[{}]', '[[{"message_id":"m"}]]', '"text"', 'null'];

	it.each(FOREIGN)('A Business trigger refuses %s', (text) => {
		expect(output({ type: JSON_TYPE, text }, 'UTC', BUSINESS)).toBeUndefined();
	});
});

describe('recognise', () => {
	it('No callback makes recognizing or normalizing fail', () => {
		const documented = [
			{ room_id: 'r', ref_no: 'a', text: 'x', inbox_date: '', sender_number: '1' },
			{ ref_no: 'a', status: 'read', status_date: '' },
			{ id: '1', gateway_number: '2', originator: '3', receive_date: '', msg: 'x' },
			{ ref_no: 'a', status: 'D', sent_date: '', err_code: '' },
		];
		const names = fc.constantFrom(...documented.flatMap((fields) => Object.keys(fields)));
		// A documented shape of which any field, and any that belongs to another, may be anything.
		const shape = fc
			.tuple(
				fc.constantFrom<Record<string, unknown>>({}, ...documented),
				fc.dictionary(names, fc.jsonValue(), { maxKeys: 2 }),
			)
			.map(([fields, others]) => ({ ...fields, ...others }) as IDataObject);
		const callback = fc.record({
			method: fc.constantFrom('GET', 'POST'),
			query: shape,
			body: shape,
			isForm: fc.boolean(),
			digest: fc.constant(() => ''),
			mayAnswer: fc.boolean(),
		});
		fc.assert(
			fc.property(callback, (one) => {
				const found = recognise(one, EVERY, ARRIVAL);
				expect(found?.recognised.items[0]?.event).toBe(found?.kind.value);
			}),
			{ numRuns: 2000 },
		);
	});
});

describe('Message ID of a Business callback', () => {
	it.each<[string, Record<string, unknown>, string | null]>([
		['deep inside', { entry: [{ changes: [{ message_id: 'b' }] }] }, 'b'],
		['as a number', { message_id: 7 }, '7'],
		['inside, past an empty one', { message_id: '', inner: { message_id: 'b' } }, 'b'],
		['nowhere in an object', { message_id: { a: 1 } }, null],
	])('The message ID of a Business callback is found %s', (_, body, id) => {
		expect(output(json(body), 'UTC', EVERY)).toMatchObject({ message_id: id });
	});
});

describe('Facts of a callback besides its output', () => {
	it('A Business callback that only reports is told apart', () => {
		const report = json({ event: 'message.delivered', message_id: 'm', status: 'delivered' });
		expect(found(report, BUSINESS)?.recognised.isReport).toBe(true);
	});
});
