import type { Row } from '../reliability/faultRun';
import { reliabilityPage } from '../reliability/report';
import { kindsOf } from '../reliability/results';

const standing = {
	status: 'error',
	requests: 20,
	accepted: 18,
	twice: 0,
	sent: 17,
	notSent: 2,
	unknown: 1,
};

const row = (given: Partial<Row> = {}): Row => ({
	operation: 'SMS, Send',
	fault: '503',
	settings: { onError: 'stopWorkflow', retryOnFail: false },
	first: standing,
	wrong: [],
	...given,
});

const words = (message: string, place = '') => ({
	message,
	description: `${place}Wait. Of 20 items, 18 were accepted.`,
});

describe('Page of runs under faults', () => {
	it('Runs are kept by operation and fault, each with its settings and counts', () => {
		const kinds = kindsOf([
			row(),
			row({ settings: { onError: 'stopWorkflow', retryOnFail: true } }),
			row({ fault: '429' }),
		]);

		expect(kinds.map(({ operation, fault, runs }) => [operation, fault, runs.length])).toEqual([
			['SMS, Send', '503', 2],
			['SMS, Send', '429', 1],
		]);
		expect(kinds[0]?.runs[1]).toEqual({
			onError: 'stopWorkflow',
			retryOnFail: true,
			first: {
				endedAs: 'error',
				requests: 20,
				accepted: 18,
				acceptedTwice: 0,
				toldSent: 17,
				toldNotSent: 2,
				toldUnknown: 1,
			},
			afterRetry: null,
			wrong: [],
		});
	});

	it('Runs are told in the words read most often, without the place of the item', () => {
		const [kind] = kindsOf([
			row({ words: words('Something else') }),
			row({ words: words('It broke', 'Item 3 of 20. ') }),
			row({ words: words('It broke', 'Items 8 and 9 of 20. ') }),
		]);

		expect(kind?.reads).toBe('It broke. Wait.');
	});

	it('The page opens with a message accepted twice and a run that broke a promise', () => {
		const machine = { date: '', command: '', machine: '', versions: '' };
		const twice = row({ first: { ...standing, twice: 1 }, wrong: ['1 accepted more than once'] });
		const page = reliabilityPage(
			{
				faults: { ...machine, kinds: kindsOf([row(), twice]) },
				clock: { ...machine, kinds: [] },
				stopped: { ...machine, runs: [] },
			},
			undefined,
		);

		expect(page).toContain('**Not so:** 1 messages were accepted twice');
		expect(page).toContain('SMS, Send: 503: 1 accepted more than once.');
		expect(page).toContain('| 503 | **1 of 2** | 1 |');
	});
});
