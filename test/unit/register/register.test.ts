import { isFailure, type Outcome } from '../../../nodes/MessagingService/engine/outcome';
import { Lives } from '../../../nodes/MessagingService/engine/life';
import { NO_ROW, type Message, type Row } from '../../../nodes/MessagingService/engine/register';
import { callOf, failedAs, livesOf, messageOf, REFUSED, SENT, type Opening } from './simulation';
import { database, simulation } from './world';

const open = (given?: Opening) => database.open(given);

const noteOf = (more: object = {}) => ({
	version: 1,
	by: 'e1',
	salt: 'salt',
	parameters: 'then',
	run: 0,
	items: {},
	...more,
});

const settled = <T>(work: Promise<T>) => simulation.settled(work);
const keysLeft = () => database.data.filter((mark) => mark.includes('key')).sort();

/** What the note alone says. */
function remembered(given: Opening, messages: readonly Message[], isWrong = false) {
	const lives = new Lives(open(given).register);
	for (const message of messages) lives.plan(message, isWrong);
	lives.remember();
	return lives.all.map(({ outcome }) => outcome);
}

describe('Lives.remember', () => {
	const repeated = (output: object) => ({ fate: 'accepted', output: [{ sent: false, ...output }] });

	it.each<[object, object]>([
		[{ state: 'accepted', ref_no: 'r-1' }, repeated({ ref_no: 'r-1', already_sent: true })],
		[{ state: 'accepted' }, repeated({ ref_no: null, status: 'accepted', already_sent: true })],
		[{ state: 'uncertain' }, { fate: 'uncertain' }],
		[{ state: 'unreadable' }, { fate: 'unreadable' }],
	])('An entry %j says what became of its message, and of no other', (entry, outcome) => {
		for (const isWrong of [false, true]) {
			const given = { stored: noteOf({ items: { '1 to1': entry } }) };
			const [other, own] = remembered(given, [messageOf(0), messageOf(1)], isWrong);
			expect(own).toMatchObject(outcome);
			expect(other).toBeUndefined();
		}
	});

	it('A message with a key keeps it, and an uncertain one is not advised to use it again', () => {
		const items = { '0 to0': { state: 'accepted' }, '1 to1': { state: 'uncertain' } };
		const [accepted, uncertain] = remembered(
			{ stored: noteOf({ items }) },
			[0, 1].map((item) => messageOf(item, `order ${item}`)),
		);
		expect(accepted).toMatchObject(repeated({ send_once_key: 'order 0' }));
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
		expect(remembered(given, [one])).toMatchObject([{ fate: 'uncertain', what }]);
	});
});

describe('Item that is for another recipient now', () => {
	const stored = () => noteOf({ by: 'e2', items: { '0 was': { state: 'accepted' } } });
	const said = async (message: Message, others: readonly Message[] = []) => {
		const { register, note } = open({ stored: stored() });
		const lives = await settled(livesOf(register, [message, ...others]));
		const [life] = lives.all;
		const outcome = life?.outcome;
		await settled(lives.end());
		expect(note.items).toMatchObject({ '0 was': { state: 'accepted' } });
		return isFailure(outcome) ? `${life?.wasSent}: ${outcome.what}` : life?.state;
	};

	it('An item without a key is left unsent, and goes by its key with one', async () => {
		expect(await said(messageOf(0))).toMatch(/^no: An earlier try .* to another recipient$/);
		expect(await said(messageOf(0, 'order'))).toBe('left in doubt');
	});

	it('The item is uncertain if an earlier try sent its recipient another item', async () => {
		expect(await said({ ...messageOf(1), to: 'was' }, [messageOf(0)])).toMatch(/^maybe: /);
		expect(await said({ ...messageOf(1), to: 'was' }, [{ ...messageOf(0), to: 'was' }])).toBe(
			'not tried',
		);
	});
});

describe('openNote', () => {
	it('A note goes on in the same object, and tells whether the node was edited', () => {
		const stored = noteOf({ items: { '0 to0': { state: 'accepted' } }, ended: true });
		expect(open({ stored })).toMatchObject({ wasEdited: true, note: { parameters: 'now' } });
		expect(open({ stored })).toMatchObject({ wasEdited: false, note: { ended: true } });
		expect(open({ stored }).note).toBe(stored);
	});

	it('A new node run forgets the items of the one before', () => {
		const stored = noteOf({ items: { '0 to0': { state: 'accepted' } }, ended: true });
		const { note } = open({ stored, run: 1 });
		expect(note).toEqual(noteOf({ run: 1, parameters: 'now' }));
	});
});

describe('Lives.doubt', () => {
	const both = [messageOf(0), messageOf(1, 'order')];
	const begun = async (given: Opening, isWrong = false) => {
		const lives = new Lives(open(given).register);
		for (const message of both) lives.plan(message, isWrong);
		await settled(lives.doubt());
		return lives.all.map(({ outcome, wasSent, state }) =>
			isFailure(outcome) ? `${wasSent}: ${outcome.what}` : state,
		);
	};
	const BROKEN: Row = { ...NO_ROW, add: () => Promise.reject(new Error('broken')) };
	const INTERRUPTED = 'maybe: It may have been sent: the execution that you are retrying was';
	const NOT_ASKED = 'maybe: It may have been sent: n8n’s database did not say';
	const NOT_NOTED = 'no: n8n’s database did not store the note';
	const NO_KEY = 'no: Send Once Key and Campaign need a saved';
	const OTHER = 'not known to have had this Send Once Key';
	const doubt = (keying?: string) => ({ stored: noteOf({ by: 'e2', doubt: { keying } }) });

	it.each<[string, Opening, keyless: string, keyed: string, wrong: string]>([
		['a row', {}, 'noted', 'noted', 'wrong'],
		['no row', { row: NO_ROW }, 'noted', NO_KEY, 'wrong'],
		['no row in a Retry', { row: NO_ROW, isRetry: true }, NOT_ASKED, NOT_ASKED, NOT_ASKED],
		['a broken row', { row: BROKEN }, NOT_NOTED, NOT_NOTED, 'wrong'],
		['a broken row in a Retry', { row: BROKEN, isRetry: true }, NOT_ASKED, NOT_ASKED, NOT_ASKED],
		['a doubt without keys', { ...doubt(), keying: 'k' }, INTERRUPTED, OTHER, 'wrong'],
		[
			'a doubt in a Retry',
			{ ...doubt(), keying: 'k', isRetry: true },
			INTERRUPTED,
			OTHER,
			INTERRUPTED,
		],
		['a doubt with other keys', { ...doubt('l'), keying: 'k' }, INTERRUPTED, OTHER, 'wrong'],
		[
			'a doubt with the same keys',
			{ ...doubt('k'), keying: 'k' },
			INTERRUPTED,
			'in doubt',
			'wrong',
		],
	])('With %s, it is known which messages may leave', async (_, given, ...expected) => {
		const [keyless = '', keyed = ''] = await begun(given);
		const [wrong = ''] = await begun(given, true);
		for (const [at, what] of [keyless, keyed, wrong].entries()) {
			expect(what).toContain(expected[at]);
		}
	});

	it('A note that was decided asks nothing', async () => {
		await begun({ ...doubt(), isRetry: true });
		expect(database.data).toEqual([]);
	});
});

describe('Life', () => {
	const ONE = 'r'.repeat(100);
	const TAKEN = ['key order'];
	const OPEN = ['key order', 'key? order'];
	const acceptedAs = (ref: string | number): Outcome => ({
		fate: 'accepted',
		output: [{ ref_no: ref }],
	});
	const lifeOf = async (message: Message) => {
		const { register, note } = open();
		const lives = await settled(livesOf(register, [message]));
		const [life] = lives.all;
		if (!life) throw new Error('There is one');
		return { life, lives, note, register };
	};

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
		const { life, lives, note } = await lifeOf(messageOf(1, 'order'));
		await settled(lives.claim(lives.all));
		expect(await life.leave(() => Promise.resolve(outcome))).toEqual(outcome);
		life.end(outcome);
		await settled(lives.end());
		expect(note.items).toEqual(entry === undefined ? {} : { '1 to1': entry });
		expect(keysLeft()).toEqual(marks);
	});

	it('A message is noted before it leaves', async () => {
		const { life, note } = await lifeOf(messageOf(0));
		let noted: unknown;
		await life.leave(() => {
			noted = structuredClone(note.items);
			return Promise.resolve(SENT);
		});
		expect(noted).toEqual({ '0 to0': { state: 'uncertain' } });
	});

	const again = { schedule: { repeats: 1, firstWaitMs: 1, longestWaitMs: 1 }, rateLimit: true };
	const LATER: Outcome = { fate: 'notSent', what: 'Full', advice: '', again };

	it('A message that is tried again after a refusal is noted as accepted', async () => {
		const { life, note, register } = await lifeOf(messageOf(0));
		expect(await life.leave(() => Promise.resolve(LATER))).toBe(LATER);
		expect(note.items).toEqual({});
		life.end(await life.leave(() => Promise.resolve(SENT)));
		expect(note.items).toEqual({ '0 to0': { state: 'accepted', ref_no: 'r-1' } });
		const next = new Lives(register);
		next.plan(messageOf(0));
		next.remember();
		expect(next.all[0]?.outcome).toBe(SENT);
	});

	it('A message that may have been sent is not tried again, whatever the response says', async () => {
		const { life } = await lifeOf(messageOf(0));
		const uncertain: Outcome = { ...LATER, fate: 'uncertain' };
		expect(await life.leave(() => Promise.resolve(uncertain))).toMatchObject({ again: undefined });
		await expect(life.leave(() => Promise.resolve(SENT))).rejects.toThrow('must not leave');
	});

	it('A message whose key is not claimed does not leave', async () => {
		const { life } = await lifeOf(messageOf(0, 'order'));
		await expect(life.leave(() => Promise.resolve(SENT))).rejects.toThrow('must not leave');
	});

	it.each([
		['that waits for another try', LATER, 'not tried', []],
		['that was accepted', SENT, 'accepted', TAKEN],
		['that is uncertain', failedAs('uncertain'), 'uncertain', OPEN],
	] as const)('A stop leaves a message %s as the table says', async (_, outcome, state, marks) => {
		const { life, lives } = await lifeOf(messageOf(0, 'order'));
		await settled(lives.claim(lives.all));
		await life.leave(() => Promise.resolve(outcome));
		await settled(lives.end());
		expect(life.state).toBe(state);
		expect(keysLeft()).toEqual(marks);
	});

	it.each([
		['for good', { ...LATER, again: undefined }, 0],
		['for now', LATER, 1],
		['never', SENT, 1],
	])(
		'A message that is refused %s counts for Max Messages, or not',
		async (_, outcome, counted) => {
			const { life } = await lifeOf(messageOf(0));
			let counts = -1;
			life.countBy({ count: (times) => (counts = times) });
			expect(counts).toBe(1);
			await life.leave(() => Promise.resolve(outcome));
			expect(counts).toBe(counted);
		},
	);

	it.each([
		[false, { items: {}, ended: true }],
		[true, { items: { '0 to0': { state: 'accepted' } } }],
	])('A node run forgets its items at its end, unless it is a tool: %j', (isTool, left) => {
		const stored = noteOf({ items: { '0 to0': { state: 'accepted' } } });
		const { register, note } = open({ stored, isTool });
		register.forgetItems();
		expect(note).toEqual(noteOf({ parameters: 'now', ...left }));
	});
});
