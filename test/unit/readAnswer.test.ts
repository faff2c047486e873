import type { FormField, Question } from '../../nodes/MessagingService/operations/question';
import { question } from '../../nodes/MessagingService/operations/question';
import { LONGEST_TEXT, readAnswer } from '../../nodes/MessagingService/sendAndWait/readAnswer';

const asked = (ways: Question['ways']): Question =>
	question.parse({ title: '', text: 'Well?', submit: 'Submit', ways });

const single = asked({ kind: 'approval', approve: 'Yes' });
const double = asked({ kind: 'approval', approve: 'Yes', decline: 'No' });
const freeText = asked({ kind: 'freeText' });

const field = (type: FormField['type'], others: Partial<FormField> = {}): FormField => ({
	label: 'Field',
	type,
	choices: ['a', 'b'],
	isRequired: false,
	...others,
});
const form = (...fields: FormField[]) => asked({ kind: 'customForm', fields });

describe('readAnswer', () => {
	it.each<[string, Question, Record<string, unknown>, object]>([
		['approves', single, { approved: 'true' }, { approved: true }],
		['declines', double, { approved: 'false' }, { approved: false }],
		[
			'declines with a reason',
			double,
			{ approved: 'false', reason: 'No!' },
			{ approved: false, chatInput: 'No!' },
		],
		[
			'approves without the reason that was begun',
			double,
			{ approved: 'true', reason: 'No!' },
			{ approved: true },
		],
		['is a text, its lines and emoji kept', freeText, { text: ' a\r\nb 🙂 ' }, { text: 'a\nb 🙂' }],
		[
			'is a text without control characters',
			freeText,
			{ text: 'a\u0000\u0007\u009bb' },
			{ text: 'ab' },
		],
		['is a number', form(field('number')), { 'field-0': '-2.5' }, { Field: -2.5 }],
		['is a number with a comma', form(field('number')), { 'field-0': '2,5' }, { Field: 2.5 }],
		['is a date', form(field('date')), { 'field-0': '2028-02-29' }, { Field: '2028-02-29' }],
		[
			'is an address',
			form(field('email')),
			{ 'field-0': 'a.b@c.example' },
			{ Field: 'a.b@c.example' },
		],
		['is a choice', form(field('dropdown')), { 'field-0': 'b' }, { Field: 'b' }],
		['is one choice of several', form(field('checkbox')), { 'field-0': 'b' }, { Field: ['b'] }],
		[
			'is several choices, in their order',
			form(field('checkbox')),
			{ 'field-0': ['b', 'a'] },
			{ Field: ['a', 'b'] },
		],
		[
			'leaves out what is not required',
			form(field('text'), field('checkbox', { label: 'More' })),
			{},
			{ Field: null, More: [] },
		],
	])('An answer %s', (_, to, fields, data) => {
		expect(readAnswer(to, fields)).toEqual({ ok: true, data });
	});

	it.each<[string, Question, Record<string, unknown>]>([
		['nothing', single, {}],
		['a decline that was not offered', single, { approved: 'false' }],
		['two verdicts at once', double, { approved: ['true', 'false'] }],
		['a verdict of another kind', double, { approved: true }],
		['an object for a verdict', double, { approved: { toString: 'true' } }],
		[
			'a reason that is too long',
			double,
			{ approved: 'false', reason: 'x'.repeat(LONGEST_TEXT + 1) },
		],
		['an empty text', freeText, { text: ' \r\n ' }],
		['a text that is too long', freeText, { text: 'x'.repeat(LONGEST_TEXT + 1) }],
		['several texts', freeText, { text: ['a', 'b'] }],
		[
			'a text of the prototype',
			freeText,
			Object.create({ text: 'inherited' }) as Record<string, unknown>,
		],
		['a required field left out', form(field('text', { isRequired: true })), { 'field-0': '  ' }],
		['a required choice left out', form(field('checkbox', { isRequired: true })), {}],
		['a foreign choice', form(field('dropdown')), { 'field-0': 'c' }],
		['a foreign choice among others', form(field('checkbox')), { 'field-0': ['a', 'c'] }],
		['a choice that is an object', form(field('checkbox')), { 'field-0': [{ a: 1 }] }],
		['a number in words', form(field('number')), { 'field-0': 'two' }],
		['a number with an exponent', form(field('number')), { 'field-0': '1e999' }],
		['a day that there is not', form(field('date')), { 'field-0': '2027-02-29' }],
		['an address without a domain', form(field('email')), { 'field-0': 'a@b' }],
		['a file for a text', form(field('text')), { 'field-0': { size: 3 } }],
	])('An answer with %s is refused', (_, to, fields) => {
		expect(readAnswer(to, fields).ok).toBe(false);
	});

	it('A refused answer names every field that is wrong', () => {
		const read = readAnswer(form(field('number'), field('text'), field('date')), {
			'field-0': 'x',
			'field-2': 'x',
		});
		expect(read).toEqual({ ok: false, wrong: new Set(['field-0', 'field-2']) });
	});
});
