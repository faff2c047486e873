import { createHmac } from 'node:crypto';

import { idOfAnswer, idsIn, linkOfAnswer, type AnswerId } from '../../nodes/answerButton';
import { tapsIn } from '../../nodes/callbacks/tapsIn';

const AYU = '628123456789';
const BUDI = '628123456700';

const SIGNATURE = '0f'.repeat(32);
const NODE = '8b9fd985-4de0-452e-8207-ee91fe9c7478';

const linkOf = (approved: boolean, nonce = 'abcdefghijklmnop', execution = '12') =>
	`http://127.0.0.1:5678/webhook-waiting/${execution}/${NODE}?approved=${String(approved)}&nonce=${nonce}&signature=${SIGNATURE}`;

const LINK = linkOf(true);
const YES = idOfAnswer(LINK);
const NO = idOfAnswer(linkOf(false));
const OTHER = idOfAnswer(linkOf(true, 'ponmlkjihgfedcba', '13'));
const FORGED = YES.replace(SIGNATURE, 'e1'.repeat(32));
const PATH = LINK.slice(LINK.indexOf('12/'));

const withPath = (path: string) => idOfAnswer(`http://localhost/${path}`);

describe('idOfAnswer and idsIn', () => {
	it('The ID of a button holds the signed part of the link, in at most 256 characters', () => {
		expect(YES.length).toBeLessThanOrEqual(256);
		expect(idsIn(YES)).toEqual([
			{
				...{ path: PATH, execution: '12', node: NODE, approved: 'true' },
				...{ nonce: 'abcdefghijklmnop', isAlone: true },
			},
		]);
	});

	it.each([
		['a text', 'hello'],
		['an address', LINK],
		['an ID with a longer signature', `${YES}A`],
		['a typed text without a nonce and a signature', 'answer:5/x?approved=true&y'],
		['a way out of the folder', withPath(PATH.replace('12/', '../rest/'))],
		['an execution that is no number', withPath(PATH.replace('12/', 'NaN/'))],
		['an execution no database holds', withPath(PATH.replace('12/', '99999999999/'))],
		['a node ID with a dot first', withPath(PATH.replace(/\/[^?]+/, '/.x'))],
		['a node ID that is no text', YES.replace(NODE, '%FF')],
		['a second folder', withPath(PATH.replace('?', '/more?'))],
		['a verdict that is none', withPath(PATH.replace('=true', '=maybe'))],
		['a short signature', withPath(PATH.slice(0, -1))],
	])('A text is not the ID of a button if it is %s', (_, text) => {
		expect(idsIn(text)).toEqual([]);
	});
});

describe('linkOfAnswer', () => {
	/** n8n signs for the execution and the node of the context. */
	const trigger = {
		...{ additionalData: { base: 'http://n8n/webhook-waiting' }, node: { id: 'trigger' } },
		getSignedResumeUrl(this: Own, parameters: Record<string, string>) {
			const { additionalData, node } = this;
			const what = `${additionalData.base}/${String(additionalData.executionId)}/${node.id}?${new URLSearchParams(parameters).toString()}`;
			return `${what}&signature=${createHmac('sha256', 'key').update(what).digest('hex')}`;
		},
	};
	interface Own {
		additionalData: { base: string; executionId?: string };
		node: { id: string };
	}
	const own = {
		additionalData: { ...trigger.additionalData, executionId: '12' },
		node: { id: NODE },
	};
	const id = idOfAnswer(
		trigger.getSignedResumeUrl.call(own, { approved: 'true', nonce: 'abcdefghijklmnop' }),
	);
	const linkFor = (text: string, senders?: string[]) =>
		idsIn(text).map((one) => linkOfAnswer(trigger, one, senders));

	it('The link of an ID that n8n has signed holds the senders, signed as well', () => {
		expect(linkFor(id)).toEqual([expect.stringContaining(id.slice('answer:'.length))]);
		const parameters = { approved: 'true', nonce: 'abcdefghijklmnop', from: `${AYU},${BUDI}` };
		const link = trigger.getSignedResumeUrl.call(own, parameters);
		expect(linkFor(id, [AYU, BUDI])).toEqual([link]);
		expect(trigger.node.id).toBe('trigger');
	});

	it.each([
		['another answer', id.replace('true', 'false')],
		['another execution', id.replace(':12/', ':13/')],
		['another node', id.replace(NODE, NODE.replace('8', '9'))],
		['another question', id.replace('abcdefghijklmnop', 'ponmlkjihgfedcba')],
		['another signature', id.replace(/.$/, (last) => (last === '0' ? '1' : '0'))],
	])('An ID with %s has no link', (_, forged) => {
		expect(linkFor(forged)).toEqual([undefined]);
	});
});

/** Stands for n8n: it signs with one signature only. */
const link = ({ path }: AnswerId, senders: readonly string[] = []) =>
	path.endsWith(SIGNATURE) ? senders.join() : undefined;

const MESSAGE = {
	...{ from: AYU, context: { from: '628110000000', id: 'wamid.1' }, type: 'interactive' },
	interactive: { type: 'button_reply', button_reply: { id: YES, title: 'Yes' } },
};
const VALUE = {
	...{ metadata: { display_phone_number: '628110000000' }, contacts: [{ wa_id: AYU }] },
	messages: [MESSAGE],
};
const CLOUD = { object: 'whatsapp', entry: [{ changes: [{ field: 'messages', value: VALUE }] }] };

/** Payloads of a tap. The service documents none of their shapes. */
const TAPS: [what: string, payload: object, senders: string[]][] = [
	['the ID alone', { id: YES }, []],
	['spaces around the ID', { id: ` ${YES}\n` }, []],
	['deep inside', { a: [{ b: { c: [{ d: YES }] } }] }, []],
	['a list of messages in entries and changes', CLOUD, [AYU]],
	['a sender as a contact', { contacts: [{ wa_id: AYU }], messages: [{ payload: YES }] }, [AYU]],
	['a sender as a number', { from: Number(AYU), button: YES }, [AYU]],
	['a sender with signs', { sender_number: '+62 812-345-6789', button: YES }, [AYU]],
	['a sender in capitals', { FROM: AYU, BUTTON: { ID: YES } }, [AYU]],
	['a sender of a messaging library', { from: `${AYU}:12@s.whatsapp.net`, id: YES }, [AYU]],
	['a sender as an object', { sender: { name: 'Ayu', phone: AYU }, id: YES }, [AYU]],
	['a sender as a user of a server', { from: { user: AYU, server: 'c.us' }, id: YES }, [AYU]],
	['a sender by a name only', { from: 'Ayu', id: YES }, []],
	['a sender by an ID that is no number', { from: '123456789012@lid', id: YES }, []],
	['a stranger in to', { to: BUDI, id: YES }, []],
	['two senders around each other', { sender: BUDI, message: { from: AYU, id: YES } }, [BUDI, AYU]],
	['a sender who typed JSON', { from: BUDI, text: JSON.stringify({ from: AYU, id: YES }) }, [BUDI]],
	['a contact of another name', { author: BUDI, contacts: [{ wa_id: AYU }], id: YES }, [BUDI, AYU]],
	['a phone only', { phone: AYU, id: YES }, [AYU]],
	['a phone next to a sender', { phone: BUDI, from: AYU, id: YES }, [AYU]],
	['a quoted sender', { from: AYU, id: YES, quoted: { from: BUDI } }, [AYU]],
	['a forged ID too', { from: AYU, id: YES, text: FORGED }, [AYU]],
	['two senders who differ', { from: AYU, wa_id: BUDI, id: YES }, [AYU, BUDI]],
	['JSON in a text', { data: JSON.stringify({ from: AYU, reply: { id: YES } }) }, []],
	['JSON in JSON in a text', { data: JSON.stringify({ data: JSON.stringify({ id: YES }) }) }, []],
	['the ID twice', { text: YES, button: { payload: YES }, originator: AYU }, [AYU]],
	['an ID as the text of the message', { id: 'm1', originator: AYU, msg: YES }, [AYU]],
	['a token to reply with', { replyToken: { id: YES } }, []],
];

const SHOWN: [what: string, payload: object][] = [
	['both buttons', { id: YES, question: { buttons: [{ id: YES }, { id: NO }] } }],
	['both buttons as names of fields', { id: YES, titles: { [YES]: 'Yes', [NO]: 'No' } }],
	['both buttons, one in words', { id: YES, text: `Yes: ${YES} No: ${NO}` }],
	['both buttons, one in JSON in a text', { id: YES, raw: JSON.stringify({ buttons: [NO] }) }],
	['a forged ID', { id: FORGED }],
	['an ID in JSON that is too long', { a: JSON.stringify({ id: YES, b: 'b'.repeat(20_000) }) }],
	['an ID in JSON that is too deep', { a: `${'['.repeat(99)}"${YES}"${']'.repeat(99)}` }],
	['an ID in JSON of many values', { a: JSON.stringify([...Array(600).keys(), YES]) }],
	['a message that it replies to', { text: 'No', replying_to: { id: YES } }],
	['an ID in words', { caption: `See ${YES}` }],
	['an ID in an address', { text: `https://wa.me/?text=${encodeURIComponent(YES)}` }],
	['an ID as the name of a field', { [YES]: 'Yes' }],
	['a quoted message', { text: 'NO! Do not pay', quoted: { button: { id: YES } } }],
	['a quoted message in JSON in a text', { quotedMessage: JSON.stringify({ id: YES }) }],
	['a quoted message next to the tap', { id: YES, contextInfo: { quotedMessage: { id: YES } } }],
	['a context', { text: 'No', context: { id: YES } }],
	['what it is a reply to', { text: 'No', in_reply_to: { id: YES } }],
	['the message that it is a reply to', { text: 'No', reply_to_message: { markup: [YES] } }],
	['an echo', { message_echoes: [{ button: YES }] }],
	['a message that went out', { direction: 'outgoing', button: YES }],
	['a reaction', { reaction: { emoji: '👎', message: { id: YES } } }],
	['a status', { statuses: [{ status: 'read', button: YES }] }],
	['a forwarded message', { forwarded_message: { id: YES } }],
	['the original of an edited message', { originalMessage: { id: YES } }],
];

describe('tapsIn', () => {
	it.each(TAPS)('A payload is a tap on a button if it has %s', (_, payload, senders) => {
		const { taps, hasOthers } = tapsIn(payload, link);
		expect(taps).toMatchObject([{ link: senders.join() }]);
		expect(hasOthers).toBe(false);
	});

	it.each(SHOWN)('A payload that only shows the buttons is no tap: it has %s', (_, payload) => {
		expect(tapsIn(payload, link).taps).toEqual([]);
	});

	const FIRST = { from: AYU, id: YES };

	it.each([
		['another tap', { from: BUDI, id: OTHER }, [AYU, BUDI], false],
		['a message', { from: BUDI, text: 'Hello' }, [AYU], true],
		['a message with a forged ID', { from: BUDI, text: FORGED }, [AYU], true],
	])('A payload with a tap and %s has the senders and others of both', (...row) => {
		const [, second, senders, hasOthers] = row;
		const read = tapsIn({ messages: [FIRST, second], contacts: [{ wa_id: BUDI }] }, link);
		expect(read.taps.map((tap) => tap.link)).toEqual(senders);
		expect(read.taps[0]?.message).toBe(FIRST);
		expect(read.hasOthers).toBe(hasOthers);
	});

	it.each([
		['a message in another list', { inbox: [{ from: BUDI, text: 'Hello' }] }, true],
		['a report in another list', { statuses: [{ from: BUDI, status: 'read' }] }, false],
		['a quote in another list', { quoted: [{ from: BUDI, text: 'Old' }] }, false],
		['contacts', { contacts: [{ wa_id: AYU }] }, false],
	])('A payload with a tap and %s has others or not', (_, more, hasOthers) => {
		const payload = { message: FIRST, ...more };
		expect(tapsIn(payload, link)).toMatchObject({ taps: [{ link: AYU }], hasOthers });
	});

	it('A payload has three taps at most, and the rest are messages', () => {
		const messages = ['a', 'b', 'c', 'd'].map((letter) => ({
			id: idOfAnswer(linkOf(true, letter.repeat(16))),
		}));
		const { taps, hasOthers } = tapsIn({ messages }, link);
		expect([taps.length, hasOthers]).toEqual([3, true]);
	});

	it('Many IDs are not looked at, and each is checked once', () => {
		const checked = jest.fn(link);
		expect(tapsIn({ list: Array(200).fill(YES) }, checked).taps).toEqual([]);
		expect(checked).not.toHaveBeenCalled();
		tapsIn({ list: Array(100).fill(FORGED) }, checked);
		expect(checked).toHaveBeenCalledTimes(1);
	});
});
