import type { Account } from '../../nodes/MessagingService/engine/account';
import { systemClock } from '../../nodes/MessagingService/engine/pace';
import { factsOf, type FactsSource } from '../../nodes/MessagingService/engine/facts';
import { Pacer } from '../../nodes/MessagingService/engine/pace/pacer';
import { z } from 'zod';
import { redactor } from '../../nodes/plain/redact';

const source: FactsSource<unknown> = {
	request: { method: 'GET', path: '/templates' },
	answer: z.unknown(),
};

/** An account whose service never answers; it notes how long each request would have waited. */
function silentAccount() {
	const waits: number[] = [];
	const account: Account = {
		credential: 'messagingServiceApi',
		url: 'https://service.test',
		redact: redactor(''),
		pacer: new Pacer(100, systemClock),
		transport: ({ timeoutMs }) => {
			waits.push(timeoutMs);
			const breakdown = { what: 'no answer', advice: '', reached: 'maybe', passing: true } as const;
			return Promise.resolve(breakdown);
		},
	};
	return { account, waits };
}

describe('A list of templates that does not come', () => {
	it('A list of templates is waited for five seconds at most', async () => {
		const { account, waits } = silentAccount();
		expect(await factsOf(account, source, undefined)).toBeUndefined();
		expect(waits).toEqual([5_000]);
	});
});
