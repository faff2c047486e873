import { idOfAnswer, readAnswerId } from '../../nodes/answerButton';
import { businessMessages } from '../../nodes/callbacks/kinds';
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

const found = (payload: object) => businessMessages(payload).map(({ buttonId }) => buttonId);

describe('idOfAnswer', () => {
	it('The ID of a button is the signed link without its address, in at most 256 characters', () => {
		expect(YES).toMatch(/^\/flows\/webhook-waiting\/12\/8b9f.*&signature=(?:0f){32}$/);
		expect(idOf(true, 'abcdefghijklmnop', '999999999').length).toBeLessThanOrEqual(256);
	});
});

describe('Taps on buttons of questions', () => {
	it.each(['quoted', 'quotedMessage', 'context', 'contextInfo', 'reply_to'])(
		'An ID in what a message quotes (%s) is no answer',
		(name) => {
			expect(found({ text: 'No, never', [name]: { button: { id: YES } } })).toEqual([undefined]);
		},
	);

	it.each<[string, object]>([
		['the ID alone', { id: YES }],
		['spaces around it', { id: ` ${YES}\n` }],
		['the ID deep inside', { a: { b: { c: { d: YES } } } }],
		['a list', [{ id: YES }]],
		['the ID twice', { text: YES, button: { payload: YES } }],
		['JSON in a field of a form', { jsonData: JSON.stringify({ button: { id: YES } }) }],
		['a path in a form', { 'message[button][payload]': YES }],
	])('A payload with %s is a tap', (_, payload) => {
		expect(found(payload)).toEqual([YES]);
	});

	it.each<[string, object]>([
		['both buttons of a question', { id: YES, question: { buttons: [{ id: YES }, { id: NO }] } }],
		['the ID in words', { text: `You chose ${YES}.` }],
		['a reaction to it', { type: 'reaction', from: '628123456789', id: YES }],
	])('A message with %s is no tap', (_, payload) => {
		expect(found(payload)).toEqual([undefined]);
	});

	it.each<[string, string]>([
		['a longer signature', `${YES}a`],
		['a shorter signature', YES.slice(0, -1)],
		['an execution that is no number', YES.replace('/12/', '/NaN/')],
		['an execution that no database holds', YES.replace('/12/', '/99999999999/')],
		['a node ID with a dot first', YES.replace(NODE, '.')],
		['a node ID with an encoded dot first', YES.replace(NODE, '%2e%2E')],
		['a second folder', YES.replace('?', '/more?')],
		['an answer that is none', YES.replace('true', 'maybe')],
		['a megabyte of slashes', '/'.repeat(1_000_000)],
	])('An ID with %s is none', (_, id) => {
		expect(atOnce(() => readAnswerId(id))).toBeUndefined();
	});
});
