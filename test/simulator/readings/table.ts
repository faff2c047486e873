import type { Reply } from '../http/answers';
import type { Template } from '../service/templates';
import {
	body,
	data,
	entries,
	fault,
	html,
	instead,
	isFields,
	omit,
	message,
	meta,
	onFailure,
	onSuccess,
	plain,
	refuse,
	tap,
	xml,
	type Fields,
	type Incoming,
	type Place,
	type Value,
} from './changes';

/**
 * What the documentation does not show, each with values that a real service may have. A seed chooses a value for each.
 */

/** Secrets that a service may keep in the settings of a channel. No output may hold them. */
export const SETTINGS_SECRETS = ['EAAGm0PX4ZCpsBAKqZByT5dQ', 'pin-73619450'];

const TEMPLATES = 'official.getTemplates';
const CHANNELS = 'official.getChannels';

const shape = (name: Template['shape']): Value => ({
	setup: ({ state }) => {
		for (const template of state.templates.values()) template.shape = name;
	},
});

const PARTS = ['header', 'body', 'footer'];

const part = (change: (value: unknown) => unknown): Value =>
	entries(TEMPLATES, (template) =>
		Object.fromEntries(
			Object.entries(template).map(([name, value]) => [
				name,
				PARTS.includes(name) ? change(value) : value,
			]),
		),
	);

const states = (words: Record<string, string>, category?: string): Value =>
	entries(TEMPLATES, (template) => ({
		...template,
		status: words[String(template.status)] ?? template.status,
		...(category !== undefined && { category }),
	}));

/** The template winter_sale has left the documented states. It cannot be sent. */
const leftTo = (status: string): Value =>
	entries(TEMPLATES, (template) =>
		template.name === 'winter_sale' ? { ...template, status } : template,
	);

const settings = (value: unknown): Value =>
	entries(CHANNELS, (channel) => ({ ...channel, settings: value }));

const idOf = ({ body: whole }: Reply): string =>
	isFields(whole) && isFields(whole.data) ? String(whole.data.message_id) : '';

const replyBody = (names: string, write: (id: string) => unknown): Value =>
	onSuccess(names, (reply) => ({ body: write(idOf(reply)) }));

const key = (apiKey: string): Value => ({
	setup: ({ state }) => {
		const account = state.accounts.get('main');
		if (account !== undefined) account.apiKey = apiKey;
	},
});

const otpWords = (...words: string[]): Value => ({
	setup: (service) => {
		service.change({ otpWords: words });
	},
});

const smsReply = (status: string): Reply => ({
	status: 200,
	format: 'json',
	body: { results: [{ status, messageid: '', destination: '' }] },
});

/** The SMS to one number that comes after so many others is refused. */
const smsLimit = (most: number, status: string): Value => ({
	refuse: ({ endpoint, body: sent, service }) => {
		if (endpoint !== 'sms.send') return undefined;
		const number = new URLSearchParams(sent).get('GSM') ?? '';
		const before = service.state.messages.onPhone(number).filter(({ route }) => route === 'sms');
		return before.length >= most ? smsReply(status) : undefined;
	},
});

const longerThan = (most: number) => (sent: string) => sent.length > most;

const whatsapp = ({ id, from, text, at }: Incoming): Fields => ({
	from,
	id,
	timestamp: String(at),
	type: 'text',
	text: { body: text },
});

const tapped = ({ id, from, at, quoted }: Incoming, more: Fields): Fields => ({
	from,
	id,
	timestamp: String(at),
	context: { id: quoted },
	...more,
});

/** The 22 places, in the documentation's order. A line is a value, so prettier leaves the table alone. */
// prettier-ignore
export const PLACES: readonly Place[] = [
	{
		about: 'Inner structure of header, body and footer',
		values: {
			texts: shape('text'),
			objects: shape('object'),
			components: shape('components'),
			'typed parts': shape('typed'),
			'JSON in a text': part((value) => (isFields(value) ? JSON.stringify(value) : value)),
			'lists of texts': part((value) => (typeof value === 'string' ? [value] : value)),
		},
	},
	{
		about: 'Allowed values of category, and spelling of a template’s status',
		values: {
			'upper case': states({ Approved: 'APPROVED', Pending: 'PENDING', Rejected: 'REJECTED' }),
			'lower case': states({ Approved: 'approved', Pending: 'pending', Rejected: 'rejected' }, ''),
			'first letters': states({ Approved: 'A', Pending: 'P', Rejected: 'R' }, 'U'),
			Indonesian: states({ Approved: 'Disetujui', Pending: 'Menunggu', Rejected: 'Ditolak' }),
			'in a sentence': states({ Approved: 'Template approved', Pending: 'In review (pending)' }),
		},
	},
	{
		about: 'Structure of settings',
		values: {
			null: settings(null),
			'a text': settings('{"name":"Customer care"}'),
			'a list': settings([{ key: 'name', value: 'Customer care' }]),
			'with secrets': settings({ authorization: `Bearer ${SETTINGS_SECRETS[0] ?? ''}`, waba: { pin: SETTINGS_SECRETS[1], name: 'Customer care' } }),
			absent: entries(CHANNELS, (channel) => omit(channel, 'settings')),
		},
	},
	{
		about: 'Transitions of a template',
		values: {
			paused: leftTo('PAUSED'),
			disabled: leftTo('Disabled'),
			'in appeal': leftTo('IN_APPEAL'),
			'pending deletion': leftTo('PENDING_DELETION'),
			deleted: leftTo('Deleted'),
			'paused after it was listed': refuse('official.broadcast', fault('the template is paused', 'template_id')),
		},
	},
	{
		about: 'Other transitions between message statuses',
		values: {
			'delivered is left out': { moves: ['S', 'R'] },
			'read comes before delivered': { moves: ['S', 'R', 'D'] },
			'failed after sent': { moves: ['S', 'F'] },
			'delivered after failed': { moves: ['S', 'F', 'D'] },
			'sent twice': { moves: ['S', 'S', 'D'] },
		},
	},
	{
		about: 'Body of a Business reply’s success',
		values: {
			'Meta’s': replyBody('business.reply', (id) => ({
				messaging_product: 'whatsapp', contacts: [{ input: '6281', wa_id: '6281' }],
				messages: [{ id, message_status: 'accepted' }],
			})),
			'only words': replyBody('business.reply', () => ({ error: false, error_code: 0, message: 'Success' })),
			null: replyBody('business.reply', () => ({ error: false, message: null, data: null })),
			'a text': replyBody('business.reply', (id) => ({ error: false, data: id })),
			'a list': replyBody('business.reply', (id) => ({ error: false, data: [{ id, status: 'queued' }] })),
			nothing: onSuccess('business.reply', () => plain('')),
		},
	},
	{
		about: 'Which further top-level fields a Business reply needs',
		values: {
			'a context': refuse('business.reply', fault('field required', 'message_id_context'), (sent) => !sent.includes('message_id_context')),
			'a channel': refuse('business.reply', fault('field required', 'channel')),
			'a category': refuse('business.', fault('none is not an allowed value', 'category')),
		},
	},
	{
		about: 'Body of a button reply’s success',
		values: {
			'a status': replyBody('business.send', (id) => ({ status: true, message: 'Message sent', id })),
			'a code': replyBody('business.send', (id) => ({ code: 200, results: { message_id: id } })),
			'a state': replyBody('business.send', (id) => ({ data: { id, status: 'Q', error: null } })),
			XML: onSuccess('business.send', (reply) => xml(`<response><error>false</error><data><id>${idOf(reply)}</id></data></response>`)),
			OK: onSuccess('business.send', () => plain('OK')),
		},
	},
	{
		about: 'File upload through a file part',
		values: {
			refused: refuse('official.reply', fault('field required', 'file_url'), (sent) => sent.includes('"file":')),
			'another type wanted': refuse('official.reply', { status: 415, body: { detail: 'Unsupported Media Type' } }, (sent) => sent.includes('"file":')),
			'too large': refuse('official.reply', { status: 413, body: '', ...html('413 Request Entity Too Large') }, (sent) => sent.includes('"file":')),
			'told again': entries('official.reply', (sent) => ({ ...sent, file: { url: 'https://files.example/1.png', size: 70 } })),
		},
	},
	{
		about: 'Pagination and filtering of templates',
		values: {
			'a page': data(TEMPLATES, (items) => ({ items, total: 8, page: 1, size: 50 })),
			'members next to data': body(TEMPLATES, (whole) => ({ ...whole, meta: { next: null, total: 8 } })),
			'a short page': data(TEMPLATES, (items) => (Array.isArray(items) ? items.slice(0, 2) : items)),
			none: data(TEMPLATES, () => []),
			null: data(TEMPLATES, () => null),
		},
	},
	{
		about: 'Which of media_url and media_base64 must be present',
		values: {
			media_url: refuse('unofficial.sendMedia', fault('field required', 'media_url'), (sent) => !sent.includes('media_url')),
			media_base64: refuse('unofficial.sendMedia', fault('field required', 'media_base64'), (sent) => !sent.includes('media_base64')),
			both: refuse('unofficial.sendMedia', fault('media_url and media_base64 are required', '__root__')),
		},
	},
	{
		about: 'The OTP word list',
		values: {
			'Indonesian words': otpWords('kode verifikasi', 'otp', 'pin', 'akun', 'username', 'password', 'token'),
			'ordinary words': otpWords('kode', 'code', 'login', 'order'),
			none: otpWords(),
			'a number of four digits': {
				refuse: ({ endpoint, body: sent }) => (endpoint === 'sms.send' && /SMSText=[^&]*\d{4}/.test(sent) && !sent.includes('otp=Y') ? smsReply('-10') : undefined),
			},
		},
	},
	{
		about: 'Response to an address that is not whitelisted',
		values: {
			'401': instead(403, '', () => ({ status: 401, body: { detail: 'IP not allowed' } })),
			'a page': instead(403, '', () => html('403 Forbidden')),
			nothing: instead(403, '', () => plain('')),
			'200 with an error': instead(403, '', () => ({ status: 200, body: { error: true, message: 'IP is not whitelisted', data: null } })),
			XML: instead(403, '', () => xml('<error><code>403</code><reason>IP blocked</reason></error>')),
			'a redirect': instead(403, '', () => ({ status: 302, body: '', headers: { location: '/login' } })),
		},
	},
	{
		about: 'Lifetime, rotation and format of a key',
		values: {
			'a UUID': key('0b9e7c52-6a1d-4f38-9c07-5de2b841f6a3'),
			hexadecimal: key('9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822c'),
			base64: key('q3Zx+8/LmN0pR5tYwK2vBc7dFgHjUiOa4sE6=='),
			'a JWT': key('eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI1MDEifQ.dBjftJeZ4CVPmB92K27uhbUJU1p1rKwW'),
			'with signs': key('Kq7/vT2+sW9"xZ4mB8&nC1e5R6<yU3iO0p'),
		},
	},
	{
		about: 'Payload of the Business webhook',
		values: {
			'Meta’s': message((one) => meta(one.from, one.to, whatsapp(one))),
			'Meta’s without the envelope': message((one) => ({ contacts: [{ wa_id: one.from }], messages: [whatsapp(one)] })),
			notifications: message(({ id, from, to, text, at }) => ({ notifications: [{ from, to, message_id: id, timestamp: at, message: { type: 'text', text } }] })),
			'an app': message(({ id, from, text, at }) => ({
				app: 'Shop',
				timestamp: at * 1000,
				type: 'message',
				payload: { id, source: from, type: 'text', payload: { text }, sender: { phone: from, name: 'Ayu' } },
			})),
			typeWebhook: message(({ id, from, text, at }) => ({
				typeWebhook: 'incomingMessageReceived',
				idMessage: id,
				timestamp: at,
				senderData: { sender: `${from}@c.us` },
				messageData: { typeMessage: 'textMessage', textMessageData: { textMessage: text } },
			})),
			flat: message(({ id, from, to, text, at }) => ({
				event: 'message',
				message_id: id,
				sender: `+${from}`,
				gateway: to,
				body: text,
				date: new Date(at * 1000).toISOString(),
			})),
		},
	},
	{
		about: 'Event of a tapped reply button',
		values: {
			'Meta’s': tap((one) =>
				meta(one.from, one.to, tapped(one, { type: 'interactive', interactive: { type: 'button_reply', button_reply: { id: one.button, title: one.text } } })),
			),
			'a template’s button': tap((one) => ({ messages: [tapped(one, { type: 'button', button: { payload: one.button, text: one.text } })] })),
			flat: tap(({ id, from, text, button }) => ({ message_id: id, from, type: 'button', title: text, payload: button })),
			'a postback': tap(({ id, from, button, text, at }) => ({ sender: { id: from }, timestamp: at, postback: { mid: id, payload: button, title: text } })),
			'JSON in a text': tap((one) => ({ event: 'inbox', payload: JSON.stringify(tapped(one, { button_id: one.button, text: one.text })) })),
			'only its title': tap((one) => ({ message_id: one.id, from: one.from, text: one.text })),
		},
	},
	{
		about: 'Signing, authentication and retry of callbacks',
		values: {
			signed: { push: (push) => ({ ...push, headers: { 'x-signature': 'sha256=7f83b1657ff1fc53b92dc18148a1d65d' } }) },
			'a login': { push: (push) => ({ ...push, headers: { authorization: 'Basic c2VydmljZTpjYWxsYmFjaw==' } }) },
			twice: { push: (push) => [push, push] },
			'three times': { push: (push) => [push, push, push] },
			'no content type': { push: (push) => (push.contentType === 'application/json' ? { method: 'POST', body: push.body ?? '' } : push) },
			'a charset': { push: (push) => (push.contentType === undefined ? push : { ...push, contentType: `${push.contentType}; charset=UTF-8` }) },
		},
	},
	{
		about: 'Body of failures other than 422',
		values: {
			'a description': onFailure((words) => ({ body: { error: true, error_code: 17, message: null, description: words } })),
			'a detail': onFailure((words) => ({ body: { detail: words } })),
			nested: onFailure((words) => ({ body: { error: { code: 'E17', type: 'refused', message: words }, trace_id: '9f1c' } })),
			'a list': onFailure((words) => ({ body: { success: false, errors: [{ code: 17, title: words }] } })),
			XML: onFailure((words) => xml(`<response><error>true</error><message>${words}</message></response>`)),
			'a page': onFailure(() => html('Error')),
			nothing: onFailure(() => plain('')),
			'the key': onFailure((words, secret) => ({ body: { error: true, message: `${words} (key ${secret})`, request: { headers: { APIKey: secret } } } })),
			'a text': onFailure((words) => plain(words)),
			'only codes': onFailure(() => ({ body: { code: 17, ok: false } })),
		},
	},
	{
		about: 'Error cases of the Business endpoints',
		values: {
			'400': instead(422, 'business', () => ({ status: 400, body: { error: true, error_code: 131047, message: null, description: 'Re-engagement message' } })),
			'200 with an error': instead(422, 'business', () => ({ status: 200, body: { error: true, message: 'No conversation', data: null } })),
			'200 with a status': instead(422, 'business', () => ({ status: 200, body: { status: 'failed', reason: 'no open conversation' } })),
			'404': instead(422, 'business', () => ({ status: 404, body: { detail: 'Room not found' } })),
		},
	},
	{
		about: 'Maximum text of a Business reply',
		values: {
			'1024': refuse('business.reply', fault('ensure this value has at most 1024 characters', 'payloads', 'body'), longerThan(1100)),
			'400': refuse('business.reply', { status: 400, body: { error: true, message: 'Text is too long' } }, longerThan(400)),
			'413': refuse('business.reply', { status: 413, body: '', ...html('413 Payload Too Large') }, longerThan(1100)),
		},
	},
	{
		about: 'Messages to a number in 24 hours behind -77 and -78',
		values: { 'one, -77': smsLimit(1, '-77'), 'one, -78': smsLimit(1, '-78'), 'none, -88': smsLimit(0, '-88') },
	},
	{
		about: 'Deprecation policy and version negotiation',
		values: {
			announced: onSuccess('', () => ({ headers: { deprecation: 'true', sunset: 'Sat, 01 Jan 2028 00:00:00 GMT', warning: '299 - "old"' } })),
			'a member': body('', (whole) => ({ ...whole, deprecated: true, version: '1.0' })),
			gone: refuse(CHANNELS, { status: 410, body: { message: 'Use /2.0' } }),
			moved: refuse('account.getBalance', { status: 308, body: '', headers: { location: '/svc_api/2.0/balance' } }),
			'an upgrade': refuse('account.getIdentity', { status: 426, body: '', ...html('426 Upgrade Required') }),
		},
	},
];
