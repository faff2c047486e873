import fc from 'fast-check';

import { type Callback, INBOX_KINDS, recognise, STATUS_KINDS } from '../../nodes/callbacks/kinds';
import { messageIdIn } from '../../nodes/callbacks/kinds/whatsappBusiness';
import { faultOfData } from '../../nodes/plain/plainData';
import { longIntegersAsText } from '../../nodes/plain';

const EVERY = new Set([...INBOX_KINDS, ...STATUS_KINDS].map(({ value }) => value));
const BUT_BUSINESS = new Set([...EVERY].filter((value) => value !== 'whatsappBusiness'));

const ARRIVAL = { at: 0, timeZone: 'Asia/Jakarta', stopWords: new Set<string>() };

const json = (body: Record<string, unknown>): Callback => ({
	method: 'POST',
	query: {},
	body,
	isForm: false,
	digest: () => JSON.stringify(body),
});
const form = (body: Record<string, unknown>): Callback => ({ ...json(body), isForm: true });
const query = (fields: Record<string, unknown>, method = 'GET'): Callback => ({
	method,
	query: fields,
	body: {},
	isForm: false,
	digest: () => '',
});

const kindOf = (callback: Callback, wanted = EVERY) => recognise(callback, wanted)?.kind.value;

describe('Kinds of callbacks', () => {
	it('Each kind says where in the web application its URL belongs', () => {
		const places = Object.fromEntries(
			[...INBOX_KINDS, ...STATUS_KINDS].map(({ value, registeredAt }) => [value, registeredAt]),
		);

		expect(places.whatsappOfficialInbox).toMatch(/WA Official.*Account/);
		expect(places.whatsappOfficialStatus).toMatch(/WA Official.*Account/);
		expect(places.whatsappUnofficialStatus).toMatch(/Account, Account Settings.*support/);
		expect(places.pushInbox).toMatch(/gateway setting.*Push URL/);
		expect(places.pushInbox).toMatch(/SMS Inbox.*Activity.*Push Inbox/);
	});
});

describe('recognise', () => {
	const official = { room_id: 'r', ref_no: 'a', text: 'x', inbox_date: '', sender_number: '1' };
	const report = { ref_no: 'a', status: 'read', status_date: '' };
	const pushed = { id: '1', gateway_number: '2', originator: '3', receive_date: '', msg: 'x' };
	const moved = { ref_no: 'a', status: 'D', sent_date: '', err_code: '' };

	it.each([
		['nothing', json({})],
		['an empty form', form({})],
		['an unknown query', query({ hello: 'world' })],
		['a query with lists', query({ ref_no: ['a', 'b'], status: 'D' })],
	])('The kind is not known of %s', (_, callback) => {
		expect(kindOf(callback)).toBeUndefined();
	});

	it.each<[string, Callback, string]>([
		['an Official message', json({ ...official, message_id: 'm' }), 'whatsappOfficialInbox'],
		['one of nobody', json({ ...official, sender_number: undefined }), 'whatsappOfficialInbox'],
		['an Official status', json({ ...report, room_id: 'r', text: 'x' }), 'whatsappOfficialStatus'],
		['a pushed message', form({ ...pushed, message_id: 'm' }), 'pushInbox'],
		['a pushed message in JSON', json(pushed), 'pushInbox'],
		['an unofficial status', query(moved), 'whatsappUnofficialStatus'],
		['an unofficial status by POST', query(moved, 'POST'), 'whatsappUnofficialStatus'],
		['an unofficial status in a form', form(moved), 'whatsappUnofficialStatus'],
	])(
		'The kind of a complete callback does not depend on other fields and choices: %s',
		(_, callback, kind) => {
			expect(kindOf(callback)).toBe(kind);
			expect(kindOf(callback, BUT_BUSINESS)).toBe(kind);
			expect(kindOf(callback, new Set(['whatsappBusiness']))).toBe(kind);
		},
	);

	it.each<[string, Record<string, unknown>, string]>([
		['a message_id', { message_id: 'm' }, 'whatsappBusiness'],
		['no message_id', {}, 'whatsappOfficialStatus'],
	])('An incomplete status with %s is of Business if that is chosen', (_, more, kind) => {
		const callback = json({ ref_no: 'a', status: 'read', ...more });
		expect(kindOf(callback)).toBe(kind);
		expect(kindOf(callback, BUT_BUSINESS)).toBe('whatsappOfficialStatus');
		expect(kindOf(callback, new Set(['whatsappBusiness']))).toBe('whatsappBusiness');
	});

	it.each<[string, Record<string, unknown>]>([
		['whatsappOfficialStatus', { status: 'read', room_id: 'r' }],
		['whatsappOfficialStatus', { status: 'D', status_date: '' }],
		['whatsappUnofficialStatus', { status: 'read', sent_date: '', err_code: '' }],
		['whatsappUnofficialStatus', { status: 'D', err_code: '0' }],
		['whatsappUnofficialStatus', { status: ' d ' }],
		['whatsappUnofficialStatus', { status: 'X' }],
		['whatsappOfficialStatus', { status: 'Read' }],
		['whatsappOfficialStatus', { status: 'blocked' }],
	])('%s is the kind of a status with %j', (kind, fields) => {
		expect(kindOf(json({ ref_no: 'a', ...fields }))).toBe(kind);
	});

	it('An Official status in a form is known by its date', () => {
		const found = recognise(form({ ...report, status_date: '2026-03-01 23:30:00' }), EVERY);

		expect(found?.recognised.normalised(ARRIVAL)).toMatchObject({
			event: 'whatsappOfficialStatus',
			status_at: '2026-03-01T23:30:00+07:00',
		});
	});

	it('Any object is a Business callback if that kind is chosen', () => {
		const object = fc
			.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 })
			.map((fields) => json({ ...fields }))
			.filter(({ body }) => Object.keys(body).length > 0);
		fc.assert(
			fc.property(object, (callback) => {
				expect(kindOf(callback)).toBe('whatsappBusiness');
				expect(kindOf(callback, BUT_BUSINESS)).toBeUndefined();
				expect(kindOf({ ...callback, isForm: true })).toBe('whatsappBusiness');
			}),
		);
	});

	it('No callback makes recognising or normalizing fail', () => {
		// A documented shape of which any field, and any that belongs to another, may be anything.
		const shape = fc
			.tuple(
				fc.constantFrom<Record<string, unknown>>({}, official, report, pushed, moved),
				fc.dictionary(
					fc.constantFrom(...Object.keys({ ...official, ...report, ...pushed, ...moved })),
					fc.jsonValue(),
					{ maxKeys: 2 },
				),
			)
			.map(([fields, others]) => ({ ...fields, ...others }));
		const callback = fc.record({
			method: fc.constantFrom('GET', 'POST'),
			query: shape,
			body: shape,
			isForm: fc.boolean(),
			digest: fc.constant(() => ''),
		});
		fc.assert(
			fc.property(callback, (one) => {
				const found = recognise(one, EVERY);
				const told = found?.recognised.normalised(ARRIVAL);
				expect(told?.event).toBe(found?.kind.value);
			}),
			{ numRuns: 2000 },
		);
	});
});

describe('Message ID of a Business callback', () => {
	it.each<[string, Record<string, unknown>, string | null]>([
		['at the top', { message_id: 'a', inner: { message_id: 'b' } }, 'a'],
		['within', { entry: [{ changes: [{ message_id: 'b' }] }] }, 'b'],
		['as a number', { message_id: 7 }, '7'],
		['empty outside, and told within', { message_id: '', inner: { message_id: 'b' } }, 'b'],
		['as an object', { message_id: { a: 1 } }, null],
		['nowhere', { a: 1 }, null],
	])('The message ID is found %s', (_, body, id) => {
		const found = recognise(json(body), EVERY);

		expect(found?.recognised.normalised(ARRIVAL)).toMatchObject({ message_id: id });
	});

	it('The search for a message ID looks at 10,000 objects at most', () => {
		let looks = 0;
		const entry = {
			get message_id() {
				looks++;
				return undefined;
			},
		};

		expect(messageIdIn({ list: Array.from({ length: 50_000 }, () => entry) })).toBeUndefined();
		// Each is looked at twice: for its ID, and for what is in it.
		expect(looks).toBeLessThanOrEqual(20_000);
	});
});

describe('Data from outside', () => {
	it('Data loses the keys that could change a prototype, and nothing else', () => {
		const value = JSON.parse(
			'{"a":{"__proto__":{"polluted":1},"b":[{"__proto__":1,"c":2}]},"constructor":3,"__proto__":{"d":1}}',
		) as Record<string, unknown>;
		faultOfData(value);

		expect(JSON.stringify(value)).toBe('{"a":{"b":[{"c":2}]},"constructor":3}');
		expect(({} as { polluted?: number }).polluted).toBeUndefined();
	});

	it('Data with too many values or too deep nesting is refused', () => {
		expect(faultOfData({ a: Array(100).fill({}) }, 64, 101)).toBeUndefined();
		expect(faultOfData({ a: Array(101).fill({}) }, 64, 101)).toBe('too many values');
		expect(faultOfData({ a: [{}] }, 3)).toBeUndefined();
		expect(faultOfData({ a: [{}] }, 2)).toBe('too deep');
		const endless = JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`) as unknown;
		expect(faultOfData(endless)).toBe('too deep');
	});

	it.each([
		['{"a":12345678901234567890}', '{"a":"12345678901234567890"}'],
		['[-12345678901234567890,1]', '["-12345678901234567890",1]'],
		['{"a":"12345678901234567890","b":"\\" 12345678901234567890"}', undefined],
		['[9007199254740991,1234567890.1234567,1e40,123]', undefined],
		['{"a\\\\":12345678901234567891}', '{"a\\\\":"12345678901234567891"}'],
	])('A long number keeps all its digits: %s', (given, expected) => {
		expect(longIntegersAsText(given)).toBe(expected ?? given);
	});

	it('JSON means the same after long numbers became text', () => {
		fc.assert(
			fc.property(fc.json(), (text) => {
				expect(JSON.parse(longIntegersAsText(text))).toEqual(JSON.parse(text));
			}),
		);
	});
});
