import { TEXT } from '../campaigns/frame/nodes';
import { until, type Json } from '../n8n/api';
import { items, type TestNode } from '../n8n/workflows';
import { slowLogin } from './support/slowLogin';
import { useN8n } from './useN8n';

/** A batch that is interrupted by a crash of n8n. */

/** Of each list, enough that some keys have settled. */
const SENT_BEFORE = 40;
/** Two portions of keys, and requests that had not arrived. */
const MOST_NAMED_AND_UNSENT = 150;

describe('Batch in n8n', () => {
	const testbed = useN8n({ simulator: { speed: 0 } });

	let credentials: TestNode['credentials'];

	beforeAll(async () => {
		credentials = await slowLogin(testbed, 20);
	});

	const text = (settings: Json = {}, options: Json = {}): TestNode =>
		testbed.node(
			'Send',
			{ ...TEXT, message: '=Hello {{ $json.to }}', options },
			{ credentials, ...settings },
		);

	const sent = async () => (await testbed.control.messages()).map(({ to }) => to).sort();

	it('A retry after a crash sends nothing twice, names a list without keys and finishes one with keys', async () => {
		const ready = async (first: number, options: Json) => {
			// So many that neither list ends before the crash, however long it takes to see what was sent.
			const numbers = Array.from({ length: 300 }, (_, at) => String(first + at));
			const published = await testbed.behindWebhook([
				items(numbers.map((to) => ({ to }))),
				text({ onError: 'continueErrorOutput' }, options),
			]);
			return {
				...published,
				numbers,
				sent: async () => (await sent()).filter((to) => numbers.includes(to)),
			};
		};
		const keyed = await ready(628_123_450_000, { sendOnceKey: '={{ $json.to }}' });
		const keyless = await ready(628_123_460_000, {});
		await Promise.all([keyed.call(), keyless.call()]);
		await until('some of each to be sent', async () => {
			const counts = [(await keyed.sent()).length, (await keyless.sent()).length];
			return Math.min(...counts) >= SENT_BEFORE;
		});
		await testbed.crash();
		const before = { keyed: await keyed.sent(), keyless: await keyless.sent() };

		/** The numbers of the items that match. */
		const retried = async ({ numbers, workflow }: typeof keyed) => {
			const retry = await testbed.retried(await testbed.crashed(workflow));
			expect(retry.status).toBe('success');
			return (of: (json: Json) => boolean) =>
				retry
					.itemsOf('Send')
					.filter(({ json }) => of(json))
					.map(({ item = -1 }) => numbers[item] ?? 'no number')
					.sort();
		};
		const isUncertain = ({ was_sent: wasSent }: Json) => wasSent === 'maybe';

		expect(before.keyed.length).toBeLessThan(keyed.numbers.length);
		expect(before.keyless.length).toBeLessThan(keyless.numbers.length);
		const ofKeyless = await retried(keyless);
		expect(ofKeyless(isUncertain)).toEqual(keyless.numbers);
		expect(await keyless.sent()).toEqual(before.keyless);

		const ofKeyed = await retried(keyed);
		const uncertain = ofKeyed(isUncertain);
		const sentByRetry = ofKeyed(({ ref_no: refNo, sent }) => refNo !== undefined && sent !== false);
		const settledBefore = ofKeyed(({ already_sent: wasBefore }) => wasBefore === true);
		expect([...uncertain, ...settledBefore, ...sentByRetry].sort()).toEqual(keyed.numbers);
		// A slow machine may have many messages in flight. They are named, too.
		const unsent = uncertain.filter((number) => !before.keyed.includes(number));
		expect(unsent.length).toBeLessThanOrEqual(MOST_NAMED_AND_UNSENT);
		expect(before.keyed).toEqual(expect.arrayContaining(settledBefore));
		expect(await keyed.sent()).toEqual([...before.keyed, ...sentByRetry].sort());
	});
});
