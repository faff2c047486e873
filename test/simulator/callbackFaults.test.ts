import { control, jsonOf, service, useService } from './conformance/client';
import { answerWith, codes, register, seen } from './conformance/hook';
import { text } from './conformance/requests';

/** Faults of callbacks are ordered, and test callbacks are sent. */

useService();

describe('Faults of callbacks', () => {
	/** Sends a message, and orders the faults of its next callbacks. */
	async function sendWith(...kinds: string[]): Promise<void> {
		await register('unofficialStatus');
		await text();
		for (const kind of kinds) await control.fault({ kind });
	}

	it.each([
		['A callback may come twice', ['duplicateCallback'], ['Q', 'Q', 'S']],
		['A callback may come after the next one', ['reorderCallbacks'], ['S', 'Q', 'D']],
		[
			'A callback that was held back comes, whatever strikes the next one',
			['reorderCallbacks', 'duplicateCallback'],
			['S', 'S', 'Q', 'D'],
		],
	])('%s', async (_what, kinds, expected) => {
		await sendWith(...kinds);
		await control.advance(expected.includes('D') ? 2000 : 1000);

		expect(codes()).toEqual(expected);
	});

	it('A callback that finds nobody listening is noted', async () => {
		await sendWith('deadReceiver');
		await control.advance(1000);

		expect(codes()).toEqual(['S']);
		expect(await control.deliveries()).toMatchObject([
			{ status: null, error: expect.stringContaining('ECONNREFUSED') as unknown },
			{ status: 200 },
		]);
	});

	it('A failed callback comes again if the service is set to retry', async () => {
		await control.settings({ callbackRetries: 1 });
		await sendWith('deadReceiver');
		answerWith(503);

		// The first callback finds nobody, and the second gets a 503. Both come again a second later.
		await control.advance(1000);
		await control.advance(999);
		const before = codes();
		await control.advance(1);

		expect(before).toEqual(['S']);
		expect(codes().slice(1).sort()).toEqual(expect.arrayContaining(['Q', 'S']));
	});
});

describe('Test callbacks', () => {
	const testCallback = (kind: string) =>
		service.at('POST', '/__control/callbacks/test', {
			body: JSON.stringify({ kind }),
			headers: { 'content-type': 'application/json' },
		});

	it.each([
		['officialInbox', 'room_id'],
		['officialStatus', 'status_date'],
		['unofficialStatus', 'err_code'],
		['unofficialInbox', 'gateway_number'],
		['smsInbox', 'gateway_number'],
		['business', 'message_id'],
	])('A test callback of the kind %s has the field %s', async (kind, field) => {
		await register(kind);

		const answer = await testCallback(kind);

		expect(jsonOf(answer)).toEqual({ statuses: [200] });
		const [{ url, body } = { url: '', body: '' }] = seen();
		expect(`${String(url)} ${body}`).toContain(field);
	});

	it('A test callback without a URL is refused', async () => {
		const answer = await testCallback('business');

		expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('no URL')]);
	});

	it('A test callback reports the response of its receiver', async () => {
		await register('business');
		answerWith(404);

		const answer = await testCallback('business');

		expect(jsonOf(answer)).toEqual({ statuses: [404] });
	});
});
