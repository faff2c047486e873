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
		// Each execution carries its own data.
		identity({ ...(retry && { carried: `retry ${at.execution}` }), ...who }),
		retry && { startedOver: false, hasMarks: false, likenesses: ['like'], ...retry },
	);

const accepted = (ref_no: string): Entry => ({ state: 'accepted', output: [{ ref_no, to: '1' }] });

/** The same in a person's retry. */
const before = (ref_no: string): Entry => ({
	state: 'accepted',
	output: [{ ref_no, sent: false, already_sent: true }],
});

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

	it('cannot be found by trying all codes where it is stored', () => {
		const sms = (code: number) => ({ ...request, json: { to: '1', text: `Your code: ${code}` } });
		const stored = entryKey(0, 'https://a/m', sms(4711), Buffer.from('the login'));
		const tried = Array.from({ length: 10_000 }, (_, code) =>
			entryKey(0, 'https://a/m', sms(code)),
		);

		expect(tried.some((key) => stored.includes(key.slice(2)))).toBe(false);
	});

	it('is the same for the same login, and another for another', () => {
		const keyOf = (login: string) => entryKey(0, 'https://a/m', request, Buffer.from(login));

		expect([keyOf('one') === keyOf('one'), keyOf('one') === keyOf('other')]).toEqual([true, false]);
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

		it('in a person’s retry, also if they edited the node before', () => {
			const failed = open(new Ledger(), place());
			failed.settle('0:first', accepted('r1'));
			const retry = { left: JSON.parse(JSON.stringify(failed.stored())) as unknown };
			const again = place({ execution: '2' });
			const same = open(new Ledger(), again, retry, { carried: 'the retry' });
			const edited = open(new Ledger(), again, retry, { carried: 'the retry', parameters: 'new' });
			expect(same.find('0:second', 'like')).toEqual(before('r1'));
			expect(same.view.wasEdited).toBe(false);
			expect(edited.find('0:second', 'like')).toEqual(before('r1'));
			expect(edited.view.wasEdited).toBe(true);
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
		expect(retry.find('0:a', 'like')).toEqual(before('r1'));
		expect(retry.find('1:b', 'like')).toBeUndefined();
		// It moved over: the next execution with the same message sends it.
		expect(
			open(ledger, place({ execution: '4' }), { left: undefined }).find('0:a', 'like'),
		).toBeUndefined();
	});

	it('lets it inherit also if only the text reads otherwise, by item and input', () => {
		const ledger = new Ledger();
		const cancelled = open(ledger, place());
		cancelled.begin('0:first', likenessOf(0, { to: '1' }));
		cancelled.settle('0:first', accepted('r1'));
		ledger.close(cancelled, 'failed');
		const retry = open(ledger, place({ execution: '2' }), { left: undefined });
		expect(retry.find('0:second', likenessOf(0, { to: '2' }))).toBeUndefined();
		expect(retry.find('1:second', likenessOf(1, { to: '1' }))).toBeUndefined();
		expect(retry.find('0:second', likenessOf(0, { to: '1' }))).toEqual(before('r1'));
	});

	it('lets a retry inherit from its own execution alone where n8n tells which that is', () => {
		const ledger = new Ledger();
		const monday = open(ledger, place(), undefined, { lineage: 'monday' });
		monday.settle('0:a', accepted('r1'));
		ledger.close(monday, 'failed');
		const retry = (lineage: string) =>
			open(ledger, place({ execution: `retry of ${lineage}` }), { left: undefined }, { lineage });
		expect(retry('tuesday').find('0:a', 'like')).toBeUndefined();
		expect(retry('monday').find('0:a', 'like')).toEqual(before('r1'));
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

		expect(second.find('0:a', 'like')).toEqual(before('r1'));
		expect(second.find('1:b', 'like')).toEqual(before('r2'));
		expect(second.find('2:c', 'like')).toBeUndefined();
	});

	it('takes everything for possibly sent where a retry starts over and nothing is known', () => {
		const again = { left: undefined, startedOver: true };
		const retry = open(new Ledger(), place({ execution: '2' }), again);
		expect(retry.find('0:a', 'like')).toMatchObject({ state: 'open', sent: 'unknown' });
	});

	it('sends two calls of a tool at the same time as two messages, even if they read the same', () => {
		const ledger = new Ledger();
		const tool = { isTool: true };
		const first = open(ledger, place({ run: -1 }), undefined, tool);
		const second = open(ledger, place({ run: -1 }), undefined, tool);

		expect(first.begin('0:a', 'like')).toBeUndefined();
		expect(second.find('0:a', 'like')).toBeUndefined();
		expect(second.begin('0:a', 'like')).toBeUndefined();
	});

	it('knows a second try of a tool’s call once the first has ended', () => {
		const ledger = new Ledger();
		const tool = { isTool: true };
		const first = open(ledger, place({ run: -1 }), undefined, tool);
		first.begin('0:a', 'like');
		ledger.close(first, 'failed');

		const second = open(ledger, place({ run: -1 }), undefined, tool);

		expect(second.find('0:a', 'like')).toMatchObject({ state: 'open' });
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
		expect(retry.find('0:a', 'like')).toEqual(before('r1'));
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
		expect(third.find('1:b', 'like')).toEqual(before('r2'));
	});

	it('takes everything for possibly sent where it cannot read what the failed execution left', () => {
		const left = { version: 99, origin: '1', run: 0, entries: {} };

		const retry = open(new Ledger(), place({ execution: '2' }), { left, hasMarks: true });

		expect(retry.find('0:a', 'like')).toMatchObject({ state: 'open', sent: 'unknown' });
	});

	it('does so also in a retry of that retry', () => {
		const left = { version: 99, origin: '1', run: 0, entries: {} };
		const first = open(new Ledger(), place({ execution: '2' }), { left });
		const handed: unknown = JSON.parse(JSON.stringify(first.stored()));

		const second = open(new Ledger(), place({ execution: '3' }), { left: handed });

		expect(second.find('0:a', 'like')).toMatchObject({ state: 'open', sent: 'unknown' });
	});

	describe('in a retry on another worker', () => {
		const failedOn = (first: Ledger, settle: (run: RunLedger) => void, who = {}): unknown => {
			const run = open(first, place(), undefined, who);
			settle(run);
			return JSON.parse(JSON.stringify(run.stored()));
		};

		it('shows of an accepted message its reference number alone', () => {
			const left = failedOn(new Ledger(), (run) => {
				run.settle('0:a', accepted('r1'));
			});

			const retry = open(new Ledger(), place({ execution: '2' }), { left }, { carried: 'retry' });

			expect(retry.find('0:a', 'like')).toEqual(before('r1'));
		});

		it('shows the same on the worker that has sent it', () => {
			const ledger = new Ledger();
			const left = failedOn(ledger, (run) => {
				run.settle('0:a', accepted('r1'));
			});

			const retry = open(ledger, place({ execution: '2' }), { left }, { carried: 'retry' });

			expect(retry.find('0:a', 'like')).toEqual(before('r1'));
		});

		it('knows a message whose answer could not be read for one that was accepted', () => {
			const left = failedOn(new Ledger(), (run) => {
				run.settle('0:a', { state: 'open', what: 'w', advice: 'a', sent: 'yes' });
			});

			const retry = open(new Ledger(), place({ execution: '2' }), { left });

			expect(retry.find('0:a', 'like')).toMatchObject({ state: 'open', sent: 'yes' });
		});

		it('knows it still if that retry is cancelled and starts over, and nothing else was kept', () => {
			const monday = { lineage: 'monday' };
			const settle = (run: RunLedger) => {
				run.settle('0:a', accepted('r1'));
			};
			const left = failedOn(new Ledger(), settle, monday);
			const elsewhere = new Ledger();
			const first = open(elsewhere, place({ execution: '2' }), { left }, monday);
			first.find('0:a', 'like');
			elsewhere.close(first, 'failed');

			const again = { left: undefined, startedOver: true };
			const second = open(elsewhere, place({ execution: '3' }), again, monday);

			expect(second.find('0:a', 'like')).toEqual(before('r1'));
		});

		it('forgets an item that was refused for sure, and keeps the others', () => {
			const left = failedOn(new Ledger(), (run) => {
				run.begin('0:a', 'like');
				run.begin('1:b', 'other');
				run.drop('0:a');
			});

			const retry = open(new Ledger(), place({ execution: '2' }), { left });

			expect(retry.find('0:a', 'like')).toBeUndefined();
			expect(retry.find('1:b', 'other')).toMatchObject({ state: 'open' });
		});

		describe('of an agent’s tool', () => {
			const tool = { isTool: true };
			const call = (login: string, to = '1') =>
				entryKey(0, 'https://a/m', { ...request, json: { to } }, Buffer.from(login));
			const calledOnce = () =>
				failedOn(
					new Ledger(),
					(run) => {
						run.settle(call('login'), accepted('r1'));
					},
					tool,
				);
			const retried = () =>
				open(new Ledger(), place({ execution: '2' }), { left: calledOnce() }, tool);

			it('knows the same call again', () => {
				expect(retried().find(call('login'), 'like')).toEqual(before('r1'));
			});

			it('sends another call', () => {
				expect(retried().find(call('login', '2'), 'like')).toBeUndefined();
			});

			it('takes every call for possibly sent if the credential was changed in between', () => {
				expect(retried().find(call('new login'), 'like')).toMatchObject({
					state: 'open',
					sent: 'unknown',
				});
			});
		});
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
		expect(second.find('0:b', 'like')).toEqual(before('r1'));
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
