import {
	entryKey,
	Ledger,
	likenessOf,
	type RunIdentity,
	type RunLedger,
	type RunPlace,
} from '../../nodes/MessagingService/engine/ledger';
import type { Entry } from '../../nodes/MessagingService/engine/ledger/entry';

const place = (more: Partial<RunPlace> = {}): RunPlace => ({
	workflow: 'w',
	node: 'n',
	execution: '1',
	run: 0,
	...more,
});

const identity = (more: Partial<RunIdentity> = {}): RunIdentity => ({
	nodeName: 'Messages',
	carried: 'this execution',
	parameters: 'as it was',
	isTool: false,
	lineage: undefined,
	firstItem: undefined,
	...more,
});

const open = (
	ledger: Ledger,
	at: RunPlace,
	retry?: { left: unknown; startedOver?: boolean; hasMarks?: boolean },
	who: Partial<RunIdentity> = {},
): RunLedger =>
	ledger.open(
		at,
		identity(who),
		retry && { startedOver: false, hasMarks: false, likenesses: ['like'], ...retry },
	);

const accepted = (ref_no: string): Entry => ({ state: 'accepted', output: [{ ref_no }] });

const fail = (ledger: Ledger, at: RunPlace, key: string, entry: Entry) => {
	const run = open(ledger, at);
	run.settle(key, entry);
	ledger.close(run, 'failed');
};

const request = { method: 'POST' as const, path: '/m', json: { to: '1', text: 'a' } };

describe('The key of an entry', () => {
	it('is the same for the same item and request, and another for any difference', () => {
		const key = entryKey(0, 'https://a/m', request);
		expect(entryKey(0, 'https://a/m', { ...request })).toBe(key);
		expect(entryKey(1, 'https://a/m', request)).not.toBe(key);
		expect(entryKey(0, 'https://b/m', request)).not.toBe(key);
		expect(entryKey(0, 'https://a/m', { ...request, json: { to: '1', text: 'b' } })).not.toBe(key);
		expect(entryKey(0, 'https://a/m', { method: 'POST', path: '/m', form: { to: '1' } })).not.toBe(
			key,
		);
	});
});

describe('The ledger', () => {
	it('gives back in a second try of the same run what was accepted in the first', () => {
		const ledger = new Ledger();
		fail(ledger, place(), '0:a', accepted('r1'));
		expect(open(ledger, place()).find('0:a', 'like')).toEqual(accepted('r1'));
	});

	it.each([
		['execution', { execution: '2' }],
		['run of the node', { run: 1 }],
		['node', { node: 'other' }],
		['workflow', { workflow: 'other' }],
	])('knows nothing of it in another %s', (_, other) => {
		const ledger = new Ledger();
		fail(ledger, place(), '0:a', accepted('r1'));
		expect(open(ledger, place(other)).find('0:a', 'like')).toBeUndefined();
	});

	describe('knows an item again whose text reads otherwise on the second try', () => {
		const failedOnce = () => {
			const ledger = new Ledger();
			fail(ledger, place(), '0:first', accepted('r1'));
			return ledger;
		};

		it('in the same execution', () => {
			expect(open(failedOnce(), place()).find('0:second', 'like')).toEqual(accepted('r1'));
		});

		it('but not in another with the same number', () => {
			const other = open(failedOnce(), place(), undefined, { carried: 'another execution' });
			expect(other.find('0:second', 'like')).toBeUndefined();
			expect(other.find('0:first', 'like')).toEqual(accepted('r1'));
		});

		it('but not where it is the tool of an agent, whose calls all come as item 0', () => {
			const tool = open(failedOnce(), place(), undefined, { isTool: true });
			expect(tool.find('0:second', 'like')).toBeUndefined();
		});

		it('in a person’s retry, unless they changed the node before', () => {
			const failed = open(new Ledger(), place());
			failed.settle('0:first', accepted('r1'));
			const retry = { left: JSON.parse(JSON.stringify(failed.stored())) as unknown };
			const again = place({ execution: '2' });
			const same = open(new Ledger(), again, retry, { carried: 'the retry' });
			const changed = open(new Ledger(), again, retry, { carried: 'the retry', parameters: 'new' });
			expect(same.find('0:second', 'like')).toEqual(accepted('r1'));
			expect(changed.find('0:second', 'like')).toBeUndefined();
			expect(changed.find('0:first', 'like')).toEqual(accepted('r1'));
		});
	});

	it('takes what had begun and never ended for possibly sent', () => {
		const ledger = new Ledger();
		open(ledger, place()).begin('0:a', 'like');
		expect(open(ledger, place()).find('0:a', 'like')).toMatchObject({
			state: 'open',
			sent: 'unknown',
		});
	});

	it('forgets what certainly was not sent, so that it may be sent again', () => {
		const ledger = new Ledger();
		const run = open(ledger, place());
		run.begin('0:a', 'like');
		run.drop('0:a');
		expect(open(ledger, place()).find('0:a', 'like')).toBeUndefined();
	});

	it('forgets nothing because somebody sets the clock of the machine', () => {
		const clock = jest.spyOn(Date, 'now').mockReturnValue(0);
		const ledger = new Ledger();
		fail(ledger, place(), '0:a', accepted('r1'));
		clock.mockReturnValue(30 * 60 * 60_000);
		expect(open(ledger, place()).find('0:a', 'like')).toEqual(accepted('r1'));
		clock.mockRestore();
	});

	it('forgets a run that ended well', () => {
		const ledger = new Ledger();
		const run = open(ledger, place());
		run.settle('0:a', accepted('r1'));
		ledger.close(run, 'done');
		expect(ledger.size).toBe(0);
	});

	it('lets a person’s retry inherit from failed executions, once, and not from others', () => {
		const ledger = new Ledger();
		fail(ledger, place(), '0:a', accepted('r1'));
		const other = open(ledger, place({ execution: '2' }));
		other.settle('1:b', accepted('r2'));
		ledger.close(other, 'may come again');
		const retry = open(ledger, place({ execution: '3' }), { left: undefined });
		expect(retry.find('0:a', 'like')).toEqual(accepted('r1'));
		expect(retry.find('1:b', 'like')).toBeUndefined();
		// It moved over: the next execution with the same message sends it.
		expect(
			open(ledger, place({ execution: '4' }), { left: undefined }).find('0:a', 'like'),
		).toBeUndefined();
	});

	it('lets it inherit also where only the text reads otherwise, by item, input and parameters', () => {
		const ledger = new Ledger();
		const cancelled = open(ledger, place());
		cancelled.begin('0:first', likenessOf(0, 't', { to: '1' }));
		cancelled.settle('0:first', accepted('r1'));
		ledger.close(cancelled, 'failed');
		const retry = open(ledger, place({ execution: '2' }), { left: undefined });
		expect(retry.find('0:second', likenessOf(0, 't', { to: '2' }))).toBeUndefined();
		expect(retry.find('0:second', likenessOf(0, 'changed', { to: '1' }))).toBeUndefined();
		expect(retry.find('1:second', likenessOf(1, 't', { to: '1' }))).toBeUndefined();
		expect(retry.find('0:second', likenessOf(0, 't', { to: '1' }))).toEqual(accepted('r1'));
	});

	it('lets a retry inherit from its own execution alone where n8n tells which that is', () => {
		const ledger = new Ledger();
		const monday = open(ledger, place(), undefined, { lineage: 'monday' });
		monday.settle('0:a', accepted('r1'));
		ledger.close(monday, 'failed');
		const retry = (lineage: string) =>
			open(ledger, place({ execution: `retry of ${lineage}` }), { left: undefined }, { lineage });
		expect(retry('tuesday').find('0:a', 'like')).toBeUndefined();
		expect(retry('monday').find('0:a', 'like')).toEqual(accepted('r1'));
	});

	it('tells a second retry of a cancelled execution what the first one has sent', () => {
		const ledger = new Ledger();
		const monday = { lineage: 'monday' };
		const cancelled = open(ledger, place(), undefined, monday);
		cancelled.settle('0:a', accepted('r1'));
		ledger.close(cancelled, 'failed');
		const again = { left: undefined, startedOver: true };
		const first = open(ledger, place({ execution: '2' }), again, monday);
		first.settle('1:b', accepted('r2'));
		ledger.close(first, 'done');

		const second = open(ledger, place({ execution: '3' }), again, monday);

		expect(second.find('0:a', 'like')).toEqual(accepted('r1'));
		expect(second.find('1:b', 'like')).toEqual(accepted('r2'));
		expect(second.find('2:c', 'like')).toBeUndefined();
	});

	it('takes everything for possibly sent where a retry starts over and nothing is known', () => {
		const again = { left: undefined, startedOver: true };
		const retry = open(new Ledger(), place({ execution: '2' }), again);
		expect(retry.find('0:a', 'like')).toMatchObject({ state: 'open', sent: 'unknown' });
	});

	it('takes what is missing for possibly sent where an earlier retry was lost with its process', () => {
		const failed = open(new Ledger(), place());
		failed.settle('0:a', accepted('r1'));
		const again = { left: failed.stored(), takenUp: true };
		const after = open(new Ledger(), place({ execution: '3' }), again);
		expect(after.find('0:a', 'like')).toEqual(accepted('r1'));
		expect(after.find('1:b', 'like')).toMatchObject({ state: 'open', sent: 'unknown' });
	});

	it('keeps of a tool what may have been sent, and forgets what was, when a call ends well', () => {
		const ledger = new Ledger();
		const tool = { isTool: true };
		const first = open(ledger, place({ run: -1 }), undefined, tool);
		first.begin('0:a', 'like');
		ledger.close(first, 'failed');
		const second = open(ledger, place({ run: -1 }), undefined, tool);
		second.settle('0:b', accepted('r2'));
		ledger.close(second, 'done');
		const third = open(ledger, place({ run: -1 }), undefined, tool);
		expect(third.find('0:a', 'like')).toMatchObject({ state: 'open' });
		expect(third.find('0:b', 'other')).toBeUndefined();
	});

	it('inherits from the very execution that is retried where that one’s own data says so', () => {
		const first = new Ledger();
		const failed = open(first, place());
		failed.settle('0:a', accepted('r1'));
		failed.settle('1:b', { state: 'open', what: 'w', advice: 'a', sent: 'unknown' });
		const handed: unknown = JSON.parse(JSON.stringify(failed.stored()));
		const elsewhere = new Ledger();
		fail(elsewhere, place({ execution: '9' }), '2:c', accepted('r9'));
		const retry = open(elsewhere, place({ execution: '2' }), { left: handed });
		expect(retry.find('0:a', 'like')).toEqual(accepted('r1'));
		expect(retry.find('1:b', 'like')).toMatchObject({ state: 'open' });
		expect(retry.find('2:c', 'like')).toBeUndefined();
	});

	it('knows two retries of one failed execution for the same, at once or one after the other', () => {
		const failed = open(new Ledger(), place());
		failed.settle('0:a', accepted('r1'));
		const left: unknown = JSON.parse(JSON.stringify(failed.stored()));
		const ledger = new Ledger();
		const first = open(ledger, place({ execution: '2' }), { left });
		first.begin('1:b', 'like');
		const second = open(ledger, place({ execution: '3' }), { left });
		expect(second.find('1:b', 'like')).toMatchObject({ state: 'open' });
		ledger.close(second, 'failed');
		first.settle('1:b', accepted('r2'));
		ledger.close(first, 'done');
		const third = open(ledger, place({ execution: '4' }), { left });
		expect(third.find('1:b', 'like')).toEqual(accepted('r2'));
	});

	it('takes no notice of handed-on data that is not its own', () => {
		const retry = open(new Ledger(), place(), {
			left: {
				origin: '1',
				run: 0,
				parameters: 'as it was',
				entries: { '0:a': { state: 'accepted' } },
			},
		});
		expect(retry.find('0:a', 'like')).toBeUndefined();
	});

	it('spares whatever its bounds say a run that n8n may just be about to run again', () => {
		let now = 0;
		const ledger = new Ledger(() => now, { entries: 2, runs: 5, ageMs: 10_000, sparedMs: 1000 });
		now = 1000;
		fail(ledger, place(), '0:a', accepted('r1'));
		fail(ledger, place({ execution: 'large' }), '0:b', accepted('r2'));
		fail(ledger, place({ execution: 'larger' }), '0:c', accepted('r3'));
		now = 1999;
		expect(open(ledger, place()).find('0:a', 'like')).toEqual(accepted('r1'));
		now = 3000;
		open(ledger, place({ execution: 'later' }));
		expect(ledger.size).toBeLessThanOrEqual(2);
	});

	it('lets nothing leave that another retry has begun in the meantime', () => {
		const ledger = new Ledger();
		const left = open(new Ledger(), place()).stored();
		const first = open(ledger, place({ execution: '2' }), { left });
		const second = open(ledger, place({ execution: '3' }), { left });
		expect(first.begin('0:a', 'like')).toBeUndefined();
		expect(second.begin('0:a', 'like')).toMatchObject({ state: 'open' });
		first.settle('0:a', accepted('r1'));
		expect(second.begin('0:a', 'like')).toEqual(accepted('r1'));
	});

	describe('where a retry starts over and nothing is known', () => {
		const again = { left: undefined, startedOver: true, likenesses: ['like', 'new'] };
		const monday = { lineage: 'monday' };

		it('takes everything for possibly sent also when it is retried once more, with items that read otherwise', () => {
			const ledger = new Ledger();
			const first = open(ledger, place({ execution: '2' }), again, monday);
			first.find('0:a', 'like');
			ledger.close(first, 'failed');
			const second = open(ledger, place({ execution: '3' }), again, monday);
			expect(second.find('0:z', 'new')).toMatchObject({ state: 'open', sent: 'unknown' });
		});

		it('does so too where another execution failed meanwhile, of which it cannot be told', () => {
			const ledger = new Ledger();
			const other = open(ledger, place({ execution: '7' }));
			other.begin('0:b', 'of somebody else');
			ledger.close(other, 'failed');
			const retry = open(ledger, place({ execution: '2' }), again);
			expect(retry.find('0:a', 'like')).toMatchObject({ state: 'open', sent: 'unknown' });
		});
	});

	it('sends what is retried where the run was cancelled before it had sent anything', () => {
		const ledger = new Ledger();
		const cancelled = open(ledger, place(), undefined, { firstItem: 'like' });
		ledger.close(cancelled, 'failed');
		const again = { left: undefined, startedOver: true };
		expect(open(ledger, place({ execution: '2' }), again).find('0:a', 'like')).toBeUndefined();
	});

	it('tells a second retry what a node sent that ran in the first one for the first time', () => {
		const ledger = new Ledger();
		const monday = { lineage: 'monday' };
		const first = open(ledger, place({ execution: '2' }), { left: undefined }, monday);
		first.begin('0:a', 'like');
		first.settle('0:a', accepted('r1'));
		ledger.close(first, 'done');
		const second = open(ledger, place({ execution: '3' }), { left: undefined }, monday);
		expect(second.find('0:b', 'like')).toEqual(accepted('r1'));
	});

	it('is bounded in entries, in runs and in age, and never forgets a run that is under way', () => {
		let now = 0;
		const ledger = new Ledger(() => now, { entries: 10, runs: 5, ageMs: 1000, sparedMs: 0 });
		const fill = (execution: string, entries: number) => {
			const run = open(ledger, place({ execution }));
			for (let at = 0; at < entries; at++) run.settle(`${at}:k`, accepted('r'));
			return run;
		};
		const underWay = fill('under way', 8);
		for (let at = 0; at < 20; at++) {
			ledger.close(fill(`e${at}`, 3), 'failed');
			now++;
		}
		expect(ledger.size).toBeLessThanOrEqual(8 + 3);
		expect(underWay.find('0:k', 'like')).toBeDefined();
		ledger.close(underWay, 'failed');
		now = 2000;
		open(ledger, place({ execution: 'later' }));
		expect(ledger.size).toBe(0);
	});
});
