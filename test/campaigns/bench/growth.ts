import { idsIn } from '../../../nodes/answerButton';
import { ALL_KINDS, recognise } from '../../../nodes/callbacks/kinds';
import { readCallback } from '../../../nodes/callbacks/readCallback';
import { API_LOGIN, SMS_LOGIN } from '../../../nodes/login';
import { enveloped, expectedAnswer } from '../../../nodes/MessagingService/engine/answer';
import { commonInput } from '../../../nodes/MessagingService/engine/operation';
import { meaningOfAnswer } from '../../../nodes/MessagingService/engine/wire/exchange';
import { resources } from '../../../nodes/MessagingService/operations';
import { question } from '../../../nodes/MessagingService/operations/question';
import {
	templateFields,
	templates,
} from '../../../nodes/MessagingService/operations/whatsappOfficial/template';
import { readAnswer } from '../../../nodes/MessagingService/sendAndWait/readAnswer';
import { momentOf, redactor } from '../../../nodes/plain';
import { failed, say } from '../../../scripts/n8n/say.js';
import { table } from '../../docs/markdown';
import { exampleOf, ID, TO, valuesIn } from '../../support/operations';

/**
 * npm run bench:growth: doubles the input of each parser. Whoever sends twice as much may take at most two and a half
 * times the CPU time. Each input comes from an item, a response or a callback, so its size is a stranger's choice.
 */

const MOST = 2.5;
/** A shorter work is repeated, since the clock of the process counts coarsely. */
const LEAST_MS = 40;
const REPEATS = 3;

type Work = () => unknown;
/** Makes the work of an input, before its time counts. */
type Parser<Input> = (input: Input) => Work;

/** Texts that ask much of a pattern, repeated. */
const SIGNS = [
	...['a', '1', ' \n', '+ (0)-.', 'a.', './', '\u200b "', '‘…é', '😀\u200d', '6*', '2026-', '@.'],
	...['{{a ', '<', '&amp;', '\\\\u005c', 'token=', '?token=b', '://a:b', '1.f:', 'stop, ', '"{['],
	'\\\\/webhook-waiting/1/',
];

const OPTIONS = ['allowedRecipients', 'allowedMediaHosts', 'blockedNumbers', 'sendOnceKey'];
const redact = redactor('a-secret-key-of-24-signs');
const expected = expectedAnswer('read', enveloped(templates.answer), () => []);
const answered = (status: number, text: string) => () =>
	meaningOfAnswer({ status, text }, expected, redact, 0, 'messagingServiceApi');

const EVERY = new Set(ALL_KINDS.map(({ value }) => value));
const ARRIVAL = { at: 0, timeZone: 'Asia/Jakarta', countryCode: '', stopWords: new Set<string>() };

const called = (body: object) => {
	const raw = Buffer.from(JSON.stringify(body));
	const one = { method: 'POST', type: 'application/json', query: {}, body, raw };
	return () => {
		const read = readCallback({ ...one, length: raw.length });
		return 'status' in read ? read : recognise(read.callback, EVERY, ARRIVAL)?.recognised.items;
	};
};

/** Each item with one of its fields changed. */
const items = resources.flatMap(({ value: resource, operations }) =>
	operations.flatMap((operation) => {
		const name = `${resource} ${operation.value}`;
		const values = valuesIn(exampleOf(name).item);
		const parser = (field: string) => (input: unknown) => () =>
			operation.plan({ ...values, [field]: input }, commonInput.parse({}));
		return Object.keys(values).map((field) => [`${name}, ${field}`, parser(field)] as const);
	}),
);

const form = question.parse({
	message: 'x',
	responseType: 'customForm',
	formFields: {
		values: ['text', 'textarea', 'number', 'date', 'email'].map((fieldType) => ({
			fieldLabel: fieldType,
			fieldType,
		})),
	},
});
const inbox = { room_id: ID, ref_no: '1', text: 'a', inbox_date: 'x', sender_number: TO };
const template = { id: ID, name: 't', status: 'Approved', category: 'x' };

/** A parser of one long text. */
const TEXTS: Record<string, Parser<string>> = {
	...Object.fromEntries(items),
	...Object.fromEntries(
		OPTIONS.map((name) => [
			`option ${name}`,
			(text: string) => () => commonInput.safeParse({ [name]: text }),
		]),
	),
	time: (text) => () => momentOf(text, 'Asia/Jakarta'),
	'redaction of data': (text) => () => redact.data({ text }),
	'response as it is': (text) => answered(400, text),
	'response, message': (text) => answered(400, JSON.stringify({ error: true, message: text })),
	'response in XML': (text) => answered(200, `<r><data>${text}</data></r>`),
	'fields of a template': (text) => () => templateFields({ ...template, body: text }),
	'login check': (text) => () =>
		[API_LOGIN, SMS_LOGIN].map((login) => login.faultOf({ status: 401, text, url: '' })),
	'callback, text': (text) => called({ ...inbox, text }),
	'callback, date': (text) => called({ ...inbox, inbox_date: text }),
	'callback, Business text': (text) => called({ message_id: 'm', from: TO, text }),
	'callback, Business JSON in a text': (text) =>
		called({ message_id: 'm', payload: JSON.stringify({ text }) }),
	'callback, Business name': (text) => called({ message_id: 'm', [text]: 'x' }),
	'tap of a button': (text) => () => idsIn({ text }, 'https://n8n.example/webhook-waiting/'),
	'answer on the page': (text) => () =>
		readAnswer(
			form,
			record(5, (at) => [`field-${at}`, text]),
		),
};

const asked = (formFields: object) => () =>
	question.safeParse({ message: 'x', responseType: 'customForm', formFields });

/** A parser of many entries, and the most of them that are not refused before. */
const MANY: Record<string, [most: number, Parser<number>]> = {
	...Object.fromEntries(
		items.map(([name, parser]) => [
			`${name}, a list`,
			[20_000, (count: number) => parser(times(count, String))] as const,
		]),
	),
	'allowed recipients': [
		20_000,
		(count) => () =>
			commonInput.parse({ allowedRecipients: times(count, (at) => 6_281_100_000_000 + at).join() }),
	],
	buttons: [20_000, (count) => itemOf('buttons')({ button: times(count, button) })],
	'form fields': [
		10_000,
		(count) => asked({ values: times(count, (at) => ({ fieldLabel: `${at}` })) }),
	],
	'template parameters': [
		40_000,
		(count) => itemOf('parametersJson')(JSON.stringify(record(count, (at) => [`k${at}`, at]))),
	],
	'list of templates': [
		5_000,
		(count) => answered(200, JSON.stringify({ data: times(count, () => template) })),
	],
	'XML, elements': [90_000, (count) => answered(200, `<r>${'<a/>'.repeat(count)}</r>`)],
	'XML, open elements': [90_000, (count) => answered(200, '<a>'.repeat(count))],
	'JSON, open lists': [90_000, (count) => answered(200, '['.repeat(count))],
	'validation error': [
		40_000,
		(count) =>
			answered(
				422,
				JSON.stringify({ detail: times(count, (at) => ({ loc: [at], msg: 'no', type: 'x' })) }),
			),
	],
	'placeholders of a template': [
		200_000,
		(count) => () =>
			templateFields({ ...template, body: times(count, (at) => `{{${at}}} `).join('') }),
	],
	'callback, Business messages': [
		700,
		(count) => called({ messages: times(count, (at) => ({ message_id: `m${at}`, from: TO })) }),
	],
	'callback, Business fields': [
		4_000,
		(count) => called({ message_id: 'm', ...record(count, (at) => [`text_${at}`, `t${at}`]) }),
	],
};

function button(at: number) {
	return { id: `${at}`, title: 'x' };
}

/** The first item with this field. */
function itemOf(field: string): Parser<unknown> {
	const found = items.find(([name]) => name.endsWith(`, ${field}`));
	if (found === undefined) throw new Error(`No item has ${field}`);
	return found[1];
}

function record(count: number, entry: (at: number) => [string, unknown]) {
	return Object.fromEntries(times(count, entry));
}

function times<T>(count: number, make: (at: number) => T): T[] {
	return Array.from({ length: count }, (_, at) => make(at));
}

/** All works by their names, each for a size. */
const works = [
	...Object.entries(TEXTS).flatMap(([name, parser]) =>
		SIGNS.map((sign): [string, number, (size: number) => Work] => [
			`${name}: ${JSON.stringify(sign)}`,
			1_000_000,
			(size) => parser(sign.repeat(size / sign.length)),
		]),
	),
	...Object.entries(MANY).map(
		([name, [most, parser]]): [string, number, (size: number) => Work] => [
			name,
			most,
			(size) => parser(Math.ceil(size)),
		],
	),
];

const cpuMs = (work: Work, count: number): number => {
	const began = process.cpuUsage();
	for (let at = 0; at < count; at++) work();
	const { user, system } = process.cpuUsage(began);
	return (user + system) / 1000 / count;
};

/** All sizes in turn, so that what else the machine does falls on each. The least of the times holds the least of it. */
function growthOf(size: number, of: (size: number) => Work) {
	const sizes = [size / 4, size].map(of);
	const [small = () => undefined] = sizes;
	const once = Math.max(0.001, Math.min(cpuMs(small, 1), cpuMs(small, 1)));
	const count = Math.max(1, Math.ceil(LEAST_MS / once));
	const rounds = times(REPEATS, () => sizes.map((work) => cpuMs(work, count)));
	const ms = sizes.map((_, at) => Math.min(...rounds.map((round) => round[at] ?? Number.NaN)));
	const [quarter = 0, whole = 0] = ms;
	// Of two doublings, since one may be the step at which the caches of the processor are full.
	return { ms, growth: Math.sqrt(whole / quarter) };
}

function main(): void {
	const [wanted = ''] = process.argv.slice(2);
	const rows = works
		.filter(([name]) => name.includes(wanted))
		.map(([name, size, of]) => ({ name, ...growthOf(size, of) }))
		.sort((one, other) => other.growth - one.growth);
	const lines = rows.map(({ name, ms, growth }) => [
		name,
		...ms.map((one) => `${one.toFixed(2)} ms`),
		`×${growth.toFixed(2)}`,
	]);
	say(table(['', 'CPU time of a quarter', 'of the whole', 'Each doubling'], lines.slice(0, 40)));
	const tooMuch = rows.filter(({ growth }) => growth > MOST).map(({ name }) => name);
	say(`\n${rows.length} looked at. More than ×${MOST}: ${tooMuch.join('; ') || 'none'}`);
	process.exitCode = tooMuch.length === 0 ? 0 : 1;
}

try {
	main();
} catch (error) {
	failed(error);
}
