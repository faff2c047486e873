import { businessMessages } from '../../nodes/callbacks/kinds/businessMessages';

/** What no callback of docs/service/business-callbacks.md has. messageShapes.test.ts reads all of that page. */

const AYU = '6280001112223';
const BUDI = '6280004445556';
const US = '6280009990001';
const SECONDS = 1_767_225_600;
const AT = '2026-01-01T00:00:00.000Z';

const read = (payload: object) =>
	businessMessages(payload).map((message) =>
		Object.fromEntries(Object.entries(message).filter(([, value]) => value !== undefined)),
	);

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
		'two senders',
		{ message_id: 'm', from: AYU, author: BUDI, text: 'Hi' },
		[{ id: 'm', text: 'Hi' }],
	],
	[
		'a sender and the ID of another one',
		{ from: AYU, senderId: US, text: 'Hi', id: 'm' },
		[{ id: 'm', text: 'Hi' }],
	],
	[
		'JSON in a text',
		{ from: AYU, text: '{"from":"1234567","text":"x"}' },
		[{ from: AYU, text: '{"from":"1234567","text":"x"}' }],
	],
	[
		'a group in a key',
		{ data: { key: { remoteJid: '12036-3@g.us', id: '3EB0' }, message: { conversation: 'Hi' } } },
		[{ id: '3EB0', text: 'Hi' }],
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
	[
		"an answer in the chat of a person, with our number as the sender's ID",
		{ ...COPY, chatId: `${AYU}@c.us`, senderId: US },
	],
	['an echo', { message_echoes: [{ from: US, to: AYU, id: 'm', text: { body: 'Hi' } }] }],
	['an answer from the device', { ...COPY, device: US, from: US, to: AYU }],
	['an answer to the contact', { ...COPY, from: US, to: AYU, contact: { phone: AYU } }],
	...['True', 'TRUE', 'yes', 'Y', '1'].map((from_me): [string, object] => [
		`a copy with from_me=${from_me}`,
		{ from: US, to: AYU, text: 'Thanks', from_me },
	]),
];

describe('businessMessages', () => {
	it.each(MESSAGES)('The messages are read from %s', (_, payload, expected) => {
		expect(read(payload)).toEqual(expected);
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
		const one = { id: 'm', from: AYU, text: 'Hi' };
		expect(read({ messages: Array(100).fill(one) })).toHaveLength(100);
		expect(read({ messages: Array(101).fill(one) })).toEqual([{}]);
	});
});

describe('Messages that only look like a report or a copy', () => {
	const event = 'message.received';
	const message = { from: AYU, to: US, text: 'Hi' };
	const document = { title: 'delivery_note.pdf', url: 'https://example.com/y.pdf' };
	const participant = { phone: AYU, role: 'admin' };
	const chatId = '120363000000000000@g.us';

	it.each<[string, object]>([
		['the name of a file', { event, data: { from: AYU, to: US, type: 'document', document } }],
		['a type of what it holds', { direction: 'in', ...message, order_type: 'delivery' }],
		['a topic that a person chose', { event, ...message, topic: 'Delivery' }],
		['an admin of a group', { event, data: { text: 'Hi', chatId, participant } }],
		['the number of an owner', { event, ...message, conversation: { id: 9, owner: 1 } }],
	])('A message with %s is read', (_, payload) => {
		expect(read(payload)).toHaveLength(1);
	});
});
