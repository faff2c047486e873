import { isFailure, type Outcome } from '../../../nodes/MessagingService/engine/outcome';
import {
	NO_ROW,
	type Message,
	type Register,
	type Row,
} from '../../../nodes/MessagingService/engine/register';
import { callOf, failedAs, messageOf, REFUSED, SENT, type Opening } from './simulation';
import { database, simulation } from './world';

const open = (given?: Opening) => database.open(given);

const noteOf = (more: object = {}) => ({
	version: 1,
	by: 'e1',
	parameters: 'then',
	run: 0,
	items: {},
	...more,
});

const sendingOf = (register: Register, one: Message, outcome = SENT) =>
	register.sending(one, () => Promise.resolve(outcome));

const settled = <T>(work: Promise<T>) => simulation.settled(work);
const keysLeft = () => database.data.filter((mark) => mark.includes('key')).sort();

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
		const { register } = open(given);
		const refused = await settled(register.begin(both));
		const whats = [0, 1].map((item) => {
			const outcome = refused.get(item);
			return isFailure(outcome) ? `${outcome.fate}: ${outcome.what}` : '';
		});
		return whats;
	};
	const BROKEN: Row = { ...NO_ROW, add: () => Promise.reject(new Error('broken')) };
	const INTERRUPTED = 'uncertain: It may have been sent: the execution that you are retrying was';
	const NOT_NOTED = 'notSent: n8n’s database did not store the note';
	const NO_KEY = 'notSent: Send Once Key and Campaign need a saved';
	const OTHER = 'not known to have had this Send Once Key';
	const doubt = (keying?: string) => ({ stored: noteOf({ by: 'e2', doubt: { keying } }) });

	it.each<[string, Opening, keyless: string, keyed: string]>([
		['a row', {}, '', ''],
		['no row', { row: NO_ROW }, '', NO_KEY],
		['no row in a Retry', { row: NO_ROW, isRetry: true }, INTERRUPTED, NO_KEY],
		['a broken row', { row: BROKEN }, NOT_NOTED, NOT_NOTED],
		['a doubt without keys', { ...doubt(), keying: 'k' }, INTERRUPTED, OTHER],
		['a doubt with other keys', { ...doubt('l'), keying: 'k' }, INTERRUPTED, OTHER],
		['a doubt with the same keys', { ...doubt('k'), keying: 'k' }, INTERRUPTED, ''],
	])('Register.begin with %s says which messages may leave', async (_, given, ...expected) => {
		const whats = await begun(given);
		const found = whats.map((what, at) =>
			what.includes(expected[at] ?? '') ? expected[at] : what,
		);
		expect(found).toEqual(expected);
		expect(whats.map((what) => what === '')).toEqual(expected.map((what) => what === ''));
	});

	it('A note that was decided asks nothing', async () => {
		await begun({ ...doubt(), isRetry: true });
		expect(database.data).toEqual([]);
	});
});

describe('Register.sending', () => {
	const ONE = 'r'.repeat(100);
	const TAKEN = ['key order'];
	const OPEN = ['key order', 'key? order'];
	const acceptedAs = (ref: string | number): Outcome => ({
		fate: 'accepted',
		output: [{ ref_no: ref }],
	});

	it.each<[Outcome, object | undefined, string[]]>([
		[SENT, { state: 'accepted', ref_no: 'r-1' }, TAKEN],
		[acceptedAs(ONE), { state: 'accepted', ref_no: ONE }, TAKEN],
		[acceptedAs(`${ONE}r`), { state: 'accepted' }, TAKEN],
		[acceptedAs(7), { state: 'accepted' }, TAKEN],
		[{ fate: 'accepted', output: [] }, { state: 'accepted' }, TAKEN],
		[failedAs('unreadable'), { state: 'unreadable' }, OPEN],
		[failedAs('uncertain'), { state: 'uncertain' }, OPEN],
		[REFUSED, undefined, []],
	])('The outcome %j decides the note entry and the marks left', async (outcome, entry, marks) => {
		const { register, note } = open();
		await settled(register.begin([messageOf(1, 'order')]));
		const sending = sendingOf(register, messageOf(1, 'order'), outcome);
		expect((await settled(register.claim([messageOf(1, 'order')]))).size).toBe(0);
		expect(await sending.tryOnce()).toBe(outcome);
		sending.ended(outcome);
		await settled(register.end());
		expect(note.items).toEqual(entry === undefined ? {} : { 1: entry });
		expect(keysLeft()).toEqual(marks);
	});

	it('A message is noted before it leaves', async () => {
		const { register, note } = open();
		let noted: unknown;
		const sending = register.sending(messageOf(0), () => {
			noted = structuredClone(note.items);
			return Promise.resolve(SENT);
		});
		await sending.tryOnce();
		expect(noted).toEqual({ 0: { state: 'uncertain' } });
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
