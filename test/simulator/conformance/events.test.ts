import { BUSINESS_WEBHOOK, EVENTS, type Event } from '../facts/events';
import { control, jsonOf, object, receiver, SETTLED, useService } from './client';
import { broadcastRef, FATE, NUMBER, textRef } from './requests';

useService();

/** A recipient writes to the number of a channel, a sender or the SMS host. */
const write = (route: string) => () =>
	control.write({ route, from: NUMBER, text: 'a+b & c=d; 100% "x" \u00e9 \u{1F600}' });

const KINDS: Record<string, [event: Event, bring: () => Promise<unknown>]> = {
	officialStatus: [EVENTS.officialStatus, broadcastRef],
	unofficialStatus: [EVENTS.unofficialStatus, textRef],
	officialInbox: [EVENTS.officialInbox, write('official')],
	unofficialInbox: [EVENTS.unofficialInbox, write('unofficial')],
	smsInbox: [EVENTS.smsInbox, write('sms')],
	business: [BUSINESS_WEBHOOK, write('business')],
};

const TYPES = {
	json: /^application\/json$/,
	form: /^application\/x-www-form-urlencoded$/,
	query: /^$/,
};

const ways = Object.entries(KINDS).flatMap(([kind, [{ methods, sentAs }, bring]]) =>
	methods.map((method) => ({ kind, method, sentAs, bring })),
);

it.each(ways)(
	'The callback $kind is sent by $method as $sentAs, with the query of its URL',
	async ({ kind, method, sentAs, bring }) => {
		await control.settings({ unofficialStatusMethod: method });
		await control.register({ [kind]: `${receiver.url}/${kind}?token=a-token&client=7` });
		await bring();
		await control.advance(SETTLED);

		const all = receiver.seen(`/${kind}`);
		expect(all.length).toBeGreaterThan(0);
		for (const callback of all) {
			expect(callback.method).toBe(method);
			expect(callback.headers['content-type'] ?? '').toMatch(TYPES[sentAs]);
			expect(callback.path).toContain('?token=a-token&client=7');
		}
	},
);

/** The time of ISO 8601 as a callback has it, in the service's zone. */
const told = (time: string): string =>
	new Date(Date.parse(time) + 7 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

it.each([
	['sent', FATE.sent, 'QS', ['sent']],
	['delivered', FATE.delivered, 'QSD', ['sent', 'delivered']],
	['read', NUMBER, 'QSDR', ['sent', 'delivered', 'read']],
	['failed', FATE.failed, 'QF', ['failed']],
	['aborted', FATE.aborted, 'QA', []],
	['queued', FATE.queued, 'Q', []],
])(
	'An Official message that ends as %s has callbacks for its codes %j: %j',
	async (_end, destination, codes, words) => {
		await control.register({ officialStatus: `${receiver.url}/status` });
		const refNo = await broadcastRef({ destination });
		await control.advance(SETTLED);

		const { history } = await control.message(refNo);
		expect(history.map(({ status }) => status).join('')).toBe(codes);
		const fields = receiver.seen('/status').map(({ body }) => object.parse(jsonOf({ text: body })));
		const moves = history.filter(({ status }) => status !== 'Q' && status !== 'A');
		expect(fields).toEqual(
			moves.map(({ at }, step) => ({ ref_no: refNo, status: words[step], status_date: told(at) })),
		);
	},
);
