import { getStatus } from '../../../nodes/MessagingService/operations/whatsappUnofficial/getStatus';
import { sendMedia } from '../../../nodes/MessagingService/operations/whatsappUnofficial/sendMedia';
import { sendText } from '../../../nodes/MessagingService/operations/whatsappUnofficial/sendText';
import { SAYS } from '../../support/words';
import { enveloped } from '../../support/operations';
import { outputOf, planOf, problemsOf, requestOf, type Values } from './support';
import { listed } from '../../support/listed';

const TO = '62812000001';
const GROUP = '628120-1612345678@g.us';
const URL = 'https://files.example.com/menu.png';

const text = (values: Values = {}): Values => ({ destination: TO, message: 'hello', ...values });
const media = (values: Values = {}): Values => ({
	destination: TO,
	mediaSource: 'url',
	mediaUrl: URL,
	...values,
});

describe('WhatsApp Unofficial: fields of all messages', () => {
	it.each<[string, Values, object]>([
		['the chosen queue alone', { sendFrom: 'queue', queue: ' a ', sender: 'b' }, { queue: 'a' }],
		['the chosen sender', { sendFrom: 'sender', queue: 'a', sender: '628' }, { sender: '628' }],
		['no queue or sender from Any Sender', { sendFrom: 'auto', queue: 'a', sender: 'b' }, {}],
		['a channel that is the text of a number', { channel: '3' }, { channel: 3 }],
		['the unsubscribe link', { includeUnsubscribe: true }, { include_unsubscribe: true }],
		['a delivery timeout in seconds', { deliveryTimeout: '900' }, { timeout: 900 }],
		[
			'an unchanged group, even with a Default Country Code',
			{ destination: '0812-group', isGroup: true, defaultCountryCode: '62' },
			{ destination: '0812-group', is_group: true },
		],
	])('An unofficial message is sent with %s', (_, values, sent) => {
		const [{ json: asText }, { json: asMedia }] = [
			requestOf(sendText, text(values)),
			requestOf(sendMedia, media(values)),
		];
		expect(asText).toEqual({ destination: TO, message: 'hello', ...sent });
		expect(asMedia).toEqual({ destination: TO, media_url: URL, ...sent });
	});

	const pauseOf = (values: Values) => ({ pauseBetween: { values } });
	const PAUSE = 'Pause Between Messages ›';

	it.each<[string, Values]>([
		[
			`Recipient: “${GROUP}” is the ID of a group: write a phone number, or add the option Is Group`,
			{ destination: GROUP },
		],
		[`Recipient ${SAYS.required}`, { destination: ' ', isGroup: true }],
		['Send From must be one of auto, queue, sender', { sendFrom: 'anyone' }],
		[`Delivery Timeout (Seconds) ${SAYS.notNumber('text')}`, { deliveryTimeout: '2 hours' }],
		['Channel must be a whole number, and is a fraction', { channel: 1.5 }],
		[`${PAUSE} To (Seconds) is less than From: enter a longer`, pauseOf({ from: 9, to: 5 })],
		[`${PAUSE} From (Seconds) must be at least 0`, pauseOf({ from: -1 })],
		[`${PAUSE} To (Seconds) must be at most 3600`, pauseOf({ from: 1, to: 3601 })],
		[`${PAUSE} From (Seconds) ${SAYS.required}`, pauseOf({ to: 5 })],
	])('An unofficial message is refused: %s', (problem, values) => {
		const one = [expect.stringContaining(problem)];
		expect(problemsOf(sendText, text(values))).toEqual(one);
		expect(problemsOf(sendMedia, media(values))).toEqual(one);
	});

	it.each<[string, Values, Values, object]>([
		['in a range', { from: 1.5, to: '4' }, {}, { sender: 'auto', fromMs: 1500, toMs: 4000 }],
		['of one length if To is 0', { from: 2, to: 0 }, {}, { fromMs: 2000, toMs: 2000 }],
		['for a queue', { from: 1 }, { sendFrom: 'queue', queue: 'a' }, { sender: 'queue a' }],
	])('Unofficial messages are sent with pauses %s', (_, values, from, pause) => {
		const given = { ...from, pauseBetween: { values } };
		expect(planOf(sendText, text(given)).pause).toMatchObject(pause);
		expect(planOf(sendMedia, media(given)).pause).toMatchObject(pause);
		expect(requestOf(sendText, text(given))).toEqual(requestOf(sendText, text(from)));
	});
});

describe('WhatsApp Unofficial: Send Text', () => {
	it.each<[string, Values, string]>([
		['lines and other scripts', { message: '"A",\n\t5 \\ مرحبا 😀' }, '"A",\n\t5 \\ مرحبا 😀'],
		['escaped emoji', { message: 'Hi 😀', escapeEmoji: true }, 'Hi \\U0001F600'],
	])('Send Text sends %s', (_, values, message) => {
		const json = { destination: TO, message };
		const request = { method: 'POST', path: '/whatsapp/message', json };
		expect(requestOf(sendText, text(values))).toEqual(request);
	});

	it.each([
		[2000, false, 1],
		[2001, false, 2],
		// An escape sequence has ten characters.
		[200, true, 1],
	])(
		'A text of %i emoji with Send Emoji as Codes %j costs %i credits',
		(length, escapeEmoji, credits) => {
			const message = '😀'.repeat(length);
			expect(planOf(sendText, text({ message, escapeEmoji })).credits).toBe(credits);
		},
	);
});

const PNG_START = Buffer.from('89504e470d0a1a0a', 'hex');
const png = (bytes: number) =>
	Buffer.concat([PNG_START, Buffer.alloc(bytes - PNG_START.length)]).toString('base64');
const PNG = png(32);
const base64 = (values: Values = {}): Values => ({
	destination: TO,
	mediaSource: 'base64',
	mediaBase64: PNG,
	...values,
});

describe('WhatsApp Unofficial: Send Media', () => {
	const CALLED = { caption: 5, fileName: 'a.png' };
	const CALLED_ON_WIRE = { caption: '5', file_name: 'a.png' };

	it.each<[string, Values, object]>([
		['a URL with a caption', media(CALLED), { media_url: URL, ...CALLED_ON_WIRE }],
		['base64 with a caption', base64(CALLED), { media_base64: PNG, ...CALLED_ON_WIRE }],
		['the URL alone', media({ mediaBase64: PNG }), { media_url: URL }],
		['base64 alone', base64({ mediaUrl: URL }), { media_base64: PNG }],
	])('Send Media sends %s', (_, values, sent) => {
		expect(requestOf(sendMedia, values)).toEqual({
			method: 'POST',
			path: '/whatsapp/media',
			json: { destination: TO, ...sent },
		});
	});

	const linked = (end: string) =>
		problemsOf(sendMedia, media({ mediaUrl: `https://files.example.com/${end}` }));

	it('Send Media takes the URLs of documented file types, and those that show no type', () => {
		const ends = listed(`
			a.docx | a.jpg | a.jpeg | a.pdf | a.webm | a.mp4 | a.PNG?b=a.exe#top | b/17
			a.html?id=1 | a.cfm?f=a.png | report.v2 | d/1XyZ/view
		`);
		for (const end of ends) expect([end, linked(end)]).toEqual([end, []]);
	});

	it('Base64 may have 1,048,576 characters and not four more', () => {
		const [most, over] = [png(786_432), png(786_433)];
		expect([most.length, over.length]).toEqual([1_048_576, 1_048_580]);
		expect(problemsOf(sendMedia, base64({ mediaBase64: most }))).toEqual([]);
		expect(problemsOf(sendMedia, base64({ mediaBase64: over }))).toEqual([
			'Media Base64 may have at most 1048576 characters and has 1048580: send a smaller file, or send it by URL',
		]);
	});

	it.each<[string, Values]>([
		...listed('exe | gif | doc | svg | 3gp | mp3 | zip').map((end): [string, Values] => [
			`Media URL leads to a file that ends in “${end}”, and only jpg, jpeg, png, pdf, docx, mp4, webm are`,
			media({ mediaUrl: `https://files.example.com/a.${end}` }),
		]),
		...listed(
			'a.example/b.png | ftp://a.example/b.png | javascript:alert(1)//a.png | https://',
		).map((mediaUrl): [string, Values] => [`Media URL ${SAYS.notAddress}`, media({ mediaUrl })]),
		['Media Base64 contains “a.gif” of type “unknown”, and only', base64({ fileName: 'a.gif' })],
		['Media Source must be one of url, base64, binary', media({ mediaSource: 'disk' })],
	])('Send Media is refused: %s', (problem, values) => {
		expect(problemsOf(sendMedia, values)).toEqual([expect.stringContaining(problem)]);
	});
});

describe('WhatsApp Unofficial: Get Status', () => {
	it.each([
		['  r-1 ', 'r-1'],
		[20_261_102, '20261102'],
		['../a b?d#é%', '..%2Fa%20b%3Fd%23%C3%A9%25'],
	])('The path of Get Status has the reference number %j as %s', (refNo, sent) => {
		const path = `/whatsapp/status/${sent}`;
		expect(requestOf(getStatus, { refNo })).toEqual({ method: 'GET', path });
	});

	it.each<[string, Values]>([
		['Reference Number must be a reference number', { refNo: '.' }],
		['Reference Number must be a reference number', { refNo: '..' }],
		['Wait Until must be one of none, delivered, read, final', { refNo: 'r', waitFor: 'ever' }],
		['Max Wait (Seconds) must be at least 1', { refNo: 'r', maxWait: 0 }],
		['Max Wait (Seconds) must be at most 86400', { refNo: 'r', maxWait: 86_401 }],
	])('Get Status is refused: %s', (problem, values) => {
		expect(problemsOf(getStatus, values)).toEqual([problem]);
	});

	const shown = (data: object, values: Values = {}) =>
		outputOf(getStatus, { refNo: 'r-1', ...values }, enveloped(data));

	it('Get Status outputs no name and no meaning of a missing or undocumented status', () => {
		expect(shown({ ref_no: 'r-1', sender: null })).toEqual([{ ref_no: 'r-1', is_final: false }]);
		expect(shown({ ref_no: 7, status: 'X' })).toEqual([
			{ ref_no: '7', status: 'x', status_code: 'X', is_final: false },
		]);
	});

	it('Simplify leaves out the message and undocumented fields', () => {
		const dates = { sent_date: '2026-11-02 08:00:03', delivered_date: 'yesterday' };
		const sentAt = { sent_at: '2026-11-02T08:00:03+07:00' };
		const kept = { ref_no: 'r-1', status: 'D', destination: TO, sender: '628990001', ...dates };
		const whole = { ...kept, is_group: false, message: 'Your order left', added: 1 };
		const words = {
			status: 'delivered',
			status_code: 'D',
			status_name: 'delivered',
			is_final: false,
			delivered: true,
			status_meaning: 'It is on the recipient’s phone',
		};
		const data = { ...whole, read_date: null };
		expect(shown(data)).toEqual([{ ...kept, ...words, ...sentAt }]);
		expect(shown(data, { simplify: false })).toEqual([{ ...whole, ...words, ...sentAt }]);
		expect(shown(data, { timezone: 'Asia/Jayapura' })).toMatchObject([
			{ sent_date: '2026-11-02 08:00:03', sent_at: '2026-11-02T08:00:03+09:00' },
		]);
	});

	it.each([
		['delivered', 'S', undefined],
		['delivered', 'D', 'reached'],
		['read', 'D', undefined],
		['read', 'A', 'ended_otherwise'],
		['final', 'F', 'reached'],
	])('Wait Until %s has, at the status %s, the result %s', (waitFor, status, result) => {
		const { pollUntil: goal } = planOf(getStatus, { refNo: 'r-1', waitFor });
		const output = shown({ ref_no: 'r-1', status }, { waitFor });
		expect(goal?.isReached(output)).toBe(result !== undefined);
		expect(goal?.finished(output)[0]?.wait_result).toBe(result ?? 'timed_out');
	});

	it('Get Status waits five minutes by default, or for Max Wait', () => {
		const longest = (values: Values) =>
			planOf(getStatus, { refNo: 'r', ...values }).pollUntil?.longestMs;
		expect(longest({ waitFor: 'read' })).toBe(300_000);
		expect(longest({ waitFor: 'read', maxWait: 7 })).toBe(7000);
		expect(longest({})).toBeUndefined();
	});
});
