import { z } from 'zod/v4';

import * as facts from '../facts/endpoints';
import type { Fact } from '../facts/endpoints';
import { exampleOf } from '../facts/openapi';
import { control, jsonOf, service, type Answer, type Call, type Fields } from './client';
import { expectData, first, object } from './expect';

export const NUMBER = '628000000001';
export const OTHER_NUMBER = '6280000100002';
/** Numbers whose messages end in another way than read. */
export const FATE = {
	failed: '628000001001',
	aborted: '628000001002',
	queued: '628000001003',
	sent: '628000001004',
	delivered: '628000001005',
};
export const CHANNEL = '11111111-1111-4111-8111-111111111111';
export const OTHER_CHANNEL = '22222222-2222-4222-8222-222222222222';
export const GATEWAY = { id: 'gateway-1', number: '6280000000003' };
export const QUEUE = { name: 'marketing', senders: ['6280000000011', '6280000000012'] };
export const SENDERS = [...QUEUE.senders, '6280000000013'];

/** A template that needs no parameters, and one for the test itself. */
export const PLAIN = '00000000-0000-4000-8000-000000000001';
export const TEMPLATE = '00000000-0000-4000-8000-000000000002';

/** The ref_no of a message that was accepted. */
export const expectSent = (answer: Answer): string =>
	expectData(answer, 201, z.object({ ref_no: z.string().min(1) })).ref_no;

/** The message as the recipient has it. */
export const sentOf = (answer: Answer) => control.message(expectSent(answer));

/** Sends a body in the form that the endpoint takes. */
export function send({ path, sentAs }: Fact, body: unknown, call?: Call): Promise<Answer> {
	if (sentAs === 'json') return service.post(path, body, call);
	const fields = body as Fields;
	return sentAs === 'multipart'
		? service.multipart(path, fields, call)
		: service.smsForm(fields, call);
}

/** The example of the OpenAPI file. A test overrides the fields that it is about. */
const sending =
	(fact: Fact) =>
	(overrides: Fields = {}, call?: Call): Promise<Answer> =>
		send(fact, { ...exampleOf(fact), ...overrides }, call);

// --- WhatsApp Official

export const putTemplate = (id: string, overrides: Fields = {}): Promise<unknown> => {
	const template = { name: 'conformance', body: 'Your order is ready', shape: 'text' };
	return control.putTemplate(id, { ...template, ...overrides });
};

export const broadcast = sending(facts.broadcast);

/** A broadcast of a template that is made for it. */
export async function broadcastOf(template: Fields, parameters?: Fields): Promise<Answer> {
	await putTemplate(TEMPLATE, template);
	return broadcast({ template_id: TEMPLATE, parameters });
}

export const ANN = { key: '1', value: 'first_name', value_text: 'Ann' };

/** A broadcast of a template with one placeholder. */
export const greet = (placeholder: Fields = {}): Promise<Answer> =>
	broadcastOf({ body: 'Hello {{1}}' }, { body: [{ ...ANN, ...placeholder }] });

export const broadcastRef = async (overrides: Fields = {}) =>
	expectSent(await broadcast(overrides));

/** The recipient writes. Gives the room. */
export async function writeToChannel(from = NUMBER): Promise<string> {
	const { room_id } = await control.write({ route: 'official', from, text: 'Yes please' });
	return room_id ?? '';
}

/** Opens a room by a broadcast and an answer to it. */
export async function openRoom({ from = NUMBER, channel = CHANNEL } = {}): Promise<string> {
	await broadcastRef({ destination: from, channel_id: channel });
	await control.advance(10_000);
	return writeToChannel(from);
}

export const reply = (room: string, fields: Fields = {}, call?: Call): Promise<Answer> =>
	sending(facts.officialReply)({ room_id: room, ...fields }, call);

// --- WhatsApp Business

/** The recipient writes to the gateway. Gives the id of this message. */
export const writeToGateway = async (to = GATEWAY.number): Promise<string> =>
	(await control.write({ route: 'business', from: NUMBER, to, text: 'Good morning' })).id;

/** A reply, whether the recipient wrote before or not. */
export const replyNow = sending(facts.businessReply);

/** A text that quotes the message of that id. */
export const quote = (id: string, payloads: Fields = { text: 'Yes we are' }): Promise<Answer> =>
	replyNow({ payloads, message_id_context: id });

/** A reaction to a message of the recipient. */
export const react = (id: string, overrides: Fields = {}): Promise<Answer> =>
	replyNow({ type: 'reaction', payloads: { message_id: id, emoji: '\u{1F44D}' }, ...overrides });

/** The id with which a later message can quote this one. The documentation does not show this response. */
export const expectMessage = (answer: Answer): string =>
	expectData(answer, 201, z.object({ message_id: z.string().min(1) })).message_id;

export const buttonsNow = sending(facts.sendButtons);

// --- Unofficial WhatsApp

export const text = sending(facts.sendText);
export const media = sending(facts.sendMedia);

export const textRef = async (overrides: Fields = {}) => expectSent(await text(overrides));
export const mediaRef = async (overrides: Fields = {}) => expectSent(await media(overrides));

export const lookUp = (refNo: string, call?: Call): Promise<Answer> =>
	service.get(`/whatsapp/status/${refNo}`, call);

/** The record that the lookup gives. */
export const recordOf = async (refNo: string): Promise<Fields> =>
	expectData(await lookUp(refNo), 200, object);

/** The WhatsApp credits of the account, by the response of the service. */
export const credits = async (): Promise<number> =>
	expectData(await service.get('/balance'), 200, z.object({ wa_balance: z.number() })).wa_balance;

// --- SMS

export const SMS = exampleOf(facts.sendSms);

export const sms = sending(facts.sendSms);

const result = z.object({ status: z.string(), messageid: z.string(), destination: z.string() });

/** The result of an SMS. It comes with HTTP 200, whatever its status. */
export function expectResult(answer: Answer) {
	expect(answer).toMatchObject({ status: 200 });
	const { results } = z.object({ results: z.array(result).length(1) }).parse(jsonOf(answer));
	return first(results);
}

export const smsStatus = async (overrides: Fields = {}, call?: Call): Promise<string> =>
	expectResult(await sms(overrides, call)).status;

// --- A request to each endpoint

/** A request that the endpoint takes, sent in some way. */
export async function callTo(fact: Fact, call?: Call): Promise<Answer> {
	if (fact.path.includes(':ref_no')) return lookUp(await textRef(), call);
	if (fact.sentAs === 'nothing') return service.get(fact.path, call);
	await writeToGateway();
	return fact === facts.officialReply ? reply(await openRoom(), {}, call) : sending(fact)({}, call);
}
