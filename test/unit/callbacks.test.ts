import fc from 'fast-check';

import { type Callback, INBOX_KINDS, recognise, STATUS_KINDS } from '../../nodes/callbacks/kinds';
import { isTooDeep, withoutPrototypes } from '../../nodes/plain/plainData';

const EVERY = new Set([...INBOX_KINDS, ...STATUS_KINDS].map(({ value }) => value));
const BUT_BUSINESS = new Set([...EVERY].filter((value) => value !== 'whatsappBusiness'));

const json = (body: Record<string, unknown>): Callback => ({
	method: 'POST',
	query: {},
	body,
	isForm: false,
});
const form = (body: Record<string, unknown>): Callback => ({ ...json(body), isForm: true });
const query = (fields: Record<string, unknown>, method = 'GET'): Callback => ({
	method,
	query: fields,
	body: {},
	isForm: false,
});

const kindOf = (callback: Callback, wanted = EVERY) => recognise(callback, wanted)?.kind.value;

describe('The kinds of callbacks', () => {
	it('are those of the two triggers, each named as something that happens', () => {
		expect(INBOX_KINDS.map(({ value }) => value).sort()).toEqual([
			'pushInbox',
			'whatsappBusiness',
			'whatsappOfficialInbox',
		]);
		expect(STATUS_KINDS.map(({ value }) => value).sort()).toEqual([
			'whatsappOfficialStatus',
			'whatsappUnofficialStatus',
		]);
		for (const { name } of [...INBOX_KINDS, ...STATUS_KINDS]) expect(name).toMatch(/^On /);
	});

	it('say where in the web application their URL belongs', () => {
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

describe('A callback is known by its shape:', () => {
	const official = { room_id: 'r', ref_no: 'a', text: 'x', inbox_date: '', sender_number: '1' };
	const report = { ref_no: 'a', status: 'read', status_date: '' };
	const pushed = { id: '1', gateway_number: '2', originator: '3', receive_date: '', msg: 'x' };
	const moved = { ref_no: 'a', status: 'D', sent_date: '', err_code: '' };

	it.each([
		['a message to an Official channel', json(official), 'whatsappOfficialInbox'],
		['a status of an Official message', json(report), 'whatsappOfficialStatus'],
		['a pushed message', form(pushed), 'pushInbox'],
		['a status of an unofficial message', query(moved), 'whatsappUnofficialStatus'],
		['the same by POST', query(moved, 'POST'), 'whatsappUnofficialStatus'],
		['the same in a form', form(moved), 'whatsappUnofficialStatus'],
		['anything else in JSON', json({ hello: 'world' }), 'whatsappBusiness'],
	])('%s', (_, callback, kind) => {
		expect(kindOf(callback)).toBe(kind);
	});

	it.each([
		['nothing', json({})],
		['an empty form', form({})],
		['an unknown form', form({ hello: 'world' })],
		['an unknown query', query({ hello: 'world' })],
		['a query with lists', query({ ref_no: ['a', 'b'], status: 'D' })],
	])('%s is none', (_, callback) => {
		expect(kindOf(callback)).toBeUndefined();
	});

	it('what else it brings changes nothing', () => {
		const names = fc.string().filter((name) => !(name in { ...official, ...report, ...pushed }));
		fc.assert(
			fc.property(fc.dictionary(names, fc.jsonValue()), (more) => {
				const plain = { ...more };
				expect(kindOf(json({ ...plain, ...official }))).toBe('whatsappOfficialInbox');
				expect(kindOf(json({ ...plain, ...report }))).toBe('whatsappOfficialStatus');
				expect(kindOf(form({ ...plain, ...pushed }))).toBe('pushInbox');
				expect(kindOf(query({ ...plain, ...moved }))).toBe('whatsappUnofficialStatus');
			}),
		);
	});

	it('any JSON object is one of a Business gateway, where that is asked for', () => {
		const object = fc
			.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 })
			.map((fields) => json(withoutPrototypes(fields)))
			.filter(({ body }) => Object.keys(body).length > 0);
		fc.assert(
			fc.property(object, (callback) => {
				expect(kindOf(callback)).toBe('whatsappBusiness');
				expect(kindOf(callback, BUT_BUSINESS)).toBeUndefined();
			}),
		);
	});

	it('none makes trouble, whatever it is, and all that is known can be told', () => {
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
		});
		fc.assert(
			fc.property(callback, (one) => {
				const found = recognise(one, EVERY);
				const told = found?.recognised.normalised('Asia/Jakarta');
				expect(told?.event).toBe(found?.kind.value);
			}),
			{ numRuns: 2000 },
		);
	});
});

describe('What a Business gateway sends', () => {
	it.each<[string, Record<string, unknown>, string | null]>([
		['at the top', { message_id: 'a', inner: { message_id: 'b' } }, 'a'],
		['within', { entry: [{ changes: [{ message_id: 'b' }] }] }, 'b'],
		['as a number', { message_id: 7 }, '7'],
		['empty outside, and told within', { message_id: '', inner: { message_id: 'b' } }, 'b'],
		['as an object', { message_id: { a: 1 } }, null],
		['nowhere', { a: 1 }, null],
	])('has a message ID: %s', (_, body, id) => {
		const found = recognise(json(body), EVERY);

		expect(found?.recognised.normalised('UTC')).toMatchObject({ message_id: id });
	});
});

describe('Data from outside', () => {
	it('is too deep beyond its bound, and not before', () => {
		const nested = (depth: number): unknown => {
			let value: unknown = 1;
			for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { value };
			return value;
		};

		expect(isTooDeep(nested(10), 10)).toBe(false);
		expect(isTooDeep(nested(11), 10)).toBe(true);
		expect(isTooDeep(nested(20_000))).toBe(true);
		expect(isTooDeep(Array(100_000).fill(1))).toBe(false);
	});

	it('is copied without keys that lead astray, and else as it was', () => {
		const value = JSON.parse(
			'{"a":{"__proto__":{"polluted":1},"b":[{"__proto__":1,"c":2}]},"constructor":3}',
		) as Record<string, unknown>;

		expect(JSON.stringify(withoutPrototypes(value))).toBe('{"a":{"b":[{"c":2}]},"constructor":3}');
		expect(({} as { polluted?: number }).polluted).toBeUndefined();
	});
});
