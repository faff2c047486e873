import { z } from 'zod';

import {
	aString,
	CALLBACK_DATE,
	callbackDate,
	expectData,
	first,
	matching,
	object,
	SETTLED,
	type Check,
	type Checks,
} from './check';
import type { Callback, Service } from './client';
import { broadcastRef, mediaRef, NUMBER, openRoom, reply, replyRef, textRef } from './requests';

const TOKEN = 'a-token-of-the-registered-url';

/** Registers a URL with a query of its own. */
const register = (service: Service, kind: string): Promise<unknown> =>
	service.control.callbacks({ [kind]: `${service.receiver.url}/${kind}?token=${TOKEN}&client=7` });

function expectToken({ url }: Callback): void {
	expect(url.searchParams.getAll('token')).toEqual([TOKEN]);
	expect(url.searchParams.getAll('client')).toEqual(['7']);
}

const fieldsOfJson = (callback: Callback) => object.parse(JSON.parse(callback.body));

/** The callbacks of a broadcast that is sent, delivered and read. */
async function officialStatuses(service: Service) {
	await register(service, 'officialStatus');
	const refNo = await broadcastRef(service);
	await service.control.advance(SETTLED);
	return { refNo, callbacks: await service.receiver.take('/officialStatus', 3) };
}

function expectPostedJson({ method, contentType, body }: Callback): void {
	expect(method).toBe('POST');
	expect(contentType).toMatch(/^application\/json\b/);
	object.parse(JSON.parse(body));
}

export const officialStatusEvent: Checks<'officialStatusEvent'> = {
	request: async (service) => {
		const { callbacks } = await officialStatuses(service);
		for (const callback of callbacks) expectPostedJson(callback);
	},
	fields: async (service) => {
		const { callbacks } = await officialStatuses(service);
		for (const callback of callbacks)
			expect(fieldsOfJson(callback)).toEqual({
				ref_no: aString,
				status: aString,
				status_date: aString,
			});
	},
	'ref-no': async (service) => {
		const { refNo, callbacks } = await officialStatuses(service);
		for (const callback of callbacks) expect(fieldsOfJson(callback).ref_no).toBe(refNo);
	},
	date: async (service) => {
		const { refNo, callbacks } = await officialStatuses(service);
		const { history } = await service.control.message(refNo);
		const dates = ['S', 'D', 'R'].map((code) =>
			callbackDate(first(history.filter(({ status }) => status === code)).at),
		);
		expect(callbacks.map((callback) => fieldsOfJson(callback).status_date)).toEqual(dates);
		for (const date of dates) expect(date).toMatch(CALLBACK_DATE);
	},
	reply: async (service) => {
		const room = await openRoom(service);
		await service.control.advance(SETTLED);
		await register(service, 'officialStatus');
		const refNo = await replyRef(service, room);
		await service.control.advance(SETTLED);
		const callbacks = await service.receiver.take('/officialStatus', 3);
		expect(callbacks.map(fieldsOfJson)).toEqual(
			['sent', 'delivered', 'read'].map((status) => ({
				ref_no: refNo,
				status,
				status_date: matching(CALLBACK_DATE),
			})),
		);
	},
	token: async (service) => {
		const { callbacks } = await officialStatuses(service);
		for (const callback of callbacks) expectToken(callback);
	},
};

/** The callback of a message to the channel, and what the simulator says of that message. */
async function officialInbox(service: Service, text = 'Yes please') {
	await register(service, 'officialInbox');
	await broadcastRef(service);
	await service.control.advance(90_000);
	const inbox = await service.control.inbox({ route: 'official', from: NUMBER, text });
	return { inbox, callback: first(await service.receiver.take('/officialInbox', 1)) };
}

export const officialInboxEvent: Checks<'officialInboxEvent'> = {
	request: async (service) => {
		expectPostedJson((await officialInbox(service)).callback);
	},
	fields: async (service) => {
		const { callback } = await officialInbox(service);
		expect(fieldsOfJson(callback)).toEqual({
			room_id: aString,
			ref_no: aString,
			text: aString,
			inbox_date: aString,
			sender_number: aString,
		});
	},
	'room-id': async (service) => {
		const { callback } = await officialInbox(service);
		const room = z.string().parse(fieldsOfJson(callback).room_id);
		expectData(await reply(service, room), 201, object);
	},
	'ref-no': async (service) => {
		const { inbox, callback } = await officialInbox(service);
		expect(fieldsOfJson(callback).ref_no).toBe(inbox.id);
	},
	text: async (service) => {
		const text = 'Yes: 1 + 1 = 2 & "more"\nin a second line \u00e9 \u{1F600}';
		const { callback } = await officialInbox(service, text);
		expect(fieldsOfJson(callback).text).toBe(text);
	},
	date: async (service) => {
		const { callback } = await officialInbox(service);
		expect(fieldsOfJson(callback).inbox_date).toBe(callbackDate(await service.control.now()));
	},
	sender: async (service) => {
		const { callback } = await officialInbox(service);
		expect(fieldsOfJson(callback).sender_number).toBe(NUMBER);
	},
	token: async (service) => {
		expectToken((await officialInbox(service)).callback);
	},
};

/** The callbacks of an unofficial message that is sent, delivered and read: the last three. */
async function unofficialStatuses(service: Service, method: 'GET' | 'POST' = 'GET') {
	await service.control.settings({ unofficialStatusMethod: method });
	await register(service, 'unofficialStatus');
	const refNo = await textRef(service);
	await service.control.advance(SETTLED);
	const callbacks = await service.receiver.take('/unofficialStatus', 3);
	return { refNo, callbacks: [...callbacks, ...service.receiver.seen('/unofficialStatus')] };
}

const queryOf = ({ url }: Callback) => Object.fromEntries(url.searchParams);

const pushedBy =
	(method: 'GET' | 'POST'): Check =>
	async (service) => {
		const { refNo, callbacks } = await unofficialStatuses(service, method);
		for (const callback of callbacks) {
			expect(callback.method).toBe(method);
			expect(queryOf(callback)).toMatchObject({ ref_no: refNo });
			expect(callback.body).toBe('');
		}
	};

export const unofficialStatusEvent: Checks<'unofficialStatusEvent'> = {
	get: pushedBy('GET'),
	post: pushedBy('POST'),
	fields: async (service) => {
		const { callbacks } = await unofficialStatuses(service);
		for (const callback of callbacks)
			expect(queryOf(callback)).toEqual({
				token: TOKEN,
				client: '7',
				ref_no: aString,
				status: aString,
				sent_date: aString,
				err_code: aString,
			});
	},
	'ref-no': async (service) => {
		const { refNo, callbacks } = await unofficialStatuses(service);
		for (const callback of callbacks) expect(queryOf(callback).ref_no).toBe(refNo);
	},
	status: async (service) => {
		await register(service, 'unofficialStatus');
		const refNo = await textRef(service);
		for (const code of ['S', 'D', 'R']) {
			const before = service.receiver.seen('/unofficialStatus').length;
			await service.control.move(refNo, code);
			const callbacks = await service.receiver.take('/unofficialStatus', before + 1);
			expect(callbacks.map(queryOf).at(-1)?.status).toBe(code);
		}
	},
	media: async (service) => {
		await register(service, 'unofficialStatus');
		const refNo = await mediaRef(service);
		await service.control.advance(SETTLED);
		for (const callback of await service.receiver.take('/unofficialStatus', 3))
			expect(queryOf(callback)).toMatchObject({ ref_no: refNo });
	},
	token: async (service) => {
		for (const method of ['GET', 'POST'] as const)
			for (const callback of (await unofficialStatuses(service, method)).callbacks)
				expectToken(callback);
	},
};

/** What is pushed as a form: to a sender, and by SMS. */
const PUSHED = [
	{ route: 'unofficial', kind: 'unofficialInbox', to: '6281100000011' },
	{ route: 'sms', kind: 'smsInbox', to: '6281100000021' },
] as const;

interface Pushed {
	callback: Callback;
	form: Record<string, string>;
	to: string;
	id: string;
}

/** The message of each kind, pushed. */
const expectPushed =
	(expectOne: (pushed: Pushed, service: Service) => void | Promise<void>, msg = 'Yes'): Check =>
	async (service) => {
		for (const { route, kind, to } of PUSHED) {
			await register(service, kind);
			const { id } = await service.control.inbox({ route, from: NUMBER, to, text: msg });
			const callback = first(await service.receiver.take(`/${kind}`, 1));
			const form = Object.fromEntries(new URLSearchParams(callback.body));
			await expectOne({ callback, form, to, id }, service);
		}
	};

const ESCAPED = 'a+b & c=d; 100% "x" \u00e9 \u{1F600}\nsecond line';

export const pushInboxEvent: Checks<'pushInboxEvent'> = {
	request: expectPushed(({ callback }) => {
		expect(callback.method).toBe('POST');
		expect(callback.contentType).toMatch(/^application\/x-www-form-urlencoded\b/);
	}),
	fields: expectPushed(({ callback }) => {
		const names = [...new URLSearchParams(callback.body).keys()].sort();
		expect(names).toEqual(['gateway_number', 'id', 'msg', 'originator', 'receive_date']);
	}),
	id: expectPushed(({ form, id }) => {
		expect(form.id).toBe(id);
	}),
	gateway: expectPushed(({ form, to }) => {
		expect(form.gateway_number).toBe(to);
	}),
	originator: expectPushed(({ form }) => {
		expect(form.originator).toBe(NUMBER);
	}),
	date: expectPushed(async ({ form }, service) => {
		const now = await service.control.now();
		expect(form.receive_date).toMatch(/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}/);
		expect(form.receive_date?.slice(0, 19).replace('T', ' ')).toBe(callbackDate(now));
	}),
	msg: expectPushed(({ callback, form }) => {
		expect(form.msg).toBe(ESCAPED);
		// A form has no other characters than these.
		expect(callback.body).toMatch(/^[A-Za-z0-9*\-._+%=&]*$/);
	}, ESCAPED),
	token: expectPushed(({ callback }) => {
		expectToken(callback);
	}),
};
