import { z } from 'zod/v4';

import * as facts from '../facts/endpoints';
import type { Fact } from '../facts/endpoints';
import { exampleOf } from '../facts/openapi';
import {
	control,
	expectData,
	jsonOf,
	object,
	service,
	type Answer,
	type Call,
	type Fields,
} from './client';

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

/** The ref_no of a message that was accepted. */
export const expectSent = (answer: Answer): string =>
	expectData(answer, 201, z.object({ ref_no: z.string() })).ref_no;

/** The message as the recipient has it. */
export const sentOf = (answer: Answer) => control.message(expectSent(answer));

/** Sends the example of the OpenAPI file. A test overrides the fields that it is about. */
const sending =
	(fact: Fact) =>
	(overrides: Fields = {}, call?: Call): Promise<Answer> => {
		const fields = { ...exampleOf(fact), ...overrides };
		if (fact.sentAs === 'json') return service.post(fact.path, fields, call);
		return fact.sentAs === 'multipart'
			? service.multipart(fact.path, fields, call)
			: service.smsForm(fields);
	};

export const broadcast = sending(facts.broadcast);

const TEMPLATE = '00000000-0000-4000-8000-000000000002';

/** A broadcast of a template that is made for it. */
export async function broadcastOf(template: Fields, parameters?: Fields): Promise<Answer> {
	await control.putTemplate(TEMPLATE, { name: 'own', body: 'Your order is ready', ...template });
	return broadcast({ template_id: TEMPLATE, parameters });
}

export const broadcastRef = async (overrides?: Fields) => expectSent(await broadcast(overrides));

/** The recipient writes. Gives the room. */
export async function writeToChannel(from = NUMBER): Promise<string> {
	const { room_id } = await control.write({ route: 'official', from, text: 'Yes please' });
	return room_id ?? '';
}

/** Opens a room by a broadcast and an answer to it. */
export async function openRoom({ from = NUMBER, channel = CHANNEL } = {}): Promise<string> {
	await broadcastRef({ destination: from, channel_id: channel });
	return writeToChannel(from);
}

export const reply = (room: string, fields: Fields = {}, call?: Call): Promise<Answer> =>
	sending(facts.officialReply)({ room_id: room, ...fields }, call);

/** The recipient writes to the gateway. Gives the id of this message. */
export const writeToGateway = async (to = '6280000000003'): Promise<string> =>
	(await control.write({ route: 'business', from: NUMBER, to, text: 'Good morning' })).id;

/** A reply, whether the recipient wrote before or not. */
export const replyNow = sending(facts.businessReply);
export const buttonsNow = sending(facts.sendButtons);

/** The id with which a later message can quote this one. The documentation does not show this response. */
export const expectMessage = (answer: Answer): string =>
	expectData(answer, 201, z.object({ message_id: z.string() })).message_id;

export const text = sending(facts.sendText);
export const media = sending(facts.sendMedia);

export const textRef = async (overrides?: Fields) => expectSent(await text(overrides));
export const mediaRef = async (overrides?: Fields) => expectSent(await media(overrides));

export const lookUp = (refNo: string, call?: Call): Promise<Answer> =>
	service.get(`/whatsapp/status/${refNo}`, call);

/** The record that the lookup gives. */
export const recordOf = async (refNo: string): Promise<Fields> =>
	expectData(await lookUp(refNo), 200, object);

export const SMS = exampleOf(facts.sendSms);

const results = z.object({
	results: z.tuple([z.object({ status: z.string(), messageid: z.string() })]),
});

/** The status of an SMS, which comes with HTTP 200, whatever it is. */
export async function smsStatus(overrides: Fields = {}): Promise<string> {
	const answer = await service.smsForm({ ...SMS, ...overrides });
	expect(answer).toMatchObject({ status: 200 });
	return results.parse(jsonOf(answer)).results[0].status;
}

/** A request that the endpoint takes, sent in some way. */
export async function callTo(fact: Fact, call?: Call): Promise<Answer> {
	if (fact.path.includes(':ref_no')) return lookUp(await textRef(), call);
	if (fact.sentAs === 'nothing') return service.get(fact.path, call);
	await writeToGateway();
	return fact === facts.officialReply ? reply(await openRoom(), {}, call) : sending(fact)({}, call);
}
