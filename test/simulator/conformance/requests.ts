import { z } from 'zod';

import { expectData, first } from './check';
import { jsonOf, SMS_LOGIN, type Answer, type Call, type Fields, type Service } from './client';

/** Requests that the service takes; a check changes the part that it is about. */

export const NUMBER = '6281200000001';
/** Numbers whose messages come to an end of their own. */
export const FATE = {
	failed: '628000001001',
	aborted: '628000001002',
	queued: '628000001003',
	sent: '628000001004',
	delivered: '628000001005',
};
export const CHANNEL = '11111111-1111-4111-8111-111111111111';
export const OTHER_CHANNEL = '22222222-2222-4222-8222-222222222222';
export const GATEWAY = { id: 'gateway-1', number: '6281100000003' };
export const SENDERS = ['6281100000011', '6281100000012', '6281100000013'];
export const QUEUE = { name: 'marketing', senders: ['6281100000011', '6281100000012'] };
export const SHARED_SENDERS = ['6281100000091', '6281100000092'];

/** Templates of the account, by what they need. */
export const PLAIN = '00000000-0000-4000-8000-000000000001';
export const GREETING = '00000000-0000-4000-8000-000000000002';

const ref = z.object({ ref_no: z.string().min(1) });

// --- WhatsApp Official

/** In whichever of the simulator's three shapes, the documentation naming none: texts, unless told otherwise. */
export async function putTemplate(
	service: Service,
	id: string,
	overrides: Fields = {},
): Promise<void> {
	await service.control.template(id, {
		name: 'conformance',
		header: null,
		body: 'Your order is ready',
		footer: null,
		status: 'Approved',
		category: 'UTILITY',
		shape: 'text',
		...overrides,
	});
}

/** A broadcast of a template that needs no parameters. */
export async function broadcast(
	service: Service,
	overrides: Fields = {},
	call?: Call,
): Promise<Answer> {
	await putTemplate(service, PLAIN);
	return service.post(
		'/wa_official/message/broadcast',
		{
			destination: NUMBER,
			destination_name: 'Ann',
			template_id: PLAIN,
			channel_id: CHANNEL,
			...overrides,
		},
		call,
	);
}

/** A broadcast of a template with one placeholder. */
export async function greet(service: Service, placeholder: Fields = {}): Promise<Answer> {
	await putTemplate(service, GREETING, { body: 'Hello {{1}}' });
	return broadcast(service, {
		template_id: GREETING,
		parameters: { body: [{ key: '1', value: 'first_name', value_text: 'Ann', ...placeholder }] },
	});
}

/** The ref_no of a broadcast that was taken. */
export const broadcastRef = async (service: Service, overrides: Fields = {}): Promise<string> =>
	expectData(await broadcast(service, overrides), 201, ref).ref_no;

/** A room of the recipient with the channel: a broadcast, and the answer to it. */
export async function openRoom(
	service: Service,
	{ from = NUMBER, channel = CHANNEL } = {},
): Promise<string> {
	await broadcastRef(service, { destination: from, channel_id: channel });
	await service.control.advance(10_000);
	return writeToChannel(service, from);
}

/** The recipient answers; gives the room. */
export async function writeToChannel(service: Service, from = NUMBER): Promise<string> {
	const inbox = await service.control.inbox({ route: 'official', from, text: 'Yes please' });
	return z.string().parse(inbox.room_id);
}

export type ReplyFields = Record<string, string | undefined>;

export const reply = (service: Service, room: string, fields: ReplyFields = {}): Promise<Answer> =>
	service.multipart('/wa_official/message/reply', {
		room_id: room,
		type: 'text',
		text: 'Thank you',
		...fields,
	});

/** The ref_no of a reply that was taken. */
export const replyRef = async (service: Service, room: string): Promise<string> =>
	expectData(await reply(service, room), 201, ref).ref_no;

// --- WhatsApp Business

/** The recipient writes to the gateway; gives the id of that message. */
export async function writeToGateway(service: Service, text = 'Good morning'): Promise<string> {
	const inbox = await service.control.inbox({
		route: 'business',
		from: NUMBER,
		to: GATEWAY.number,
		text,
	});
	return inbox.id;
}

/** A reply to a recipient who has written. */
export async function businessReply(service: Service, overrides: Fields = {}): Promise<Answer> {
	await writeToGateway(service);
	return businessReplyNow(service, overrides);
}

/** A reply, whether the recipient has written or not. */
export const businessReplyNow = (service: Service, overrides: Fields = {}): Promise<Answer> =>
	service.post('/wa_business/reply', {
		recipient: NUMBER,
		gateway_id: GATEWAY.id,
		type: 'text',
		payloads: { body: 'We are open' },
		...overrides,
	});

/** The id by which a message that was sent can be quoted: the simulator's own decision, as the answer is not shown. */
export const messageIdOf = (answer: Answer): string =>
	z.object({ data: z.object({ message_id: z.string().min(1) }) }).parse(jsonOf(answer)).data
		.message_id;

/** Buttons to a recipient who has written. */
export async function buttons(service: Service, overrides: Fields = {}): Promise<Answer> {
	await writeToGateway(service);
	return buttonsNow(service, overrides);
}

export const buttonsNow = (service: Service, overrides: Fields = {}): Promise<Answer> =>
	service.post('/wa_business/interactive/button_reply', {
		gateway_id: GATEWAY.id,
		recipient: NUMBER,
		body: { text: 'Shall we deliver?' },
		buttons: [
			{ button_id: 'yes', title: 'Yes' },
			{ button_id: 'no', title: 'No' },
		],
		...overrides,
	});

// --- Unofficial WhatsApp

export const text = (service: Service, overrides: Fields = {}): Promise<Answer> =>
	service.post('/whatsapp/message', { destination: NUMBER, message: 'Hello', ...overrides });

export const media = (service: Service, overrides: Fields = {}): Promise<Answer> =>
	service.post('/whatsapp/media', {
		destination: NUMBER,
		media_url: service.files.url('photo.jpg', 10, 'image/jpeg'),
		...overrides,
	});

/** The ref_no of a text that was taken. */
export const textRef = async (service: Service, overrides: Fields = {}): Promise<string> =>
	expectData(await text(service, overrides), 201, ref).ref_no;

/** The ref_no of a media message that was taken. */
export const mediaRef = async (service: Service, overrides: Fields = {}): Promise<string> =>
	expectData(await media(service, overrides), 201, ref).ref_no;

export const lookUp = (service: Service, refNo: string, call?: Call): Promise<Answer> =>
	service.get(`/whatsapp/status/${refNo}`, call);

/** The status that the lookup gives. */
export const statusOf = async (service: Service, refNo: string): Promise<string | undefined> =>
	expectData(await lookUp(service, refNo), 200, z.object({ status: z.string().optional() })).status;

/** The WhatsApp credits that the account has left, as the service tells them. */
export const credits = async (service: Service): Promise<number> =>
	expectData(await service.get('/balance'), 200, z.object({ wa_balance: z.number() })).wa_balance;

// --- SMS

export type Parameters = Record<string, string | undefined>;

/** Those that have a value. */
const given = (parameters: Parameters): Record<string, string> =>
	Object.fromEntries(
		Object.entries(parameters).flatMap(([name, value]) =>
			value === undefined ? [] : [[name, value] as const],
		),
	);

export const smsFields = (overrides: Parameters = {}) =>
	given({
		...SMS_LOGIN,
		SMSText: 'Hello',
		GSM: NUMBER,
		output: 'json',
		...overrides,
	});

export const sms = (service: Service, overrides: Parameters = {}, call?: Call): Promise<Answer> =>
	service.smsForm(smsFields(overrides), call);

export const smsAnswer = z
	.object({
		results: z
			.array(
				z.object({ status: z.string(), messageid: z.string(), destination: z.string() }).strict(),
			)
			.min(1),
	})
	.strict();

/** The one result of an SMS, which comes with HTTP 200 whatever it says. */
export function expectResult(answer: Answer) {
	expect(answer).toMatchObject({ status: 200 });
	const { results } = smsAnswer.parse(jsonOf(answer));
	expect(results).toHaveLength(1);
	return first(results);
}

// --- All of them

/** Every endpoint of the HTTP API, with a request that it takes. */
export const ENDPOINTS: Record<string, (service: Service, call: Call) => Promise<Answer>> = {
	'GET auth/api_key': (service, call) => service.get('/auth/api_key', call),
	'GET balance': (service, call) => service.get('/balance', call),
	'GET wa_official/templates': (service, call) => service.get('/wa_official/templates', call),
	'GET wa_official/channels': (service, call) => service.get('/wa_official/channels', call),
	'GET whatsapp/status': async (service, call) => lookUp(service, await textRef(service), call),
	'POST whatsapp/message': (service, call) =>
		service.post('/whatsapp/message', { destination: NUMBER, message: 'Hello' }, call),
	'POST whatsapp/media': (service, call) =>
		service.post(
			'/whatsapp/media',
			{ destination: NUMBER, media_url: service.files.url('photo.jpg', 10, 'image/jpeg') },
			call,
		),
	'POST wa_official/message/broadcast': (service, call) => broadcast(service, {}, call),
	'POST wa_official/message/reply': async (service, call) =>
		service.multipart(
			'/wa_official/message/reply',
			{ room_id: await openRoom(service), type: 'text', text: 'Thank you' },
			call,
		),
	'POST wa_business/reply': async (service, call) => {
		await writeToGateway(service);
		return service.post(
			'/wa_business/reply',
			{ recipient: NUMBER, gateway_id: GATEWAY.id, type: 'text', payloads: { body: 'Hello' } },
			call,
		);
	},
	'POST wa_business/interactive/button_reply': async (service, call) => {
		await writeToGateway(service);
		return service.post(
			'/wa_business/interactive/button_reply',
			{
				recipient: NUMBER,
				gateway_id: GATEWAY.id,
				body: { text: 'Shall we deliver?' },
				buttons: [{ button_id: 'yes', title: 'Yes' }],
			},
			call,
		);
	},
};
