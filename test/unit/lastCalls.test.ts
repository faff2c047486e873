import type { IWebhookFunctions } from 'n8n-workflow';

import { lastCallsAsHtml, rememberCall } from '../../nodes/callbacks/lastCalls';

const of = (id: string) =>
	({
		getWorkflow: () => ({ id }),
		getNode: () => ({ id: ' node ', webhookId: 'webhook' }),
	}) as IWebhookFunctions;

const remember = (id: string, message: string, advice?: string) =>
	rememberCall(of(id), {
		status: advice === undefined ? 200 : 403,
		message,
		...(advice !== undefined && { advice }),
	});

const shown = (id: string, zone = 'UTC') => lastCallsAsHtml(`${id} node webhook`, zone);

describe('Last calls', () => {
	it('Times are of the zone, and a call of another day has its date', () => {
		jest.useFakeTimers({ now: Date.parse('2026-11-24T20:05:00Z') });
		remember('days', 'Accepted');
		const today = shown('days', 'Asia/Jakarta');
		jest.setSystemTime(Date.parse('2026-11-25T20:06:00Z'));
		remember('days', 'Why', 'Do <this>.');
		const lines = shown('days', 'Asia/Jakarta');
		jest.useRealTimers();

		expect(today).toEqual(['03:05 accepted.']);
		expect(lines).toEqual(['03:06 refused: why. Do &lt;this&gt;.', '2026-11-25 03:05 accepted.']);
	});

	it('An advice is shown once, with the newest call', () => {
		for (const what of ['a', 'b', 'c']) remember('advice', what, 'Do this.');
		expect(shown('advice').filter((line) => line.includes('Do this.'))).toEqual([
			expect.stringContaining(' refused: c. '),
		]);
	});

	it('A flood to many triggers makes the first ones forgotten', () => {
		remember('first', 'Accepted');
		for (let at = 0; at < 1000; at++) remember(`flood ${at}`, 'Accepted');
		expect(shown('first')).toEqual([]);
		expect(shown('flood 999')).toHaveLength(1);
	});
});
