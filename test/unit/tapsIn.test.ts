import { idOfAnswer, idsIn } from '../../nodes/answerButton';
import { tapsIn } from '../../nodes/callbacks/tapsIn';

const SECRET = 'the secret of this n8n';
const AYU = '628123456789';
const BUDI = '628123456700';

const linkOf = (approved: boolean, nonce = 'abcdefghijklmnop', execution = '12') =>
	`http://127.0.0.1:5678/webhook-waiting/${execution}/8b9fd985-4de0-452e-8207-ee91fe9c7478?approved=${String(approved)}&nonce=${nonce}&signature=${'0f'.repeat(32)}`;

const LINK = linkOf(true);
const YES = idOfAnswer(LINK, SECRET);
const NO = idOfAnswer(linkOf(false), SECRET);
const OTHER = idOfAnswer(linkOf(true, 'ponmlkjihgfedcba', '13'), SECRET);
const PATH = LINK.slice(LINK.indexOf('12/'));

const sealed = (path: string) => idOfAnswer(`http://localhost/${path}`, SECRET);

describe('idOfAnswer and idsIn', () => {
	it('The ID of a button holds the signed part of the link, in at most 256 characters', () => {
		expect(YES.length).toBeLessThanOrEqual(256);
		expect(idsIn(YES, SECRET)).toEqual([{ path: PATH, nonce: 'abcdefghijklmnop', isAlone: true }]);
	});

	it.each([
		['a text', 'hello'],
		['an address', LINK],
		['a link without a seal', `answer:${PATH}`],
		['an ID of another n8n', idOfAnswer(LINK, 'another secret')],
		['an ID with the seal of another', [NO.split('.')[0], YES.split('.')[1]].join('.')],
		['an ID whose answer was changed', YES.replace('true', 'false')],
		['an ID with a longer seal', `${YES}A`],
		['an ID with a shorter seal', YES.slice(0, -1)],
		['a typed text without a nonce and a signature', 'answer:5/x?approved=true&y'],
		['a way out of the folder', sealed(PATH.replace('12/', '../rest/'))],
		['an execution that is no number', sealed(PATH.replace('12/', 'NaN/'))],
		['an execution no database holds', sealed(PATH.replace('12/', '99999999999/'))],
		['a node ID with a dot first', sealed(PATH.replace(/\/[^?]+/, '/.x'))],
		['a second folder', sealed(PATH.replace('?', '/more?'))],
		['a verdict that is none', sealed(PATH.replace('=true', '=maybe'))],
		['a short signature', sealed(PATH.slice(0, -1))],
		['a long signature', sealed(`${PATH}0`)],
		['a further parameter', sealed(`${PATH}&x=1`)],
	])('A text is not the ID of a button if it is %s', (_, text) => {
		expect(idsIn(text, SECRET)).toEqual([]);
	});
});

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
	['the innermost sender', { sender: BUDI, message: { from: AYU, id: YES } }, [AYU]],
	['two senders who differ', { from: AYU, wa_id: BUDI, id: YES }, [AYU, BUDI]],
	['JSON in a text', { data: JSON.stringify({ from: AYU, reply: { id: YES } }) }, [AYU]],
	['JSON in JSON in a text', { data: JSON.stringify({ data: JSON.stringify({ id: YES }) }) }, []],
	['the ID twice', { text: YES, button: { payload: YES }, originator: AYU }, [AYU, AYU]],
	['an ID as the text of the message', { id: 'm1', originator: AYU, msg: YES }, [AYU]],
	['a token to reply with', { replyToken: { id: YES } }, []],
];

const SHOWN: [what: string, payload: object][] = [
	['both buttons', { id: YES, question: { buttons: [{ id: YES }, { id: NO }] } }],
	['both buttons as names of fields', { id: YES, titles: { [YES]: 'Yes', [NO]: 'No' } }],
	['both buttons, one in words', { id: YES, text: `Yes: ${YES} No: ${NO}` }],
	['both buttons, one in JSON in a text', { id: YES, raw: JSON.stringify({ buttons: [NO] }) }],
	['an ID in words', { caption: `See ${YES}` }],
	['an ID in words that ends in a point', { caption: `${YES}.` }],
	['an ID in an address', { text: `https://wa.me/?text=${encodeURIComponent(YES)}` }],
	['an ID as the name of a field', { [YES]: 'Yes' }],
	['a quoted message', { text: 'NO! Do not pay', quoted: { button: { id: YES } } }],
	['a quoted message in capitals', { QUOTED_MESSAGE: { ID: YES } }],
	['a quoted message in JSON in a text', { quotedMessage: JSON.stringify({ id: YES }) }],
	['a quoted message next to the tap', { id: YES, contextInfo: { quotedMessage: { id: YES } } }],
	['a context', { text: 'No', context: { id: YES } }],
	['what it is a reply to', { text: 'No', in_reply_to: { id: YES } }],
	['the message that it is a reply to', { text: 'No', reply_to_message: { markup: [YES] } }],
	['an echo', { message_echoes: [{ button: YES }] }],
	['an echo by its kind', { event: 'message.echo', data: { button: YES } }],
	['an echo by its flag', { key: { fromMe: true, id: YES } }],
	['a message that went out', { direction: 'outgoing', button: YES }],
	['a reaction', { reaction: { emoji: '👎', message: { id: YES } } }],
	['a reaction by its type', { type: 'reaction', emoji: '👎', button: YES }],
	['a status', { statuses: [{ status: 'read', button: YES }] }],
	['a forwarded message', { forwarded_message: { id: YES } }],
	['the original of an edited message', { originalMessage: { id: YES } }],
];

describe('tapsIn', () => {
	it.each(TAPS)('A payload is a tap on a button if it has %s', (_, payload, senders) => {
		expect(tapsIn(payload, SECRET)).toEqual({
			taps: [{ path: PATH, nonce: 'abcdefghijklmnop', senders }],
			hasOthers: false,
		});
	});

	it.each(SHOWN)('A payload that only shows the buttons is no tap: it has %s', (_, payload) => {
		expect(tapsIn(payload, SECRET).taps).toEqual([]);
	});

	const FIRST = { from: AYU, id: YES };

	it.each([
		['another tap', { from: BUDI, id: OTHER }, [[AYU], [BUDI]], false],
		['a message', { from: BUDI, text: 'Hello' }, [[AYU]], true],
	])('A payload with a tap and %s has the senders and others of both', (...row) => {
		const [, second, senders, hasOthers] = row;
		const read = tapsIn({ messages: [FIRST, second] }, SECRET);
		expect(read.taps.map((tap) => tap.senders)).toEqual(senders);
		expect(read.hasOthers).toBe(hasOthers);
	});

	it('The search of a hostile payload ends', () => {
		const wide = Array.from({ length: 30_000 }, () => YES);
		let deep: object = { id: YES };
		for (let level = 0; level < 5000; level++) deep = { a: [deep] };
		expect(tapsIn(wide, SECRET).taps).toEqual([]);
		expect(tapsIn(deep, SECRET).taps).toHaveLength(1);
		expect(tapsIn({ a: 'answer:1/'.repeat(50_000) }, SECRET).taps).toEqual([]);
	});
});
