import {
	entryKey,
	Ledger,
	type Entry,
	type RunPlace,
} from '../../nodes/MessagingService/engine/ledger';

const place = (more: Partial<RunPlace> = {}): RunPlace => ({
	workflow: 'w',
	node: 'n',
	execution: '1',
	run: 0,
	...more,
});

const accepted = (ref_no: string): Entry => ({ state: 'accepted', output: [{ ref_no }] });

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
		ledger.open(place(), false).settle('a', accepted('r1'));
		ledger.close(place(), 'failed');
		expect(ledger.open(place(), false).find('a')).toEqual(accepted('r1'));
	});

	it.each([
		['execution', { execution: '2' }],
		['run of the node', { run: 1 }],
		['node', { node: 'other' }],
		['workflow', { workflow: 'other' }],
	])('knows nothing of it in another %s', (_, other) => {
		const ledger = new Ledger();
		ledger.open(place(), false).settle('a', accepted('r1'));
		ledger.close(place(), 'failed');
		expect(ledger.open(place(other), false).find('a')).toBeUndefined();
	});

	it('takes what had begun and never ended for possibly sent', () => {
		const ledger = new Ledger();
		ledger.open(place(), false).begin('a');
		expect(ledger.open(place(), false).find('a')).toMatchObject({ state: 'open', sent: 'unknown' });
	});

	it('forgets what certainly was not sent, so that it may be sent again', () => {
		const ledger = new Ledger();
		const run = ledger.open(place(), false);
		run.begin('a');
		run.drop('a');
		expect(ledger.open(place(), false).find('a')).toBeUndefined();
	});

	it('forgets a run that ended well', () => {
		const ledger = new Ledger();
		ledger.open(place(), false).settle('a', accepted('r1'));
		ledger.close(place(), 'done');
		expect(ledger.size).toBe(0);
	});

	it('lets a person’s retry inherit from failed executions, once, and not from others', () => {
		const ledger = new Ledger();
		ledger.open(place(), false).settle('a', accepted('r1'));
		ledger.close(place(), 'failed');
		ledger.open(place({ execution: '2' }), false).settle('b', accepted('r2'));
		ledger.close(place({ execution: '2' }), 'may come again');
		const retry = ledger.open(place({ execution: '3' }), true);
		expect(retry.find('a')).toEqual(accepted('r1'));
		expect(retry.find('b')).toBeUndefined();
		// It moved over: the next execution with the same message sends it.
		expect(ledger.open(place({ execution: '4' }), true).find('a')).toBeUndefined();
	});

	it('inherits from the very execution that is retried where that one’s own data says so', () => {
		const first = new Ledger();
		const failed = first.open(place(), false);
		failed.settle('a', accepted('r1'));
		failed.settle('b', { state: 'open', what: 'w', advice: 'a', sent: 'unknown' });
		const handed: unknown = JSON.parse(JSON.stringify(failed.snapshot()));
		const elsewhere = new Ledger();
		elsewhere.open(place({ execution: '9' }), false).settle('c', accepted('r9'));
		elsewhere.close(place({ execution: '9' }), 'failed');
		const retry = elsewhere.open(place({ execution: '2' }), true, handed);
		expect(retry.find('a')).toEqual(accepted('r1'));
		expect(retry.find('b')).toMatchObject({ state: 'open' });
		expect(retry.find('c')).toBeUndefined();
	});

	it('takes no notice of handed-on data that is not its own', () => {
		const retry = new Ledger().open(place(), true, {
			run: 0,
			entries: { a: { state: 'accepted' } },
		});
		expect(retry.find('a')).toBeUndefined();
	});

	it('is bounded in entries, in runs and in age, and never forgets a run that is under way', () => {
		let now = 0;
		const ledger = new Ledger(() => now, { entries: 10, runs: 5, ageMs: 1000 });
		const fill = (execution: string, entries: number) => {
			const run = ledger.open(place({ execution }), false);
			for (let at = 0; at < entries; at++) run.settle(`k${at}`, accepted('r'));
		};
		fill('under way', 8);
		for (let at = 0; at < 20; at++) {
			fill(`e${at}`, 3);
			ledger.close(place({ execution: `e${at}` }), 'failed');
		}
		expect(ledger.size).toBeLessThanOrEqual(8 + 3);
		expect(ledger.open(place({ execution: 'under way' }), false).find('k0')).toBeDefined();
		ledger.close(place({ execution: 'under way' }), 'failed');
		ledger.close(place({ execution: 'under way' }), 'failed');
		now = 2000;
		ledger.open(place({ execution: 'later' }), false);
		expect(ledger.size).toBe(0);
	});
});
