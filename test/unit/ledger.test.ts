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

const fail = (ledger: Ledger, at: RunPlace, key: string, entry: Entry) => {
	const run = ledger.open(at);
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
		fail(ledger, place(), 'a', accepted('r1'));
		expect(ledger.open(place()).find('a')).toEqual(accepted('r1'));
	});

	it.each([
		['execution', { execution: '2' }],
		['run of the node', { run: 1 }],
		['node', { node: 'other' }],
		['workflow', { workflow: 'other' }],
	])('knows nothing of it in another %s', (_, other) => {
		const ledger = new Ledger();
		fail(ledger, place(), 'a', accepted('r1'));
		expect(ledger.open(place(other)).find('a')).toBeUndefined();
	});

	it('takes what had begun and never ended for possibly sent', () => {
		const ledger = new Ledger();
		ledger.open(place()).begin('a');
		expect(ledger.open(place()).find('a')).toMatchObject({ state: 'open', sent: 'unknown' });
	});

	it('forgets what certainly was not sent, so that it may be sent again', () => {
		const ledger = new Ledger();
		const run = ledger.open(place());
		run.begin('a');
		run.drop('a');
		expect(ledger.open(place()).find('a')).toBeUndefined();
	});

	it('forgets a run that ended well', () => {
		const ledger = new Ledger();
		const run = ledger.open(place());
		run.settle('a', accepted('r1'));
		ledger.close(run, 'done');
		expect(ledger.size).toBe(0);
	});

	it('lets a person’s retry inherit from failed executions, once, and not from others', () => {
		const ledger = new Ledger();
		fail(ledger, place(), 'a', accepted('r1'));
		const other = ledger.open(place({ execution: '2' }));
		other.settle('b', accepted('r2'));
		ledger.close(other, 'may come again');
		const retry = ledger.open(place({ execution: '3' }), { left: undefined });
		expect(retry.find('a')).toEqual(accepted('r1'));
		expect(retry.find('b')).toBeUndefined();
		// It moved over: the next execution with the same message sends it.
		expect(ledger.open(place({ execution: '4' }), { left: undefined }).find('a')).toBeUndefined();
	});

	it('inherits from the very execution that is retried where that one’s own data says so', () => {
		const first = new Ledger();
		const failed = first.open(place());
		failed.settle('a', accepted('r1'));
		failed.settle('b', { state: 'open', what: 'w', advice: 'a', sent: 'unknown' });
		const handed: unknown = JSON.parse(JSON.stringify(failed.snapshot()));
		const elsewhere = new Ledger();
		fail(elsewhere, place({ execution: '9' }), 'c', accepted('r9'));
		const retry = elsewhere.open(place({ execution: '2' }), { left: handed });
		expect(retry.find('a')).toEqual(accepted('r1'));
		expect(retry.find('b')).toMatchObject({ state: 'open' });
		expect(retry.find('c')).toBeUndefined();
	});

	it('knows two retries of one failed execution for the same, at once or one after the other', () => {
		const failed = new Ledger().open(place());
		failed.settle('a', accepted('r1'));
		const left: unknown = JSON.parse(JSON.stringify(failed.snapshot()));
		const ledger = new Ledger();
		const first = ledger.open(place({ execution: '2' }), { left });
		first.begin('b');
		expect(ledger.open(place({ execution: '3' }), { left }).find('b')).toMatchObject({
			state: 'open',
		});
		first.settle('b', accepted('r2'));
		ledger.close(first, 'done');
		expect(ledger.open(place({ execution: '4' }), { left }).find('b')).toEqual(accepted('r2'));
	});

	it('takes no notice of handed-on data that is not its own', () => {
		const retry = new Ledger().open(place(), {
			left: { origin: '1', run: 0, entries: { a: { state: 'accepted' } } },
		});
		expect(retry.find('a')).toBeUndefined();
	});

	it('is bounded in entries, in runs and in age, and never forgets a run that is under way', () => {
		let now = 0;
		const ledger = new Ledger(() => now, { entries: 10, runs: 5, ageMs: 1000 });
		const fill = (execution: string, entries: number) => {
			const run = ledger.open(place({ execution }));
			for (let at = 0; at < entries; at++) run.settle(`k${at}`, accepted('r'));
			return run;
		};
		const underWay = fill('under way', 8);
		for (let at = 0; at < 20; at++) ledger.close(fill(`e${at}`, 3), 'failed');
		expect(ledger.size).toBeLessThanOrEqual(8 + 3);
		expect(underWay.find('k0')).toBeDefined();
		ledger.close(underWay, 'failed');
		now = 2000;
		ledger.open(place({ execution: 'later' }));
		expect(ledger.size).toBe(0);
	});
});
