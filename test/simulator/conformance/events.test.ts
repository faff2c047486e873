import { faultsOfCallback, fieldsOf as readFields } from '../../support/contract';
import type { Seen } from '../../support/service';
import { BUSINESS_WEBHOOK, EVENTS, type Event } from '../facts/events';
import { control, receiver, useService, type Fields } from './client';
import { SETTLED } from './expect';
import { broadcastRef, FATE, NUMBER, textRef } from './requests';

useService();

const ALL = { ...EVENTS, business: BUSINESS_WEBHOOK };

type Kind = keyof typeof ALL;

/** Registers a URL that has a query. */
const register = (kind: Kind) =>
	control.register({ [kind]: `${receiver.url}/${kind}?token=a-token&client=7` });

/** The fields of a callback, without the query of the registered URL. */
function fieldsOf({ path, headers, body }: Seen): Fields {
	const query = path.split('?')[1] ?? '';
	const all = Object.entries(readFields({ query, headers, body }));
	return Object.fromEntries(all.filter(([name]) => name !== 'token' && name !== 'client'));
}

/** A recipient writes to the number of a channel, a sender or the SMS host. */
const write = (route: string, to: string) => () =>
	control.write({ route, to, from: NUMBER, text: 'a+b & c=d; 100% "x" \u00e9 \u{1F600}' });

const bring: Record<Kind, () => Promise<unknown>> = {
	officialStatus: broadcastRef,
	unofficialStatus: textRef,
	officialInbox: write('official', '6280000000001'),
	unofficialInbox: write('unofficial', '6280000000011'),
	smsInbox: write('sms', '6280000000021'),
	business: write('business', '6280000000003'),
};

const TYPES = {
	json: /^application\/json\b/,
	form: /^application\/x-www-form-urlencoded\b/,
	query: /^$/,
};

const ways = Object.entries(ALL as Record<Kind, Event>).flatMap(([kind, event]) =>
	// The keys of the table are kinds.
	event.methods.map((method) => ({ kind: kind as Kind, method, sentAs: event.sentAs })),
);

describe('Callbacks', () => {
	it.each(ways)(
		'The callback $kind is sent by $method as $sentAs, with its fields and no others',
		async ({ kind, method, sentAs }) => {
			await control.settings({ unofficialStatusMethod: method });
			await register(kind);
			await bring[kind]();
			await control.advance(SETTLED);

			const all = receiver.seen(`/${kind}`);
			expect(all.length).toBeGreaterThan(0);
			for (const callback of all) {
				expect(callback.method).toBe(method);
				expect(callback.headers['content-type'] ?? '').toMatch(TYPES[sentAs]);
				expect(faultsOfCallback(kind, fieldsOf(callback))).toEqual([]);
				// The query of the registered URL stays.
				expect(callback.path).toContain('?token=a-token&client=7');
				// These are all characters of a form.
				const signs = sentAs === 'form' ? /^[A-Za-z0-9*\-._+%=&]*$/ : /^/;
				expect(callback.body).toMatch(signs);
			}
		},
	);
});

/** The time of ISO 8601 as a callback has it, in the service's zone. */
const told = (time: string): string =>
	new Date(Date.parse(time) + 7 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

describe('Status callbacks of Official messages', () => {
	it.each([
		['sent', FATE.sent, 'QS', ['sent']],
		['delivered', FATE.delivered, 'QSD', ['sent', 'delivered']],
		['read', NUMBER, 'QSDR', ['sent', 'delivered', 'read']],
		['failed', FATE.failed, 'QF', ['failed']],
		['aborted', FATE.aborted, 'QA', []],
		['queued', FATE.queued, 'Q', []],
	])(
		'A message that ends as %s has callbacks for its codes %j: %j',
		async (_end, destination, codes, words) => {
			await register('officialStatus');
			const refNo = await broadcastRef({ destination });
			await control.advance(SETTLED);

			const { history } = await control.message(refNo);
			const fields = receiver.seen('/officialStatus').map(fieldsOf);
			expect(new Set(fields.map(({ ref_no }) => ref_no))).toEqual(new Set(words.map(() => refNo)));
			expect(history.map(({ status }) => status).join('')).toBe(codes);
			expect(fields.map(({ status }) => status)).toEqual(words);
			const moves = history.filter(({ status }) => status !== 'Q' && status !== 'A');
			expect(fields.map(({ status_date: date }) => date)).toEqual(moves.map(({ at }) => told(at)));
		},
	);
});
