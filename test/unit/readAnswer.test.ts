import type { Question } from '../../nodes/MessagingService/operations/question';
import {
	LONGEST_TEXT,
	readAnswer,
	readingsOf,
} from '../../nodes/MessagingService/sendAndWait/readAnswer';
import { approval, asked, form as formOf, FREE_TEXT } from '../support/asked';

const single = asked(approval({ approvalType: 'single' }));
const double = asked();
const freeText = asked(FREE_TEXT);

const fieldOptions = { values: [{ option: 'a' }, { option: 'b' }] };
const field = (fieldType: string, others: object = {}) => ({
	fieldLabel: 'Field',
	fieldType,
	fieldOptions,
	...others,
});
const form = (...fields: object[]) => asked(formOf(...fields));
const one = (...given: Parameters<typeof field>) => form(field(...given));
const OPTIONAL = form(field('text'), field('checkbox', { fieldLabel: 'More' }));
const APPROVED = { approved: 'true' };
const declined = (reason: string) => ({ approved: 'false', reason });

describe('readAnswer', () => {
	it.each<[string, Question, Record<string, unknown>, object]>([
		['approves', single, APPROVED, { approved: true }],
		['declines', double, { approved: 'false' }, { approved: false }],
		['declines with a reason', double, declined('No!'), { approved: false, chatInput: 'No!' }],
		['is a text, its lines and emoji kept', freeText, { text: ' a\r\nb 🙂 ' }, { text: 'a\nb 🙂' }],
		['is a text without control signs', freeText, { text: 'a\u0000\u0007\u009bb' }, { text: 'ab' }],
		['is a number', one('number'), { 'field-0': '-2.5' }, { Field: -2.5 }],
		['is a date', one('date'), { 'field-0': '2028-02-29' }, { Field: '2028-02-29' }],
		['is an address', one('email'), { 'field-0': 'a.b@c.example' }, { Field: 'a.b@c.example' }],
		['is a choice', one('dropdown'), { 'field-0': 'b' }, { Field: 'b' }],
		['is sorted choices', one('checkbox'), { 'field-0': ['b', 'a'] }, { Field: ['a', 'b'] }],
		['leaves out what is not required', OPTIONAL, {}, { Field: null, More: [] }],
	])('An answer %s', (_, to, fields, data) => {
		expect(readAnswer(to, fields)).toEqual({ ok: true, data });
	});

	const TOO_LONG = 'x'.repeat(LONGEST_TEXT + 1);
	const INHERITED = Object.create({ text: 'inherited' }) as Record<string, unknown>;

	it.each<[string, Question, Record<string, unknown>]>([
		['nothing', single, {}],
		['a decline that was not offered', single, { approved: 'false' }],
		['a reason that is too long', double, declined(TOO_LONG)],
		['an empty text', freeText, { text: ' \r\n ' }],
		['a text of the prototype', freeText, INHERITED],
		['a required field left out', one('text', { requiredField: true }), { 'field-0': '  ' }],
		['a required choice left out', one('checkbox', { requiredField: true }), {}],
		['a foreign choice', one('dropdown'), { 'field-0': 'c' }],
		['a number with an exponent', one('number'), { 'field-0': '1e999' }],
		['a day that there is not', one('date'), { 'field-0': '2027-02-29' }],
		['an address without a domain', one('email'), { 'field-0': 'a@b' }],
		['a file for a text', one('text'), { 'field-0': { size: 3 } }],
	])('An answer with %s is refused', (_, to, fields) => {
		expect(readAnswer(to, fields).ok).toBe(false);
	});

	it.each<[string, number[]]>([
		['120000', [120_000]],
		['0.125', [0.125]],
		['+120,50', [120.5]],
		['1,200,000.5', [1_200_000.5]],
		['1.200,50', [1200.5]],
		['120.000', [120, 120_000]],
		['-1,250', [-1.25, -1250]],
		['1.20.000', []],
		['1.200.000.5', []],
	])('The number %s is read as %j, and refused unless there is one reading', (text, readings) => {
		expect(readingsOf(text)).toEqual(readings);
		const [value] = readings;
		const data = { ok: true, data: { Field: value } };
		const expected = readings.length === 1 ? data : { ok: false };
		expect(readAnswer(one('number'), { 'field-0': text })).toMatchObject(expected);
	});

	it('Every wrong field of a refused answer is named', () => {
		const asking = form(
			field('number', { fieldLabel: 'A' }),
			field('text', { fieldLabel: 'B' }),
			field('date', { fieldLabel: 'C' }),
		);
		const read = readAnswer(asking, { 'field-0': 'x', 'field-2': 'x' });
		expect(read).toEqual({ ok: false, wrong: new Set(['field-0', 'field-2']) });
	});
});
