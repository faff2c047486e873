import { TEXT } from '../campaigns/frame/nodes';
import { until, type Json } from '../n8n/api';
import { items, type TestNode } from '../n8n/workflows';
import { AYU, useN8n } from './useN8n';

/** A batch that is repeated, stopped or interrupted by a crash of n8n. */

/** Of each list, enough that some keys have settled. */
const SENT_BEFORE = 100;
/** Two portions of keys, and requests that had not arrived. */
const MOST_NAMED_AND_UNSENT = 150;

describe('Batch in n8n', () => {
	const testbed = useN8n({ simulator: { speed: 0 } });

	beforeEach(() => testbed.control.reset());

	const numbers = Array.from({ length: 30 }, (_, index) => `6281234500${10 + index}`);
	const list = numbers.map((to) => ({ to }));

	const text = (settings: Json = {}, options: Json = {}): TestNode =>
		testbed.node('Send', { ...TEXT, message: '=Hello {{ $json.to }}', options }, settings);

	const sent = async () => (await testbed.control.messages()).map(({ to }) => to).sort();

	const refusal = { kind: 'status', status: 400, times: 1, path: '/whatsapp/message' };
	const refuseOne = () => testbed.control.addFault(refusal);

	it('A batch is sent once and in its order, though Retry On Fail runs the node again', async () => {
		await refuseOne();
		const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 100 };

		const execution = await testbed.finished([text(settings)], list);

		const messages = await testbed.control.messages();
		const refNos = new Map(messages.map(({ to, ref_no: refNo }) => [to, refNo]));
		expect(await sent()).toEqual(numbers);
		expect(execution.output('Send').map(({ ref_no: refNo }) => refNo)).toEqual(
			numbers.map((number) => refNos.get(number)),
		);
	});

	it('A batch stops when a person presses Stop', async () => {
		const many = Array.from({ length: 1500 }, (_, index) => ({ to: `628123450${1000 + index}` }));
		const { id } = await testbed.run([text()], many);
		await until('some to be sent', async () => (await sent()).length > 50);

		await testbed.api.stop(id);
		const stopped = await testbed.api.finished(id);
		// All executions with one key share a queue: when these are sent, earlier requests have arrived.
		const sendOthers = () => testbed.finished([text()], Array(50).fill({ to: AYU }));
		const sentByStopped = async () => (await sent()).filter((to) => to !== AYU).length;
		await sendOthers();
		const before = await sentByStopped();
		// A batch that goes on would send more meanwhile.
		await sendOthers();

		expect(stopped.status).toBe('canceled');
		expect(before).toBeLessThan(many.length);
		expect(await sentByStopped()).toBe(before);
	});

	it('A retry after a crash sends nothing twice, names a list without keys and finishes one with keys', async () => {
		const ready = async (first: number, options: Json) => {
			const numbers = Array.from({ length: 400 }, (_, at) => String(first + at));
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
		const sentByRetry = ofKeyed(({ ref_no: refNo }) => refNo !== undefined);
		const settledBefore = ofKeyed(({ already_sent: wasBefore }) => wasBefore === true);
		expect([...uncertain, ...settledBefore, ...sentByRetry].sort()).toEqual(keyed.numbers);
		// A slow machine may have many messages in flight. They are named, too.
		const unsent = uncertain.filter((number) => !before.keyed.includes(number));
		expect(unsent.length).toBeLessThanOrEqual(MOST_NAMED_AND_UNSENT);
		expect(before.keyed).toEqual(expect.arrayContaining(settledBefore));
		expect(await keyed.sent()).toEqual([...before.keyed, ...sentByRetry].sort());
	});
});
