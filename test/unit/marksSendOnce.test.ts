import {
	Ledger,
	sendOnce,
	type Message,
	type RunMarks,
	type Verdict,
} from '../../nodes/MessagingService/engine/ledger';
import { chunkSizeOf, tooLong } from '../../nodes/MessagingService/engine/ledger/marks/limits';
import type { Outcome, Sent } from '../../nodes/MessagingService/engine/outcome';

const place = { workflow: 'w', node: 'n', execution: '1', run: 0 };
const identity = {
	...{ nodeName: 'Messages', carried: 'this one', parameters: '', isTool: false },
	...{ lineage: '7', firstItem: 'first' },
};
const message: Message = { item: 0, key: '0:a', likeness: 'first', sendOnceKey: undefined };
const retry = { left: undefined, likenesses: ['first'], startedOver: true, hasMarks: true };

const sent: Outcome = { ok: true, output: [{ ref_no: 'r1' }] };

/** Marks that another worker has written before this run came to its item. */
const takenOver = (): Pick<RunMarks, 'begin' | 'settle'> => ({
	begin: () => Promise.resolve('taken over'),
	settle: () => undefined,
});

describe('A message whose turn another process has taken', () => {
	it('is not sent by a second try of this one either', async () => {
		const ledger = new Ledger();
		const first = ledger.open(place, identity, retry);
		const send = jest.fn(() => Promise.resolve(sent));
		// Only these two of its methods are called.
		const one = sendOnce(first, takenOver() as RunMarks, message, send);
		one.settled(await one.tryOnce());
		ledger.close(first, 'failed');

		const second = ledger.open(place, identity, retry);

		expect(send).not.toHaveBeenCalled();
		expect(second.find(message.key, message.likeness)).toMatchObject({ state: 'open' });
	});

	it('is left to another retry of this process, if there is one', async () => {
		const ledger = new Ledger();
		const first = ledger.open(place, identity, retry);
		const second = ledger.open({ ...place, execution: '2' }, identity, retry);
		const one = sendOnce(first, takenOver() as RunMarks, message, () => Promise.resolve(sent));
		one.settled(await one.tryOnce());

		const other = sendOnce(second, undefined, message, () => Promise.resolve(sent));

		expect(await other.tryOnce()).toEqual(sent);
	});
});

describe('A message that n8n’s database has not noted', () => {
	const begun = (begin: () => Promise<'free'>): Pick<RunMarks, 'begin' | 'settle'> => ({
		begin,
		settle: () => undefined,
	});

	it('is not sent if the database does not take the note', async () => {
		const send = jest.fn(() => Promise.resolve(sent));
		const marks = begun(() => Promise.reject(new Error('the disk is full')));
		const run = new Ledger().open(place, identity, retry);

		// Only these two of its methods are called.
		const outcome = await sendOnce(run, marks as RunMarks, message, send).tryOnce();

		expect(send).not.toHaveBeenCalled();
		expect(outcome).toMatchObject({ failure: { sent: 'no' } });
	});

	it('is not sent before the database has taken the note', async () => {
		const events: string[] = [];
		const marks = begun(async () => {
			await new Promise((resolve) => setImmediate(resolve));
			events.push('noted');
			return 'free';
		});
		const send = () => {
			events.push('sent');
			return Promise.resolve(sent);
		};
		const run = new Ledger().open(place, identity, retry);

		await sendOnce(run, marks as RunMarks, message, send).tryOnce();

		expect(events).toEqual(['noted', 'sent']);
	});
});

describe('What became of a message', () => {
	const failure = (sent: Sent): Outcome => ({
		ok: false,
		failure: { what: 'it failed', advice: '', sent },
	});

	it.each<[string, Outcome, Verdict]>([
		['accepted', sent, 'accepted'],
		['refused for sure', failure('no'), 'unsent'],
		['possibly sent', failure('unknown'), 'unknown'],
		['sent with an answer that cannot be read', failure('yes'), 'unknown'],
	])('is noted in n8n’s database: %s', async (_, outcome, noted) => {
		const settle = jest.fn();
		const marks: Pick<RunMarks, 'begin' | 'settle'> = {
			begin: () => Promise.resolve('free'),
			settle,
		};
		const run = new Ledger().open(place, identity, retry);

		// Only these two of its methods are called.
		const one = sendOnce(run, marks as RunMarks, message, () => Promise.resolve(outcome));
		one.settled(await one.tryOnce());

		expect(settle.mock.calls).toEqual([[message.item, noted]]);
	});
});

describe('The length of a list', () => {
	it('is limited to what n8n keeps marks of', () => {
		expect(tooLong(200_000, 12_000)).toBeUndefined();
		expect(tooLong(200_001, 0)).toBe(200_000);
		expect(tooLong(12_001, 12_001)).toBe(12_000);
	});

	it('makes chunks larger than half a second of a slow pace', () => {
		expect(chunkSizeOf(1_000, 1)).toBe(1);
		expect(chunkSizeOf(100_000, 1)).toBe(25);
		expect(chunkSizeOf(100_000, 1_000)).toBe(50);
	});
});
