import { randomUUID } from 'node:crypto';

import { idsIn } from '../../../nodes/answerButton';
import { INBOX_KINDS, recognise, STATUS_KINDS } from '../../../nodes/callbacks/kinds';
import { keywordOf } from '../../../nodes/callbacks/kinds/keyword';
import { readCallback, readQuery } from '../../../nodes/callbacks/readCallback';
import { API_LOGIN, SMS_LOGIN } from '../../../nodes/login';
import {
	enveloped,
	expectedAnswer,
	parseBody,
} from '../../../nodes/MessagingService/engine/answer';
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
import { ID, ITEMS, TO, valuesIn } from '../../support/items';
import { failed, say } from '../../../scripts/n8n/say.js';
import { table } from '../../docs/markdown';

/**
 * npm run bench:growth: doubles the input of each parser. Whoever sends twice as much may take at most two and a half
 * times the CPU time. Each input comes from an item, a response or a callback, so its size is a stranger's choice.
 */

const MOST = 2.5;
/** A shorter work is repeated, since the clock of the process counts coarsely. */
const LEAST_MS = 40;
const REPEATS = 5;

interface Parser {
	/** The larger of the two sizes. What is larger is refused, or cannot come. */
	size: number;
	/** Makes the work of this size, before its time counts. */
	of: (size: number) => () => unknown;
}

const times = <T>(size: number, make: (at: number) => T): T[] =>
	Array.from({ length: size }, (_, at) => make(at));

const itemWith = (
	name: string,
	fields: (size: number) => Record<string, unknown>,
	facts?: unknown,
) => {
	const [resource, value] = name.split(' ');
	const operation = resources
		.find((one) => one.value === resource)
		?.operations.find((one) => one.value === value);
	if (operation === undefined) throw new Error(`no operation ${name}`);
	return (size: number) => {
		const values = { ...valuesIn(ITEMS[name] ?? {}), ...fields(size) };
		return () => {
			const parsed = operation.parse(values);
			return parsed.ok ? parsed.planItem(commonInput.parse({}), facts) : parsed;
		};
	};
};

const text = (sign: string) => (size: number) => sign.repeat(size);
const MB = 1_000_000;

const items: Record<string, Parser> = {
	'To, digits': {
		size: MB,
		of: itemWith('sms send', (size) => ({ destination: text('1')(size) })),
	},
	'To, 100 signs of every kind': {
		size: 96,
		of: itemWith('sms send', (size) => ({ destination: text('+ (0)-.')(size / 7) })),
	},
	'To, invisible signs': {
		size: MB,
		of: itemWith('sms send', (size) => ({ destination: text('\u200b "')(size / 3) })),
	},
	'SMS, GSM letters': {
		size: MB,
		of: itemWith('sms send', (size) => ({ message: text('a')(size), encoding: 'plain' })),
	},
	'SMS, other signs': {
		size: MB,
		of: itemWith('sms send', (size) => ({ message: text('‘…é')(size / 3), encoding: 'plain' })),
	},
	'Text, emoji as escapes': {
		size: MB,
		of: itemWith('whatsappUnofficial sendText', (size) => ({
			message: text('😀❤')(size / 3),
			escapeEmoji: true,
		})),
	},
	'Text, joiners': {
		size: MB,
		of: itemWith('whatsappUnofficial sendText', (size) => ({
			message: text('👩\u200d')(size / 3),
			escapeEmoji: true,
		})),
	},
	'Official text, spaces': {
		size: MB,
		of: itemWith('whatsappOfficial reply', (size) => ({
			message: text(' \n')(size / 2),
			fitText: true,
		})),
	},
	'Media URL': {
		size: MB,
		of: itemWith('whatsappUnofficial sendMedia', (size) => ({
			mediaUrl: `https://a.example/${text('./')(size / 2)}a.png`,
		})),
	},
	'Media as base64': {
		size: MB,
		of: itemWith('whatsappUnofficial sendMedia', (size) => ({
			mediaSource: 'base64',
			mediaBase64: text('iVBO')(size / 4),
		})),
	},
	'Media as base64, spaces': {
		size: MB,
		of: itemWith('whatsappUnofficial sendMedia', (size) => ({
			mediaSource: 'base64',
			mediaBase64: text(' =')(size / 2),
		})),
	},
	'File Name': {
		size: MB,
		of: itemWith('whatsappUnofficial sendMedia', (size) => ({ fileName: text('a.')(size / 2) })),
	},
	Time: {
		size: MB,
		of: (size) => {
			const given = text('2026-')(size / 5);
			return () => momentOf(given, 'Asia/Jakarta');
		},
	},
	'Allowed Recipients': {
		size: 20_000,
		of: (size) => {
			const allowedRecipients = times(size, (at) => 6_281_100_000_000 + at).join();
			return () => commonInput.parse({ allowedRecipients }).allowedRecipients?.allows(TO);
		},
	},
	'Allowed Recipients, stars': {
		size: 20_000,
		of: (size) => {
			const allowedRecipients = text('6*')(size / 2);
			return () =>
				commonInput.parse({ allowedRecipients }).allowedRecipients?.allows(text('6')(size));
		},
	},
	'Allowed Media Hosts': {
		size: 20_000,
		of: (size) => {
			const allowedMediaHosts = times(size, (at) => `*.h${at}.example`);
			return () =>
				commonInput.parse({ allowedMediaHosts }).allowedMediaHosts?.allows('https://a.example/x');
		},
	},
	'Send Once Key': {
		size: MB,
		of: (size) => {
			const sendOnceKey = text('nul undefine ')(size / 13);
			return () => commonInput.safeParse({ sendOnceKey });
		},
	},
	Buttons: {
		size: 20_000,
		of: itemWith('whatsappBusiness sendButtons', (size) => ({
			buttons: { button: times(size, (at) => ({ id: `${at}`, title: 'x' })) },
		})),
	},
	'Form fields': {
		size: 10_000,
		of: (size) => {
			const values = times(size, (at) => ({ fieldLabel: `${at}` }));
			return () =>
				question.safeParse({ message: 'x', responseType: 'customForm', formFields: { values } });
		},
	},
	'Choices of a form field': {
		size: 20_000,
		of: (size) => {
			const fieldOptions = { values: times(size, (at) => ({ option: `${at}` })) };
			const formFields = { values: [{ fieldLabel: 'a', fieldType: 'dropdown', fieldOptions }] };
			return () => question.safeParse({ message: 'x', responseType: 'customForm', formFields });
		},
	},
	'Parameters JSON, body': {
		size: 40_000,
		of: itemWith('whatsappOfficial broadcast', (size) => ({
			parametersJson: {
				body: times(size, (at) => ({ key: `${at}`, value: `v_${at}`, value_text: 'x' })),
			},
		})),
	},
	'Parameters JSON, buttons': {
		size: 40_000,
		of: itemWith('whatsappOfficial broadcast', (size) => ({
			parametersJson: {
				buttons: times(size, (at) => ({ index: `${at}`, type: 'url', value: 'x' })),
			},
		})),
	},
	'Parameters JSON, unknown keys': {
		size: 40_000,
		of: itemWith('whatsappOfficial broadcast', (size) => ({
			parametersJson: JSON.stringify(Object.fromEntries(times(size, (at) => [`k${at}`, at]))),
		})),
	},
	'Parameters JSON, list': {
		size: 100_000,
		of: itemWith('whatsappOfficial broadcast', (size) => ({
			parametersJson: JSON.stringify(times(size, String)),
		})),
	},
	'Template Fields': {
		size: 40_000,
		of: itemWith('whatsappOfficial broadcast', (size) => ({
			parametersMode: 'template',
			templateParameters: { value: Object.fromEntries(times(size, (at) => [`{{${at}}}`, 'x'])) },
		})),
	},
};

const redact = redactor('a-secret-key-of-24-signs');
const expected = expectedAnswer('read', enveloped(templates.answer), () => []);

const answers: Record<string, Parser> = {};

const answered = (name: string, size: number, body: (size: number) => string, status = 422) => {
	answers[name] = {
		size,
		of: (given) => {
			const answer = { status, text: body(given) };
			return () => meaningOfAnswer(answer, expected, redact, 0);
		},
	};
};

const template = (at: number, body: unknown = 'Hi {{1}}') => ({
	id: randomUUID(),
	name: `t${at}`,
	status: 'Approved',
	category: 'x',
	body,
});

answered(
	'List of templates',
	5_000,
	(size) => JSON.stringify({ error: false, data: times(size, (at) => template(at)) }),
	200,
);
answered(
	'List of templates in XML',
	5_000,
	(size) =>
		`<r><data>${times(size, (at) => `<item><id>${at}</id><name>t</name><status>x</status></item>`).join('')}</data></r>`,
	200,
);
answered('XML, empty elements', 90_000, (size) => `<r>${text('<a/>')(size)}</r>`, 200);
answered('XML, entities', MB, (size) => `<r>${text('&amp;')(size / 5)}</r>`, 200);
answered('XML, open elements', 90_000, text('<a>'), 200);
answered('JSON, numbers', 90_000, (size) => `[${text('12345678901234567890,')(size)}1]`, 200);
answered('JSON, open lists', 90_000, text('['), 200);
answered(
	'JSON, one text',
	MB,
	(size) => JSON.stringify({ error: true, message: text('\\"')(size / 2) }),
	400,
);
answered('Words, a web page', MB, text('<script>'), 400);
answered('Words, escapes', MB, text('\\\\u005c&amp;%25'), 400);
answered('Words, tags that stay open', MB, text('<'), 400);
answered('Words, tokens', MB, text('token='), 400);
answered('Words, addresses', MB, text('://a:b'), 400);
answered('Words, many errors', 40_000, (size) =>
	JSON.stringify({ errors: Object.fromEntries(times(size, (at) => [`f${at}`, ['no']])) }),
);
answered('Validation error', 40_000, (size) =>
	JSON.stringify({ detail: times(size, (at) => ({ loc: ['body', at], msg: 'no', type: 'x' })) }),
);
answered('Validation error, long place', 40_000, (size) =>
	JSON.stringify({ detail: [{ loc: times(size, String), msg: 'no', type: 'x' }] }),
);
answers['Redaction of data'] = {
	size: MB,
	of: (size) => {
		const data = { a: text('a-secret-key')(size / 12) };
		return () => redact.data(data);
	},
};
answers['Fields of a template, placeholders'] = {
	size: 200_000,
	of: (size) => {
		const body = times(size, (at) => `{{${at}}} `).join('');
		return () => templateFields(template(1, body));
	},
};
answers['Fields of a template, open braces'] = {
	size: MB,
	of: (size) => {
		const body = text('{{a ')(size / 4);
		return () => templateFields(template(1, body));
	},
};
answers['Fields of a template, buttons'] = {
	size: 20_000,
	of: (size) => {
		const buttons = times(size, (at) => ({ type: 'URL', text: 'x', url: `https://x/{{${at}}}` }));
		return () => templateFields({ ...template(1), buttons });
	},
};
for (const [name, login] of Object.entries({ API: API_LOGIN, SMS: SMS_LOGIN })) {
	answers[`Login check, ${name}`] = {
		size: 64_000,
		of: (size) => {
			const body = `<r>${text('<a/>')(size / 4 - 2)}</r>`;
			return () => login.faultOf({ status: 200, text: body, url: '' });
		},
	};
	answers[`Login check, ${name}, refused`] = {
		size: 64_000,
		of: (size) => {
			const body = text('1.f:')(size / 4);
			return () => login.faultOf({ status: 401, text: body, url: '' });
		},
	};
}

const EVERY = new Set([...INBOX_KINDS, ...STATUS_KINDS].map(({ value }) => value));
const ARRIVAL = { at: 0, timeZone: 'Asia/Jakarta', countryCode: '', stopWords: new Set<string>() };

const called = (
	size: number,
	bodyOf: (size: number) => string,
	type = 'application/json',
): Parser => ({
	size,
	of: (given) => {
		const raw = Buffer.from(bodyOf(given));
		let body: object = {};
		try {
			body = type.endsWith('json')
				? (JSON.parse(raw.toString()) as object)
				: Object.fromEntries(new URLSearchParams(raw.toString()));
		} catch {
			// n8n answers to broken JSON by itself.
		}
		return () => {
			const read = readCallback({
				method: 'POST',
				type,
				query: {},
				body,
				raw,
				length: raw.length,
			});
			return 'status' in read ? read : recognise(read.callback, EVERY, ARRIVAL)?.recognised.items;
		};
	},
});

const message = (at: number, more: object = {}) => ({
	message_id: `m${at}`,
	from: { phone: '6281234567890' },
	text: { body: 'Yes' },
	...more,
});
const callbacks: Record<string, Parser> = {
	'Business, messages': called(700, (size) =>
		JSON.stringify({ messages: times(size, (at) => message(at)) }),
	),
	'Business, a list': called(700, (size) => JSON.stringify(times(size, (at) => message(at)))),
	'Business, fields': called(4_000, (size) =>
		JSON.stringify({
			message_id: 'm',
			...Object.fromEntries(times(size, (at) => [`text_${at}`, `t${at}`])),
		}),
	),
	'Business, numbers': called(4_000, (size) =>
		JSON.stringify({ message_id: 'm', to: times(size, (at) => 6_281_234_560_000 + at) }),
	),
	'Business, contacts': called(1_000, (size) =>
		JSON.stringify({
			message_id: 'm',
			contacts: times(size, (at) => ({ wa_id: `62812345${at}`, profile: { name: 'A' } })),
		}),
	),
	'Business, one text': called(900_000, (size) =>
		JSON.stringify(message(1, { text: text('stop ')(size / 5) })),
	),
	'Business, JSON in texts': called(400_000, (size) =>
		JSON.stringify(message(1, { payload: JSON.stringify({ a: text('"{[')(size / 6) }) })),
	),
	'Business, long names': called(900_000, (size) =>
		JSON.stringify({ [text('text_')(size / 5)]: 'x', message_id: 'm' }),
	),
	'Official inbox, one text': called(900_000, (size) =>
		JSON.stringify({
			room_id: ID,
			ref_no: '1',
			text: text('a ')(size / 2),
			inbox_date: '2026-03-01 23:30:00',
			sender_number: TO,
		}),
	),
	'Official inbox, date': called(900_000, (size) =>
		JSON.stringify({
			room_id: ID,
			ref_no: '1',
			text: 'a',
			inbox_date: text('2026-')(size / 5),
			sender_number: TO,
		}),
	),
	'Push inbox, form': called(
		900_000,
		(size) => `id=1&gateway_number=1&originator=2&receive_date=x&msg=${text('%20')(size / 3)}`,
		'application/x-www-form-urlencoded',
	),
	'Text that is no JSON': called(900_000, text(' ['), 'text/plain'),
	'Query, put together again and again': {
		size: 16_000,
		of: (size) => {
			const query = { token: `a${text('?token=b')(size / 8)}` };
			return () => readQuery(query);
		},
	},
	'Tap, IDs': {
		size: 900_000,
		of: (size) => {
			const payload = {
				a: text(
					`/webhook-waiting/1/n1?approved=true&nonce=${'a'.repeat(16)}&signature=${'0'.repeat(64)} `,
				)(size / 130),
			};
			return () => idsIn(payload, 'https://n8n.example/webhook-waiting/');
		},
	},
	'Tap, slashes': {
		size: 900_000,
		of: (size) => {
			const payload = { a: text('\\\\/webhook-waiting/1/')(size / 21) };
			return () => idsIn(payload, 'https://n8n.example/webhook-waiting/');
		},
	},
	'Stop words': {
		size: 900_000,
		of: (size) => {
			const given = text('stop, ')(size / 6);
			return () => keywordOf(given, new Set());
		},
	},
};

const form = question.parse({
	message: 'x',
	responseType: 'customForm',
	formFields: {
		values: [
			...['text', 'textarea', 'number', 'date', 'email'].map((fieldType) => ({
				fieldLabel: fieldType,
				fieldType,
			})),
			{
				fieldLabel: 'c',
				fieldType: 'checkbox',
				fieldOptions: { values: times(200, (at) => ({ option: `${at}` })) },
			},
		],
	},
});
for (const sign of ['a', ' ', '1', '@.', '-']) {
	callbacks[`Answer on the page, “${sign}”`] = {
		size: MB,
		of: (size) => {
			const fields = Object.fromEntries(
				times(5, (at) => [`field-${at}`, text(sign)(size / sign.length)]),
			);
			return () => readAnswer(form, fields);
		},
	};
}
callbacks['Answer on the page, choices'] = {
	size: 20_000,
	of: (size) => {
		const fields = { 'field-5': times(size, (at) => `${at % 200}`) };
		return () => readAnswer(form, fields);
	},
};
callbacks['JSON in a body'] = {
	size: MB,
	of: (size) => {
		const body = `{"a":"${text('\\\\"')(size / 3)}"}`;
		return () => parseBody(body);
	},
};

const cpuMs = (work: () => unknown, count: number): number => {
	const began = process.cpuUsage();
	for (let at = 0; at < count; at++) work();
	const { user, system } = process.cpuUsage(began);
	return (user + system) / 1000 / count;
};

/** All sizes in turn, so that what else the machine does falls on each. The least of the times holds the least of it. */
function growthOf({ size, of }: Parser) {
	const works = [size / 4, size / 2, size].map((one) => of(Math.ceil(one)));
	const [smallest = () => undefined] = works;
	const once = Math.max(0.001, Math.min(cpuMs(smallest, 1), cpuMs(smallest, 1)));
	const count = Math.max(1, Math.ceil(LEAST_MS / once));
	const rounds = times(REPEATS, () => works.map((work) => cpuMs(work, count)));
	const ms = works.map((_, at) => Math.min(...rounds.map((round) => round[at] ?? Number.NaN)));
	const [quarter = 0, , whole = 0] = ms;
	// Of two doublings, since one may be the step at which the caches of the processor are full.
	return { ms, growth: Math.sqrt(whole / quarter) };
}

function main(): void {
	const [wanted = ''] = process.argv.slice(2);
	const tooMuch: string[] = [];
	for (const [title, parsers] of Object.entries({
		Items: items,
		Responses: answers,
		Callbacks: callbacks,
	})) {
		const chosen = Object.entries(parsers).filter(([name]) => name.includes(wanted));
		if (chosen.length === 0) continue;
		const rows = chosen.map(([name, parser]) => {
			const { ms, growth } = growthOf(parser);
			if (growth > MOST) tooMuch.push(name);
			const figures = ms.map((one) => `${one.toFixed(2)} ms`);
			return [name, parser.size.toLocaleString('en-US'), ...figures, `×${growth.toFixed(2)}`];
		});
		say(
			`\n${title}\n\n${table(['', 'Size', 'CPU time of a quarter', 'of half', 'of the whole', 'Each doubling'], rows)}`,
		);
	}
	say(
		tooMuch.length === 0
			? `\nAll at most ×${MOST}.`
			: `\nMore than ×${MOST}: ${tooMuch.join('; ')}`,
	);
	process.exitCode = tooMuch.length === 0 ? 0 : 1;
}

try {
	main();
} catch (error) {
	failed(error);
}
