import fc from 'fast-check';
import type { GenericValue } from 'n8n-workflow';

import { blankCell, count } from './people';

/** Texts as people write and paste them. */

const WORDS = [
	'Hello',
	'Selamat pagi, Ayu!',
	'Grüße aus Zürich',
	'Привет, как дела?',
	'こんにちは世界',
	'你好，订单已发货。',
	'สวัสดีครับ',
	'Καλημέρα σας',
	'안녕하세요, 주문이 도착했습니다.',
	'আপনাকে ধন্যবাদ',
	'உங்கள் ஆர்டர்',
	'Շնորհակալություն',
	'გამარჯობა',
	'Sürat Kargo: 1.250,00 ₺',
	'Your code is 123456. Valid for 5 min.',
	'ORD-2025/07-000123',
	'Rp 1.250.000,-',
	'“Smart quotes” — and dashes…',
	'नमस्ते दुनिया',
	'ꦱꦸꦒꦼꦁꦲꦺꦚ꧀ꦗꦁ',
	'שלום עולם',
	'مرحبا بالعالم ١٢٣',
	'\u202bمرحبا\u202c (RTL)',
	'\u200fשלום\u200e',
	'e\u0301a\u0308o\u0302',
	'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘!͖̬̰̙̗̿̋ͥͥ̂ͣ̐́́͜͞',
	'👍',
	'👨‍👩‍👧‍👦',
	'🇮🇩🇯🇵',
	'👋🏽',
	'1️⃣#️⃣',
	'❤️‍🔥',
	'🏴󠁧󠁢󠁳󠁣󠁴󠁿',
	'𝕌𝕟𝕚𝕔𝕠𝕕𝕖 𓀀𓀁',
	'\u00a0\u2009\u3000',
	'\ufeff\u200b\u200d',
	'<b>bold</b> & "quoted" \'single\'',
	'<![CDATA[ ]]> <!-- --> &amp; &#x1F600;',
	'{"json": [true, null]}',
	'{{ $json.message }} {{1}}',
	'={{ 1 + 1 }}',
	'=1+1',
	'%20%F0%9F%98%80 %zz 100%',
	'a+b=c&d;e?f#g',
	"Robert'); DROP TABLE students;--",
	'C:\\new\\table \\n \\u0041',
	'`${a}` $1 $& $$',
	'../../etc/passwd',
	'null',
	'undefined',
	'NaN',
	'0',
	'false',
	'__proto__',
	'--boundary\u2028next\u2029',
	'*bold* _italic_ ~struck~ ```code```',
	'https://shop.example/order?id=1&x=ü',
];

const BREAKS = ['\n', '\r\n', '\t', '\n\n\n', '        ', '\v', '\f'];

/** A run of signs of any script. */
const signs = fc.oneof(
	fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
	fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }),
	fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 30 }),
);

const words = fc.constantFrom(...WORDS);
const spaces = fc.constantFrom(' ', ' ', '  ', '    ', ', ');

const joined = (piece: fc.Arbitrary<string>, most: number) =>
	fc.array(piece, { minLength: 1, maxLength: most, size: 'max' }).map((pieces) => pieces.join(''));

export const charactersOf = (text: string): number => Array.from(text).length;

export const clipped = (text: string, most: number): string =>
	Array.from(text).slice(0, most).join('');

/** Exactly so many characters, each counted as one. */
export const ofLength = (length: number): fc.Arbitrary<string> =>
	fc
		.constantFrom('a', 'é', '字', '😀', 'ab 😀', 'שלום ', '\u0301')
		.map((sign) => clipped(sign.repeat(length), length));

/** Any text of at most so many characters, its ends and its lines as they come. */
export function anyText(most = 3000): fc.Arbitrary<string> {
	const piece = fc.oneof(
		{ weight: 5, arbitrary: words },
		{ weight: 3, arbitrary: signs },
		{ weight: 2, arbitrary: spaces },
		{ weight: 1, arbitrary: fc.constantFrom(...BREAKS) },
	);
	// A text of nothing but spaces is refused.
	const cut = (text: string) => {
		const short = clipped(text, most);
		return short.trim() === '' ? clipped(`-${short}`, most) : short;
	};
	return fc.oneof(
		{ weight: 12, arbitrary: joined(piece, 12).map(cut) },
		{ weight: 1, arbitrary: ofLength(most) },
		{ weight: 1, arbitrary: joined(piece, 60).map(cut) },
	);
}

/** Everything that begins a new line, and the tab. */
const NO_LINE = /[\n\r\t\v\f\u0085\u2028\u2029]/g;

/** Without line breaks, tabs and more than 4 spaces in a row. */
export const lineText = (most = 1500): fc.Arbitrary<string> =>
	anyText(most).map((text) => {
		const line = text.replace(NO_LINE, '').replace(/ {5,}/g, '    ');
		return line.trim() === '' ? `-${line}`.slice(0, most) : line;
	});

/** What cannot stand in a line. */
export const brokenLine: fc.Arbitrary<string> = fc
	.tuple(
		lineText(200),
		fc.constantFrom('\n', '\r', '\r\n', '\t', '\v', '\u0085', '\u2028', '     ', '          '),
		lineText(200),
	)
	.map((parts) => parts.join(''));

/** Too long by a little or by much. */
export const longerThan = (most: number): fc.Arbitrary<string> =>
	fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 50 })).chain((more) => ofLength(most + more));

/** A number where a text is meant: codes and references often come as one. */
export const orNumber = (text: fc.Arbitrary<string>): fc.Arbitrary<string | number> =>
	fc.oneof(
		{ weight: 15, arbitrary: text },
		{
			weight: 1,
			arbitrary: fc.oneof(fc.maxSafeInteger(), fc.double({ min: -1e6, max: 1e6, noNaN: true })),
		},
	);

const around = fc.constantFrom('', '', '', ' ', '\n', '\t ', '\u00a0');

/** With what comes along when it is copied. */
export const copied = (text: fc.Arbitrary<string>): fc.Arbitrary<string> =>
	fc.tuple(around, text, around).map((parts) => parts.join(''));

/** A field that may be left blank. */
export const optional = (value: fc.Arbitrary<GenericValue>): fc.Arbitrary<GenericValue> =>
	fc.oneof({ weight: 4, arbitrary: value }, { weight: 2, arbitrary: blankCell });

/**
 * The options of every operation. Two are always there: Validate Only, of which an expression that gives nothing is
 * refused, and a time-out that no busy machine runs into.
 */
export const commonOptions = {
	responseFormat: fc.constantFrom('json', 'xml'),
	requestTimeout: count(300, 600),
	validateOnly: fc.constantFrom<GenericValue[]>(false, 'no', '0', 'FALSE'),
};
