import { businessMessages } from '../../nodes/callbacks/kinds/businessMessages';

/** Shapes as gateways document them on public pages, with invented values. */

const AYU = '6280001112223';
const BUDI = '6280004445556';
const US = '6280009990001';
const SECONDS = 1_767_225_600;
const AT = '2026-01-01T00:00:00.000Z';

const read = (payload: object) =>
	businessMessages(payload).map((message) =>
		Object.fromEntries(Object.entries(message).filter(([, value]) => value !== undefined)),
	);

const ofCloud = { from: AYU, id: 'wamid.1', timestamp: String(SECONDS) };
const inKey = (message: object, key: object = {}) => ({
	event: 'messages.upsert',
	sender: `${US}@s.whatsapp.net`,
	data: {
		key: { remoteJid: `${AYU}@s.whatsapp.net`, fromMe: false, id: '3EB0', ...key },
		messageType: 'conversation',
		status: 'DELIVERY_ACK',
		message,
	},
});
const ofKey = { id: '3EB0', from: AYU, text: 'Hi' };

const notified = (message: object, more = {}) => ({
	type: 'whatsapp',
	notifications: [
		{ from: AYU, to: 'shopbot', message_id: '01DP', message, timestamp: AT, ...more },
	],
});
const ofNotified = { id: '01DP', from: AYU, date: AT };

const MESSAGES: [what: string, payload: object, expected: object[]][] = [
	[
		'a receiver with a number',
		{ id: 'x1', text: 'Hi', to: { phone: US } },
		[{ id: 'x1', text: 'Hi', to: US }],
	],
	[
		'a quote of a message from here, and no sender',
		{ id: 'x1', text: 'Hi', context: { message: { fromMe: true, text: 'Old', id: 'x0' } } },
		[{ id: 'x1', text: 'Hi' }],
	],
	[
		'notifications',
		notified(
			{ type: 'text', body: 'Hi' },
			{ replying_to: { from: 'shopbot', message_id: '01DO', body: 'Old' } },
		),
		[{ ...ofNotified, text: 'Hi' }],
	],
	[
		'flat fields of a form',
		{
			MessageSid: 'SM',
			From: `whatsapp:+${AYU}`,
			To: `whatsapp:+${US}`,
			WaId: AYU,
			Body: 'Yes',
			ButtonText: 'Yes',
			ButtonPayload: 'b-1',
			SmsStatus: 'received',
		},
		[{ id: 'SM', from: AYU, to: US, text: 'Yes', buttonId: 'b-1' }],
	],
	[
		'two senders',
		{ message_id: 'm', from: AYU, author: BUDI, text: 'Hi' },
		[{ id: 'm', text: 'Hi' }],
	],
	[
		'two texts',
		{ message_id: 'm', from: AYU, text: 'a', body: 'b' },
		[{ id: 'm', from: AYU, text: 'a' }],
	],
	[
		'JSON in a text',
		{ from: AYU, text: '{"from":"1234567","text":"x"}' },
		[{ from: AYU, text: '{"from":"1234567","text":"x"}' }],
	],
	[
		'a hidden number',
		{ id: 'm', from: '123456789012345@lid', text: 'Hi' },
		[{ id: 'm', text: 'Hi' }],
	],
	['a chat in a key, next to the number of the gateway', inKey({ conversation: 'Hi' }), [ofKey]],
	[
		'a group in a key',
		inKey({ conversation: 'Hi' }, { remoteJid: '12036-3@g.us' }),
		[{ id: '3EB0', text: 'Hi' }],
	],
	[
		'a chat that is called a conversation',
		{
			message: { id: 'm', type: 'media', caption: 'Look' },
			conversation: `${AYU}@c.us`,
			user: { id: `${AYU}@c.us`, phone: AYU },
			receiver: US,
		},
		[{ id: 'm', from: AYU, to: US, text: 'Look' }],
	],
	[
		'a file whose address is called its text',
		{
			messages: [{ id: 'm', author: AYU, body: 'https://x/a.jpg', caption: 'Look' }],
		},
		[{ id: 'm', from: AYU, text: 'Look' }],
	],
	[
		'a customer’s number on a channel',
		{
			type: 'message_received',
			data: {
				customer: { id: 'c', channel_phone_number: AYU },
				message: { id: 'm', message: 'Hi', message_status: 'Sent' },
			},
		},
		[{ id: 'm', from: AYU, text: 'Hi' }],
	],
	[
		'a tap with an ID of its message',
		{
			id: 'm',
			type: 'buttonReply',
			text: 'Yes',
			payload: 'b-1',
			platformSenderId: `+${AYU}`,
		},
		[{ id: 'm', from: AYU, text: 'Yes' }],
	],
	[
		'a choice that names its question',
		{
			message: { id: 'm', from: AYU, choice_response_message: { message_id: 'question' } },
		},
		[{ id: 'm', from: AYU }],
	],
	[
		'a customer who opts out',
		{ event: 'message.opt-out', id: 'm', from: AYU, text: 'STOP' },
		[{ id: 'm', from: AYU, text: 'STOP' }],
	],
	[
		'a list of which one has no words, no ID and no time',
		{ id: 'all', messages: [{ id: 'm', text: 'Hi', time: AT }, { image: { link: 'https://x' } }] },
		[{ id: 'm', text: 'Hi', date: AT }, {}],
	],
	[
		'a list of which one is ours',
		{
			messages: [
				{ from: US, text: 'Hello', from_me: true },
				{ from: AYU, text: 'Hi' },
			],
		},
		[{ from: AYU, text: 'Hi' }],
	],
	[
		'a message without words by someone who shows no number',
		{ messages: [{ id: 'm', time: AT, reaction: { emoji: '👍' } }] },
		[{ id: 'm', date: AT }],
	],
	['nothing that is known', { hello: 'world' }, [{}]],
];

const COPY = { id: 'c', text: 'Answer', timestamp: SECONDS };

const REPORTS: [what: string, payload: object][] = [
	['an answer in the chat of a person', { ...COPY, chatId: `${AYU}@c.us`, author: US }],
	['an answer from the device', { ...COPY, device: US, from: US, to: AYU }],
	['an answer to the contact', { ...COPY, from: US, to: AYU, contact: { phone: AYU } }],
	['an answer by a business', { message: { ...COPY, author: { type: 'business' } }, phone: AYU }],
	['an answer with a flag in a name', { data: { ...COPY, keyRemoteJid: AYU, keyFromMe: true } }],
	['an echo', { message_echoes: [{ from: US, to: AYU, id: 'm', text: { body: 'Hi' } }] }],
	['an outgoing message', { id: 'm', from: US, text: 'Hi', direction: 'outbound' }],
	['an event', { event: 'message.delivered', message_id: 'm', from: US }],
	['a copy with a flag in a key', inKey({ conversation: 'Hi' }, { fromMe: true })],
	['a copy that went out', { direction: 'OUT', id: 'm', from: US, text: 'Hi' }],
	...['submitted', 'queued', 'rejected', 'undeliverable'].map((status): [string, object] => [
		`the status ${status}`,
		{ message_id: 'm', from: US, to: AYU, status },
	]),
	['a time of reading', { results: [{ messageId: 'm', from: US, to: AYU, seenAt: AT }] }],
	['a time of delivery', { results: [{ messageId: 'm', to: AYU, doneAt: AT, status: { id: 5 } }] }],
];

describe('businessMessages', () => {
	it.each(MESSAGES)('The messages are read from %s', (_, payload, expected) => {
		expect(read(payload)).toEqual(expected);
		// Gateways put the same into objects and lists of their own.
		expect(read({ webhook: { data: [{ payload }] } })).toEqual(expected);
	});

	it.each(REPORTS)('There is no message in %s', (_, payload) => {
		expect(read(payload)).toEqual([]);
		expect(read([payload])).toEqual([]);
	});

	it.each(['__proto__[polluted]', 'message[__proto__][polluted]'])(
		'A form with the path %s changes no other object',
		(path) => {
			read({ [path]: '1', text: 'Hi' });
			expect({}).not.toHaveProperty('polluted');
		},
	);

	it('More than 100 messages are one item', () => {
		expect(read({ messages: Array(100).fill(ofCloud) })).toHaveLength(100);
		expect(read({ messages: Array(101).fill(ofCloud) })).toEqual([{}]);
	});
});
describe('Messages that only look like a report or a copy', () => {
	const event = 'message.received';
	const message = { from: AYU, to: US, text: 'Hi' };

	it.each<[string, object]>([
		[
			'the name of a file',
			{
				event,
				data: {
					from: AYU,
					to: US,
					type: 'document',
					document: { title: 'delivery_note.pdf', url: 'https://example.com/y.pdf' },
				},
			},
		],
		['a type of what it holds', { direction: 'in', ...message, order_type: 'delivery' }],
		['a type deeper inside', { event, data: { ...message, metadata: { order_type: 'delivery' } } }],
		['a topic that a person chose', { event, ...message, topic: 'Delivery' }],
		['a flag and a type', { fromMe: false, ...message, order_type: 'delivery' }],
		[
			'an admin of a group',
			{
				event,
				data: {
					text: 'Hi',
					chatId: '120363000000000000@g.us',
					participant: { phone: AYU, role: 'admin' },
				},
			},
		],
		['the number of an owner', { event, ...message, conversation: { id: 9, owner: 1 } }],
	])('A message with %s is read', (_, payload) => {
		expect(read(payload)).toHaveLength(1);
	});

	it.each(['True', 'TRUE', 'yes', 'Y', '1'])('A copy with from_me=%s is no message', (fromMe) => {
		expect(read({ from: US, to: AYU, text: 'Thanks', from_me: fromMe })).toEqual([]);
	});
});
