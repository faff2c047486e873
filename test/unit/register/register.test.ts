import { isFailure, type Outcome } from '../../../nodes/MessagingService/engine/outcome';
import {
	NO_ROW,
	type Message,
	type Register,
	type Row,
} from '../../../nodes/MessagingService/engine/register';
import { callOf, failedAs, messageOf, REFUSED, SENT, type Opening } from './simulation';
import { database, simulation } from './world';

const BEGAN_AT = Date.UTC(2026, 10, 23, 8, 30);

const open = (given?: Opening) => database.open(given);

const noteOf = (more: object = {}) => ({
	...{ version: 1, lineage: 'the same', by: 'e1', turns: 1, parameters: 'then', run: 0 },
	...{ items: {}, calls: {}, ...more },
});

const byExecution = (by: string) => ({ state: 'accepted', by });

const sendingOf = (register: Register, one: Message, outcome = SENT) =>
	register.sending(one, () => Promise.resolve(outcome));

const settled = <T>(work: Promise<T>) => simulation.settled(work);
const keysLeft = () => database.data.filter((mark) => mark.startsWith('key')).sort();

describe('Register.known', () => {
	const repeated = (output: object) => ({ fate: 'accepted', output: [{ sent: false, ...output }] });

	it.each<[object, object]>([
		[{ state: 'accepted', ref_no: 'r-1' }, repeated({ ref_no: 'r-1', already_sent: true })],
		[{ state: 'accepted' }, repeated({ already_sent: true })],
		[{ state: 'uncertain' }, { fate: 'uncertain', isEarlier: true }],
		[{ state: 'unreadable' }, { fate: 'unreadable', isEarlier: true }],
	])('An entry %j says what became of its message, and of no other', (entry, outcome) => {
		const { register } = open({ stored: noteOf({ items: { 1: entry } }) });
		expect(register.known(messageOf(1))).toMatchObject(outcome);
		expect(register.known(messageOf(0))).toBeUndefined();
	});

	it('A message with a key keeps it, and an uncertain one is not advised to use it again', () => {
		const items = { 0: { state: 'accepted' }, 1: { state: 'uncertain' } };
		const { register } = open({ stored: noteOf({ items }) });
		const [accepted, uncertain] = [0, 1].map((item) => register.known(messageOf(item, 'order')));
		expect(accepted).toMatchObject(repeated({ send_once_key: 'order' }));
		expect(uncertain).toMatchObject({ advice: expect.stringContaining('another key') as string });
	});

	const NEVER = expect.stringContaining('this version of the node cannot read') as string;

	it.each<[string, Opening, Message, string]>([
		['a note of another version', { stored: { version: 2 } }, messageOf(0), NEVER],
		['an unreadable note, for a call', { stored: 'x' }, callOf('a'), NEVER],
		[
			'a finished node run',
			{ stored: noteOf({ ended: true }) },
			messageOf(0),
			expect.stringContaining('n8n runs the node again for items that it had finished') as string,
		],
	])('A message is uncertain with %s', (_, given, one, what) => {
		expect(open(given).register.known(one)).toMatchObject({ fate: 'uncertain', what });
	});

	it.each([
		['accepted', [true, false]],
		['uncertain', [true, true]],
	])('A call that was %s before answers these of two same calls: %j', (state, answered) => {
		const calls = { a: [{ state, by: 'e1' }] };
		const { register } = open({ stored: noteOf({ calls }) });
		const known = [1, 2].map(() => register.known(callOf('a')) !== undefined);
		expect(known).toEqual(answered);
		expect(register.known(callOf('b'))).toBeUndefined();
	});

	it('A call that is under way answers no other one', async () => {
		const { register } = open({ isTool: true });
		const sending = sendingOf(register, callOf('a'), failedAs('uncertain'));
		void sending.tryOnce();
		expect(register.known(callOf('a'))).toBeUndefined();
		await Promise.resolve();
		sending.ended(failedAs('uncertain'));
		expect(register.known(callOf('a'))).toMatchObject({ fate: 'uncertain' });
	});

	it('A retry says when the execution began', async () => {
		const { register } = open({ stored: noteOf({ lost: 'unproved' }), beganAt: BEGAN_AT });
		const { refused } = await settled(register.begin([messageOf(0)]));
		expect(refused.get(0)).toMatchObject({
			what: expect.stringContaining('(begun 2026-11-23 08:30 UTC)') as string,
		});
	});
});

describe('openNote', () => {
	it('A note goes on in the same object, and tells whether the node was edited', () => {
		const stored = noteOf({ items: { 0: { state: 'accepted' } }, ended: true });
		expect(open({ stored })).toMatchObject({ wasEdited: true, note: { parameters: 'now' } });
		expect(open({ stored })).toMatchObject({ wasEdited: false, note: { ended: true } });
		expect(open({ stored }).note).toBe(stored);
	});

	it('A new node run forgets the items of the one before', () => {
		const stored = noteOf({ items: { 0: { state: 'accepted' } }, ended: true });
		const { note } = open({ stored, run: 1 });
		expect(note).toEqual(noteOf({ run: 1, parameters: 'now' }));
	});
});

describe('Register.begin', () => {
	const both = [messageOf(0), messageOf(1, 'order')];
	const begun = async (given: Opening) => {
		const { register, note } = open(given);
		const { refused, hasRow } = await settled(register.begin(both));
		const whats = [0, 1].map((item) => {
			const outcome = refused.get(item);
			return isFailure(outcome) ? `${outcome.fate}: ${outcome.what}` : '';
		});
		return { whats, hasRow, note };
	};
	const BROKEN: Row = { ...NO_ROW, add: () => Promise.reject(new Error('broken')) };
	const blind = { row: NO_ROW, isRetry: true };
	const BLIND = 'uncertain: It may have been sent: the node’s record in n8n’s database no longer';
	const NOT_NOTED = 'notSent: n8n’s database did not store the note';
	const NO_KEY = 'notSent: A Send Once Key needs a saved';
	const BEGUN = 'uncertain: It may have been sent: the execution';

	it.each<[string, Opening, keyless: string, keyed: string]>([
		['a row', {}, '', ''],
		['no row', { row: NO_ROW }, '', NO_KEY],
		['no row in a retry', blind, BLIND, NO_KEY],
		['no row and a note', { ...blind, stored: noteOf() }, '', NO_KEY],
		['a broken row', { row: BROKEN }, NOT_NOTED, NOT_NOTED],
		['a note of nothing', { stored: noteOf({ lost: 'unproved' }) }, BLIND, BLIND],
		['a note of keys alone', { stored: noteOf({ lost: 'taken' }) }, BEGUN, ''],
	])('Register.begin with %s says which messages may leave', async (_, given, ...expected) => {
		const { whats, hasRow, note } = await begun(given);
		expect(whats).toEqual(expected.map((what) => expect.stringMatching(what || /^$/) as string));
		expect(hasRow).toBe(given.row !== NO_ROW);
		// The retry of a retry must name them again.
		const noted = whats.flatMap((what, at) => (what.startsWith('uncertain') ? [at] : []));
		expect(note.items).toEqual(Object.fromEntries(noted.map((at) => [at, { state: 'uncertain' }])));
	});

	it('A retry claims no key if the row cannot prove that nothing was sent', async () => {
		await begun({ stored: noteOf({ lost: 'unproved' }), isRetry: true });
		expect(database.data).toEqual([]);
	});

	it('A second try of the same node run has its turn already', async () => {
		const given = { stored: noteOf({ turns: 0 }) };
		expect((await begun(given)).whats[0]).toBe('');
		expect((await begun(given)).whats[0]).toBe('');
		expect((await begun({ stored: noteOf({ turns: 0 }) })).whats[0]).toContain('may have been');
	});
});

describe('Register.sending', () => {
	const ONE = 'r'.repeat(100);
	const acceptedAs = (ref: string | number): Outcome => ({
		fate: 'accepted',
		output: [{ ref_no: ref }],
	});

	it.each<[Outcome, object | undefined, string[]]>([
		[SENT, { state: 'accepted', ref_no: 'r-1' }, ['key order']],
		[acceptedAs(ONE), { state: 'accepted', ref_no: ONE }, ['key order']],
		[acceptedAs(`${ONE}r`), { state: 'accepted' }, ['key order']],
		[acceptedAs(7), { state: 'accepted' }, ['key order']],
		[{ fate: 'accepted', output: [] }, { state: 'accepted' }, ['key order']],
		[failedAs('unreadable'), { state: 'unreadable' }, ['key order', 'key? order']],
		[failedAs('uncertain'), { state: 'uncertain' }, ['key order', 'key? order']],
		[REFUSED, undefined, []],
	])('The outcome %j decides the note entry and the marks left', async (outcome, entry, marks) => {
		const { register, note } = open();
		await settled(register.begin([messageOf(1, 'order')]));
		const sending = sendingOf(register, messageOf(1, 'order'), outcome);
		expect(await settled(Promise.resolve(sending.ready?.()))).toBeUndefined();
		expect(await sending.tryOnce()).toBe(outcome);
		sending.ended(outcome);
		await settled(register.end());
		expect(note.items).toEqual(entry === undefined ? {} : { 1: entry });
		expect(keysLeft()).toEqual(marks);
	});

	it('A message whose key is uncertain is noted, since a retry may have no key any more', async () => {
		const { register } = open();
		await settled(register.begin([messageOf(1, 'order')]));
		await settled(Promise.resolve(sendingOf(register, messageOf(1, 'order')).ready?.()));
		const { register: other, note } = open();
		await settled(other.begin([messageOf(0, 'order')]));
		const outcome = await settled(
			Promise.resolve(sendingOf(other, messageOf(0, 'order')).ready?.()),
		);
		expect(outcome).toMatchObject({ fate: 'uncertain' });
		expect(note.items).toEqual({ 0: { state: 'uncertain' } });
	});

	it('A refused try of a call leaves its other calls noted', async () => {
		const calls = { a: [byExecution('e2')] };
		const { register, note } = open({ stored: noteOf({ calls }), isTool: true });
		const sending = sendingOf(register, callOf('a'), REFUSED);
		await sending.tryOnce();
		expect(note.calls).toEqual({ a: [byExecution('e2')] });
	});

	it('A message that is tried again after a refusal is noted as accepted', async () => {
		const { register, note } = open();
		const outcomes = [REFUSED, SENT];
		const sending = register.sending(messageOf(0), () => Promise.resolve(outcomes.shift() ?? SENT));
		await sending.tryOnce();
		expect(note.items).toEqual({});
		await sending.tryOnce();
		sending.ended(SENT);
		expect(note.items).toEqual({ 0: { state: 'accepted', ref_no: 'r-1' } });
		expect(register.known(messageOf(0))).toBe(SENT);
	});

	it.each([
		[false, { items: {}, ended: true }],
		[true, { items: { 0: { state: 'accepted' } } }],
	])('A node run forgets its items at its end, unless it is a tool: %j', (isTool, left) => {
		const stored = noteOf({ items: { 0: { state: 'accepted' } } });
		const { register, note } = open({ stored, isTool });
		register.forgetItems();
		expect(note).toEqual(noteOf({ parameters: 'now', ...left }));
	});
});
