import { EVENTS, type Event } from '../facts/events';
import { control, jsonOf, receiver, useService, type Callback, type Fields } from './client';
import { first, object, SETTLED } from './expect';
import {
	broadcastRef,
	FATE,
	mediaRef,
	NUMBER,
	openRoom,
	replyRef,
	textRef,
	writeToChannel,
} from './requests';

useService();

type Kind = keyof typeof EVENTS;

/** Registers a URL with a query of its own. */
const register = (kind: Kind) =>
	control.callbacks({ [kind]: `${receiver.url}/${kind}?token=a-token&client=7` });

/** The fields of a callback, without the query of the registered URL. */
function fieldsOf(kind: Kind, { url, body }: Callback): Fields {
	if (EVENTS[kind].sentAs === 'json') return object.parse(jsonOf({ text: body }));
	if (EVENTS[kind].sentAs === 'form') return Object.fromEntries(new URLSearchParams(body));
	const { token, client, ...fields } = Object.fromEntries(url.searchParams);
	expect([token, client, body]).toEqual(['a-token', '7', '']);
	return fields;
}

/** The callbacks of a kind so far. */
const pushed = (kind: Kind) => receiver.seen(`/${kind}`).map((one) => fieldsOf(kind, one));

async function wayOf(kind: Kind, send: () => Promise<string>) {
	await register(kind);
	const ref_no = await send();
	await control.advance(SETTLED);
	return { ref_no, fields: pushed(kind).filter((one) => one.ref_no === ref_no) };
}

const TEXT = 'Yes: a+b & c=d; 100% "x" \u00e9 \u{1F600}\nsecond line';

const INBOXES = {
	officialInbox: { route: 'official', to: '6281100000001' },
	unofficialInbox: { route: 'unofficial', to: '6281100000011' },
	smsInbox: { route: 'sms', to: '6281100000021' },
} as const;

const inboxes = Object.keys(INBOXES) as (keyof typeof INBOXES)[];

/** Somebody writes, at a time of its own. */
async function inbox(kind: keyof typeof INBOXES) {
	await register(kind);
	await control.advance(90_000);
	const { id, room_id } = await control.inbox({ ...INBOXES[kind], from: NUMBER, text: TEXT });
	await receiver.take(`/${kind}`, 1);
	return { id, room_id, fields: first(pushed(kind)) };
}

const bring: Record<Kind, () => Promise<unknown>> = {
	officialStatus: () => wayOf('officialStatus', broadcastRef),
	unofficialStatus: () => wayOf('unofficialStatus', textRef),
	officialInbox: () => inbox('officialInbox'),
	unofficialInbox: () => inbox('unofficialInbox'),
	smsInbox: () => inbox('smsInbox'),
};

const TYPES = {
	json: /^application\/json\b/,
	form: /^application\/x-www-form-urlencoded\b/,
	query: /^$/,
};

const ways = Object.entries(EVENTS as Record<Kind, Event>).flatMap(([kind, event]) =>
	// The names of the table are kinds.
	event.methods.map((method) => ({ kind: kind as Kind, method, ...event })),
);

describe('Callbacks', () => {
	it.each(ways)(
		'$kind comes by $method as $sentAs, with its fields and no others',
		async ({ kind, method, sentAs, data }) => {
			await control.settings({ unofficialStatusMethod: method });
			await bring[kind]();

			const all = receiver.seen(`/${kind}`);
			expect(all.length).toBeGreaterThan(0);
			for (const callback of all) {
				expect(callback.method).toBe(method);
				expect(callback.contentType).toMatch(TYPES[sentAs]);
				const fields = fieldsOf(kind, callback);
				data.schema.parse(fields);
				expect(Object.keys(fields).sort()).toEqual(Object.keys(data.cases?.[''] ?? {}).sort());
				// The query of the registered URL is kept.
				expect(callback.url.search).toContain('?token=a-token&client=7');
				// A form has no other characters than these.
				const signs = sentAs === 'form' ? /^[A-Za-z0-9*\-._+%=&]*$/ : /^/;
				expect(callback.body).toMatch(signs);
			}
		},
	);
});

/** As the service tells a time, in UTC. */
const told = (time: Date): string => time.toISOString().slice(0, 19).replace('T', ' ');

describe('Status callbacks of Official messages', () => {
	it.each([
		['sent', FATE.sent, ['sent']],
		['delivered', FATE.delivered, ['sent', 'delivered']],
		['read', NUMBER, ['sent', 'delivered', 'read']],
		['failed', FATE.failed, ['failed']],
		['aborted', FATE.aborted, []],
		['queued', FATE.queued, []],
	])(
		'A message that ends as %s is told in these words: %s %j',
		async (_end, destination, words) => {
			const { fields } = await wayOf('officialStatus', () => broadcastRef({ destination }));

			expect(fields.map(({ status }) => status)).toEqual(words);
		},
	);

	it('A sent reply is told as a broadcast is', async () => {
		const room = await openRoom();
		const { fields } = await wayOf('officialStatus', () => replyRef(room));

		expect(fields.map(({ status }) => status)).toEqual(['sent', 'delivered', 'read']);
	});

	it('The date is when the status came', async () => {
		const { ref_no, fields } = await wayOf('officialStatus', broadcastRef);

		const { history } = await control.message(ref_no);
		expect(fields.map(({ status_date: date }) => date)).toEqual(
			history.slice(1).map(({ at }) => told(at)),
		);
	});
});

describe('Status callbacks of unofficial messages', () => {
	it.each([
		['text', textRef],
		['file', mediaRef],
	])('Each status of a %s is told by its code', async (_what, send) => {
		const { fields } = await wayOf('unofficialStatus', send);

		expect(fields.map(({ status }) => status)).toEqual(['Q', 'S', 'D', 'R']);
	});
});

describe('Inbox callbacks', () => {
	it('An Official one carries its room, its id, its text, its time and its sender', async () => {
		await broadcastRef();
		const { id, fields } = await inbox('officialInbox');

		const now = told(await control.now());
		const room_id = await writeToChannel();
		expect(fields).toEqual({
			room_id,
			ref_no: id,
			text: TEXT,
			inbox_date: now,
			sender_number: NUMBER,
		});
	});

	it.each(inboxes.slice(1))(
		'%s carries its id, both numbers, its time and its text',
		async (kind) => {
			const { id, fields } = await inbox(kind);

			const numbers = { gateway_number: INBOXES[kind].to, originator: NUMBER };
			expect(fields).toEqual({
				id,
				...numbers,
				receive_date: told(await control.now()),
				msg: TEXT,
			});
		},
	);
});
