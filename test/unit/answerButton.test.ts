import { idOfAnswer, idsIn } from '../../nodes/answerButton';
import { atOnce } from '../support/atOnce';

const WAITING = 'https://n8n.example.com/flows/webhook-waiting';
const NODE = '8b9fd985-4de0-452e-8207-ee91fe9c7478';
const SIGNATURE = '0f'.repeat(32);

const idOf = (approved: boolean, nonce = 'abcdefghijklmnop', execution = '12') =>
	idOfAnswer(
		`${WAITING}/${execution}/${NODE}?approved=${String(approved)}&nonce=${nonce}&signature=${SIGNATURE}`,
	);

const YES = idOf(true);
const NO = idOf(false);
const OTHER = idOf(true, 'ponmlkjihgfedcba', '13');

const found = (payload: object) => idsIn(payload, WAITING).map(({ id }) => id);

describe('idOfAnswer', () => {
	it('The ID of a button is the signed link without its address, in at most 256 characters', () => {
		expect(YES).toMatch(/^\/flows\/webhook-waiting\/12\/8b9f.*&signature=(?:0f){32}$/);
		expect(idOf(true, 'abcdefghijklmnop', '999999999').length).toBeLessThanOrEqual(256);
	});
});

describe('idsIn', () => {
	it.each([
		...['quoted', 'quotedMessage', 'context', 'contextInfo', 'reply_to', 'reply_to_message'],
		...['in_reply_to', 'repliedMessage', 'original_message', 'messageContextInfo'],
	])('An ID in what a message quotes (%s) is no answer', (name) => {
		expect(found({ text: 'No, never', [name]: { button: { id: YES } } })).toEqual([]);
	});

	it.each<[string, object]>([
		['spaces around it', { id: ` ${YES}\n` }],
		['the ID deep inside', { a: [{ b: { c: [{ d: YES }] } }] }],
		['the ID twice', { text: YES, button: { payload: YES } }],
		['the ID in JSON in a text', { data: JSON.stringify({ reply: { id: YES } }) }],
		['escaped slashes', { data: JSON.stringify({ id: YES }).replaceAll('/', '\\/') }],
		['escaped ampersands', { data: JSON.stringify({ id: YES }).replaceAll('&', '\\u0026') }],
		['a type that names a template', { type: 'template_button_reply', button: { id: YES } }],
		['an ID in parameters', { native: { paramsJson: JSON.stringify({ id: YES }) } }],
		['the ID in words', { text: `You chose ${YES}.` }],
	])('A payload with %s has the ID', (_, payload) => {
		expect(new Set(found(payload))).toEqual(new Set([YES]));
	});

	it.each<[string, object]>([
		['both buttons of a question', { id: YES, question: { buttons: [{ id: YES }, { id: NO }] } }],
		['both buttons in the fields of a form', { 'buttons[0][id]': YES, 'buttons[1][id]': NO }],
		['both buttons in places', { to: '6281', buttons: { 0: { id: YES }, 1: { id: NO } } }],
		['both buttons as entries', { to: '6281', items: [{ id: YES }, { id: NO }] }],
		['both buttons as names of fields', { titles: { [YES]: 'Yes', [NO]: 'No' } }],
		['both buttons in JSON in a text', { raw: JSON.stringify({ buttons: [YES, NO] }) }],
		...['actions', 'replies', 'quick_replies'].map((name): [string, object] => [
			`one of two buttons in ${name}`,
			{ text: 'Hi', [name]: [{ id: YES }, { title: 'Call us' }] },
		]),
		['a reaction', { type: 'reaction', reaction: { message_id: YES, emoji: '👎' } }],
		['a reaction that has the ID next to it', { type: 'reaction', button_id: YES, emoji: '👎' }],
		['a reaction by the name of its event', { event: 'reaction', text: YES }],
		['a reaction that only an emoji tells', { emoji: '👍', message: { id: YES } }],
		['a shorter signature', { id: YES.slice(0, -1) }],
		['a longer signature', { id: `${YES}a` }],
		['another folder of n8n', { id: YES.replace('webhook-waiting', 'webhook') }],
		['another path of n8n', { id: YES.replace('/flows', '') }],
		['an execution that is no number', { id: YES.replace('/12/', '/NaN/') }],
		['an execution that no database holds', { id: YES.replace('/12/', '/99999999999/') }],
		['a node ID with an encoded dot first', { id: YES.replace(NODE, '%2e%2E') }],
		['a second folder', { id: YES.replace('?', '/more?') }],
		['an answer that is none', { id: YES.replace('true', 'maybe') }],
	])('A payload with %s has no ID', (_, payload) => {
		expect(found(payload)).toEqual([]);
	});

	it('The IDs that are a whole text come before those that someone may have typed', () => {
		const typed = Array.from({ length: 101 }, (_, at) => idOf(true, `forged${at + 1e9}`));
		const quoted = `"${typed.join('" "')}"`;

		expect(found({ messages: [{ text: quoted }, { id: OTHER }] })[0]).toBe(OTHER);
	});

	it('A megabyte of backslashes is read in a moment', () => {
		expect(atOnce(() => found({ text: '\\'.repeat(1_000_000) }))).toEqual([]);
	});
});
