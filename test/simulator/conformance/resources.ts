import { z } from 'zod';

import {
	DATE,
	DATE_TIME,
	expectData,
	expectInvalid,
	first,
	matching,
	object,
	SETTLED,
	UUID4,
	type Check,
	type Checks,
} from './check';
import { jsonOf, type Service } from './client';
import {
	broadcast,
	broadcastRef,
	CHANNEL,
	ENDPOINTS,
	greet,
	lookUp,
	media,
	mediaRef,
	NUMBER,
	openRoom,
	OTHER_CHANNEL,
	PLAIN,
	putTemplate,
	reply,
	replyRef,
	text,
	textRef,
	writeToChannel,
} from './requests';

const LISTS = ['GET wa_official/templates', 'GET wa_official/channels'];

/** The endpoints whose answers are typed: all but those of WhatsApp Business. */
const typed = Object.entries(ENDPOINTS).filter(([name]) => !name.includes('wa_business'));

const expectEnvelopes =
	(expectEnvelope: (envelope: Record<string, unknown>, name: string) => void): Check =>
	async (service) => {
		for (const [name, call] of typed)
			expectEnvelope(object.parse(jsonOf(await call(service, {}))), name);
	};

export const envelope: Checks<'envelope'> = {
	'error-false': expectEnvelopes((answer) => {
		expect(answer.error).toBe(false);
	}),
	message: expectEnvelopes((answer) => {
		z.string().optional().parse(answer.message);
	}),
	'data-object': expectEnvelopes((answer, name) => {
		if (!LISTS.includes(name)) object.parse(answer.data);
	}),
	'data-array': expectEnvelopes((answer, name) => {
		if (LISTS.includes(name)) z.array(object).min(1).parse(answer.data);
	}),
	fields: expectEnvelopes((answer) => {
		expect(['error', 'message', 'data']).toEqual(expect.arrayContaining(Object.keys(answer)));
	}),
};

const personOf = async (service: Service) =>
	expectData(await service.get('/auth/api_key'), 200, object);

export const person: Checks<'person'> = {
	userid: async (service) => {
		expect(typeof (await personOf(service)).userid).toBe('string');
	},
	'id-person': async (service) => {
		expect(Number.isInteger((await personOf(service)).idPerson)).toBe(true);
	},
	'id-client': async (service) => {
		expect(Number.isInteger((await personOf(service)).idClient)).toBe(true);
	},
};

const creditOf = async (service: Service) => expectData(await service.get('/balance'), 200, object);

/** The account's value is told as it is, and in the documented type. */
const tells =
	(field: string, ...values: (number | string)[]): Check =>
	async (service) => {
		for (const value of values) {
			await service.control.account({ [field]: value });
			expect((await creditOf(service))[field]).toBe(value);
		}
	};

export const credit: Checks<'credit'> = {
	'id-client': async (service) => {
		expect(Number.isInteger((await creditOf(service)).idClient)).toBe(true);
	},
	'wa-balance': tells('wa_balance', 0, 1234, 12.5),
	'wa-expired-date': tells('wa_expired_date', '2031-02-03'),
	'hlr-balance': tells('hlr_balance', 0, 1234, 12.5),
	'hlr-expired-date': tells('hlr_expired_date', '2031-02-03'),
	'sim-balance': tells('sim_balance', 0, 1234, 12.5),
	'sim-expired-date': tells('sim_expired_date', '2031-02-03'),
	'sms-balance': tells('sms_balance', 0, 1234, 12.5),
	'sms-expired-date': tells('sms_expired_date', '2031-02-03'),
	'pulsa-balance': async (service) => {
		await tells('pulsa_balance', 0, 1234, 12.5)(service);
		expect(await creditOf(service)).not.toHaveProperty('pulsa_expired_date');
	},
	fields: async (service) => {
		const date = z.string().regex(DATE).optional();
		const credits = z
			.object({
				idClient: z.number().int(),
				wa_balance: z.number().optional(),
				wa_expired_date: date,
				hlr_balance: z.number().optional(),
				hlr_expired_date: date,
				sim_balance: z.number().optional(),
				sim_expired_date: date,
				sms_balance: z.number().optional(),
				sms_expired_date: date,
				pulsa_balance: z.number().optional(),
			})
			.strict();
		credits.parse(await creditOf(service));
	},
};

const templatesOf = async (service: Service) =>
	expectData(await service.get('/wa_official/templates'), 200, z.array(object).min(1));

const expectEachTemplate =
	(schema: z.ZodTypeAny): Check =>
	async (service) => {
		for (const one of await templatesOf(service)) schema.parse(one);
	};

/** A part of a template is of a text, of an object or of a list, and some parts are null. */
const expectAnything =
	(part: 'header' | 'body' | 'footer', given: unknown): Check =>
	async (service) => {
		const partOf = async (value: unknown, shape: string) => {
			await putTemplate(service, PLAIN, { [part]: value, shape });
			return first((await templatesOf(service)).filter(({ id }) => id === PLAIN))[part];
		};
		expect(await partOf(given, 'text')).toBe('Hello');
		expect(await partOf(given, 'object')).toMatchObject({ text: 'Hello' });
		expect(await partOf(given, 'components')).toMatchObject([{ text: 'Hello' }]);
		// The simulator has no template without a body.
		if (part !== 'body') expect(await partOf(null, 'text')).toBeNull();
	};

export const template: Checks<'template'> = {
	id: expectEachTemplate(z.object({ id: z.string().regex(UUID4) })),
	name: expectEachTemplate(z.object({ name: z.string() })),
	header: expectAnything('header', { format: 'TEXT', text: 'Hello' }),
	body: expectAnything('body', 'Hello'),
	footer: expectAnything('footer', 'Hello'),
	status: expectEachTemplate(z.object({ status: z.string() })),
	category: expectEachTemplate(z.object({ category: z.string() })),
	fields: expectEachTemplate(
		z
			.object({
				id: z.string(),
				name: z.string(),
				header: z.unknown(),
				body: z.unknown(),
				footer: z.unknown(),
				status: z.string(),
				category: z.string(),
			})
			.strict(),
	),
};

const expectEachChannel =
	(schema: z.ZodTypeAny): Check =>
	async (service) => {
		const list = z.array(schema).min(1);
		expectData(await service.get('/wa_official/channels'), 200, list);
	};

export const channel: Checks<'channel'> = {
	id: expectEachChannel(z.object({ id: z.string().regex(UUID4) })),
	webhook: async (service) => {
		// One that is registered may be told here, so that there is something to look at.
		await service.control.callbacks({ officialInbox: `${service.receiver.url}/inbox` });
		await expectEachChannel(z.object({ webhook: z.string().optional() }))(service);
	},
	settings: expectEachChannel(z.object({ settings: z.unknown() })),
	'organization-id': expectEachChannel(z.object({ organization_id: z.string().regex(UUID4) })),
	'created-at': expectEachChannel(z.object({ created_at: z.string().regex(DATE_TIME) })),
	several: async (service) => {
		const list = z.array(z.object({ id: z.string() }));
		const channels = expectData(await service.get('/wa_official/channels'), 200, list);
		const ids = channels.map(({ id }) => id);
		expect(ids).toEqual(expect.arrayContaining([CHANNEL, OTHER_CHANNEL]));
		expect(new Set(ids).size).toBe(ids.length);
	},
	fields: expectEachChannel(
		z
			.object({
				id: z.string(),
				webhook: z.string().optional(),
				settings: z.unknown(),
				organization_id: z.string(),
				created_at: z.string(),
			})
			.strict(),
	),
};

const refOnly = z.object({ ref_no: z.string().min(1) }).strict();

export const broadcastResult: Checks<'broadcastResult'> = {
	'ref-no': async (service) => {
		expectData(await broadcast(service), 201, refOnly);
	},
	'ref-no-reply': async (service) => {
		expectData(await reply(service, await openRoom(service)), 201, refOnly);
	},
};

const resultsOf = async (service: Service, overrides: Record<string, unknown> = {}) => ({
	text: expectData(await text(service, overrides), 201, object),
	media: expectData(await media(service, overrides), 201, object),
});

export const sentMessage: Checks<'sentMessage'> = {
	sender: async (service) => {
		const results = await resultsOf(service, { sender: '6281100000012' });
		expect(results.text.sender).toBe('6281100000012');
		expect(results.media.sender).toBe('6281100000012');
	},
	queue: async (service) => {
		const results = await resultsOf(service, { queue: 'marketing' });
		expect(results.text.queue).toBe('marketing');
		expect(results.media.queue).toBe('marketing');
	},
	destination: async (service) => {
		const results = await resultsOf(service);
		expect(results.text.destination).toBe(NUMBER);
		expect(results.media.destination).toBe(NUMBER);
	},
	'ref-no': async (service) => {
		const results = await resultsOf(service);
		expect(results.text.ref_no).toEqual(expect.any(String));
		expect(results.media.ref_no).toEqual(expect.any(String));
		expect(results.text.ref_no).not.toBe(results.media.ref_no);
	},
	message: async (service) => {
		const results = await resultsOf(service);
		expect(results.text.message).toBe('Hello');
		expect(results.media).not.toHaveProperty('message');
	},
	caption: async (service) => {
		const results = await resultsOf(service, { caption: 'A photo' });
		expect(results.media.caption).toBe('A photo');
		expect(results.text).not.toHaveProperty('caption');
	},
	'media-url': async (service) => {
		const url = service.files.url('photo.jpg', 10, 'image/jpeg');
		const results = await resultsOf(service, { media_url: url });
		expect(results.media.media_url).toBe(url);
		expect(results.text).not.toHaveProperty('media_url');
	},
};

const recordOf = async (service: Service, refNo: string) =>
	expectData(await lookUp(service, refNo), 200, object);

/** What the record of a text tells at the end of its way. */
const settledRecord = async (service: Service, overrides: Record<string, unknown> = {}) => {
	const refNo = await textRef(service, overrides);
	await service.control.advance(SETTLED);
	return { refNo, record: await recordOf(service, refNo) };
};

/** A date of the record: a date-time once the message has come so far, and not before. */
const expectDateAfter =
	(field: string, status: string): Check =>
	async (service) => {
		const refNo = await textRef(service);
		await service.control.move(refNo, 'Q');
		expect((await recordOf(service, refNo))[field] ?? undefined).toBeUndefined();
		for (const move of ['S', 'D', 'R']) {
			await service.control.move(refNo, move);
			if (move === status) break;
		}
		expect((await recordOf(service, refNo))[field]).toEqual(matching(DATE_TIME));
	};

const recordSchema = z
	.object({
		destination: z.string(),
		sender: z.string(),
		is_group: z.boolean(),
		create_date: z.string().regex(DATE_TIME),
		sent_date: z.string().regex(DATE_TIME),
		read_date: z.string().regex(DATE_TIME),
		delivered_date: z.string().regex(DATE_TIME),
		ref_no: z.string(),
		status: z.string(),
		message: z.string(),
		caption: z.string(),
		media_url: z.string(),
	})
	.partial()
	.strict();

export const messageRecord: Checks<'messageRecord'> = {
	destination: async (service) => {
		const { record } = await settledRecord(service);
		expect(record.destination).toBe(NUMBER);
	},
	sender: async (service) => {
		const { record } = await settledRecord(service, { sender: '6281100000012' });
		expect(record.sender).toBe('6281100000012');
	},
	'is-group': async (service) => {
		expect((await settledRecord(service, { is_group: false })).record.is_group).toBe(false);
		expect((await settledRecord(service, { is_group: true })).record.is_group).toBe(true);
	},
	'create-date': async (service) => {
		const record = await recordOf(service, await textRef(service));
		expect(record.create_date).toEqual(matching(DATE_TIME));
	},
	'sent-date': expectDateAfter('sent_date', 'S'),
	'read-date': expectDateAfter('read_date', 'R'),
	'delivered-date': expectDateAfter('delivered_date', 'D'),
	'ref-no': async (service) => {
		const { refNo, record } = await settledRecord(service);
		expect(record.ref_no).toBe(refNo);
	},
	status: async (service) => {
		const { record } = await settledRecord(service);
		expect(record.status).toEqual(expect.any(String));
	},
	message: async (service) => {
		const { record } = await settledRecord(service, { message: 'Good evening' });
		expect(record.message).toBe('Good evening');
	},
	caption: async (service) => {
		const record = await recordOf(service, await mediaRef(service, { caption: 'A photo' }));
		expect(record.caption).toBe('A photo');
	},
	'media-url': async (service) => {
		const url = service.files.url('photo.jpg', 10, 'image/jpeg');
		const record = await recordOf(service, await mediaRef(service, { media_url: url }));
		expect(record.media_url).toBe(url);
	},
	fields: async (service) => {
		for (const refNo of [await textRef(service), await mediaRef(service)]) {
			recordSchema.parse(await recordOf(service, refNo));
			await service.control.advance(SETTLED);
			recordSchema.parse(await recordOf(service, refNo));
		}
	},
};

export const room: Checks<'room'> = {
	id: async (service) => {
		expect(await openRoom(service)).toMatch(UUID4);
	},
	channel: async (service) => {
		for (const [id, from] of [
			[CHANNEL, '6281200000011'],
			[OTHER_CHANNEL, '6281200000012'],
		] as const) {
			const broadcastNo = await broadcastRef(service, { destination: from, channel_id: id });
			const replyNo = await replyRef(service, await writeToChannel(service, from));
			const sender = (await service.control.message(broadcastNo)).from;
			expect(sender).toEqual(expect.any(String));
			expect((await service.control.message(replyNo)).from).toBe(sender);
		}
	},
	created: async (service) => {
		const refNo = await broadcastRef(service);
		expect((await service.control.message(refNo)).room_id ?? undefined).toBeUndefined();
		expect(await writeToChannel(service)).toMatch(UUID4);
	},
};

const anyList: unknown = expect.any(Array);

const errorOf = async (service: Service) => {
	const answer = await text(service, { destination: undefined });
	expectInvalid(answer, 'destination');
	return z.object({ detail: z.array(object).min(1) }).parse(jsonOf(answer));
};

export const validationError: Checks<'validationError'> = {
	detail: async (service) => {
		expect(await errorOf(service)).toEqual({ detail: anyList });
	},
	loc: async (service) => {
		const { detail } = await errorOf(service);
		for (const { loc } of detail) expect(z.array(z.string()).parse(loc)).toContain('destination');
	},
	'loc-index': async (service) => {
		const answer = await greet(service, { value: 'Not Lowercase' });
		expectInvalid(answer, 'value');
		const { detail } = z
			.object({ detail: z.array(z.object({ loc: z.array(z.unknown()) })) })
			.parse(jsonOf(answer));
		expect(detail.some(({ loc }) => loc.includes(0))).toBe(true);
	},
	msg: async (service) => {
		const { detail } = await errorOf(service);
		for (const { msg } of detail) expect(msg).toEqual(matching(/./));
	},
	type: async (service) => {
		const { detail } = await errorOf(service);
		for (const { type } of detail) expect(type).toEqual(matching(/./));
	},
};
