import fc from 'fast-check';

import { type Callback, INBOX_KINDS, recognise, STATUS_KINDS } from '../../nodes/callbacks/kinds';
import { messageIdIn } from '../../nodes/callbacks/kinds/whatsappBusiness';
import { faultOfData } from '../../nodes/plain/plainData';
import { longIntegersAsText } from '../../nodes/plain';

const EVERY = new Set([...INBOX_KINDS, ...STATUS_KINDS].map(({ value }) => value));
const BUT_BUSINESS = new Set([...EVERY].filter((value) => value !== 'whatsappBusiness'));

const ARRIVAL = { at: 0, timeZone: 'Asia/Jakarta', stopWords: new Set<string>() };

const json = (body: Record<string, unknown>): Callback => ({
	...{ method: 'POST', query: {}, body, isForm: false, digest: () => JSON.stringify(body) },
});

describe('recognise', () => {
	it('Any object is a Business callback if that kind is chosen', () => {
		const kindOf = (callback: Callback, wanted = EVERY) => recognise(callback, wanted)?.kind.value;
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
			.map(([fields, others]) => ({ ...fields, ...others }));
		const callback = fc.record({
			...{ method: fc.constantFrom('GET', 'POST'), query: shape, body: shape },
			...{ isForm: fc.boolean(), digest: fc.constant(() => '') },
		});
		fc.assert(
			fc.property(callback, (one) => {
				const found = recognise(one, EVERY);
				expect(found?.recognised.normalised(ARRIVAL).event).toBe(found?.kind.value);
			}),
			{ numRuns: 2000 },
		);
	});
});

describe('Message ID of a Business callback', () => {
	it.each<[string, Record<string, unknown>, string | null]>([
		['at the top', { message_id: 'a', inner: { message_id: 'b' } }, 'a'],
		['deep inside', { entry: [{ changes: [{ message_id: 'b' }] }] }, 'b'],
		['as a number', { message_id: 7 }, '7'],
		['inside, past an empty one', { message_id: '', inner: { message_id: 'b' } }, 'b'],
		['nowhere in an object', { message_id: { a: 1 } }, null],
		['nowhere', { a: 1 }, null],
	])('The message ID of a Business callback is found %s', (_, body, id) => {
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
		const value: unknown = JSON.parse(
			'{"a":{"__proto__":{"polluted":1},"b":[{"__proto__":1,"c":2}]},"constructor":3,"__proto__":{"d":1}}',
		);
		faultOfData(value);

		expect(JSON.stringify(value)).toBe('{"a":{"b":[{"c":2}]},"constructor":3}');
		expect('polluted' in {}).toBe(false);
	});

	it('Data with too many values or too deep nesting is refused', () => {
		expect(faultOfData({ a: Array(100).fill({}) }, 64, 101)).toBeUndefined();
		expect(faultOfData({ a: Array(101).fill({}) }, 64, 101)).toBe('too many values');
		expect(faultOfData({ a: [{}] }, 3)).toBeUndefined();
		expect(faultOfData({ a: [{}] }, 2)).toBe('too deep');
		const endless: unknown = JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`);
		expect(faultOfData(endless)).toBe('too deep');
	});

	it.each([
		['{"a":12345678901234567890}', '{"a":"12345678901234567890"}'],
		['[-12345678901234567890,1]', '["-12345678901234567890",1]'],
		['{"a":"12345678901234567890","b":"\\" 12345678901234567890"}', undefined],
		['[9007199254740991,1234567890.1234567,1e40,123]', undefined],
		['{"a\\\\":12345678901234567891}', '{"a\\\\":"12345678901234567891"}'],
	])('Only integers that JavaScript would round become text: %s', (given, expected) => {
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
