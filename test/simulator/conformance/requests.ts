import { randomUUID } from 'node:crypto';

import { z } from 'zod/v4';

import type { Pages } from '..';
import { createService } from '../../support/service';
import { useSimulator } from '../../support/useSimulator';
import { controlOf } from '../controlOf';
import * as facts from '../facts/endpoints';
import type { Fact } from '../facts/endpoints';
import { API_PREFIX } from '../facts/limits';
import { exampleOf } from '../facts/openapi';
import type { SettingsPatch } from '../settings';

/** Requests to the simulator, as any program sends them: over HTTP on loopback. */

export const HOUR = 3_600_000;
/** Long enough for a message to reach its last status. */
export const SETTLED = 60_000;

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

export type Fields = Record<string, unknown>;

export interface Answer {
	status: number;
	headers: Headers;
	text: string;
}

let simulator: ReturnType<typeof useSimulator>;
const fileServer = createService();

fileServer.answer = ({ path }) => {
	const [size = '', mime = ''] = path.split('/').slice(1, 3).map(decodeURIComponent);
	return { headers: { 'content-type': mime }, pieces: [Buffer.alloc(Number(size))] };
};

/** A simulator for the tests of a file, with a server of files. */
export function useService(pages?: Pages, settings?: SettingsPatch): void {
	simulator = useSimulator(settings, pages);
	beforeAll(() => fileServer.start());
	afterAll(() => fileServer.stop());
}

/** The address of the simulator. */
export const origin = () => simulator.url;

export const control = controlOf(origin);

/** Changes fields of the account. */
export const account = (fields: Fields) => Object.assign(simulator.account, fields);

/** Files of any size and type. */
export const files = {
	url: (name: string, size = 10, mime = 'application/octet-stream') =>
		`${fileServer.url}/${size}/${encodeURIComponent(mime)}/${randomUUID()}/${name}`,
	/** The number of requests for a file. */
	asked: (url: string) => fileServer.journal.filter(({ path }) => url.endsWith(path)).length,
};

export async function ask(path: string, request: RequestInit): Promise<Answer> {
	const response = await fetch(simulator.url + path, request);
	return { status: response.status, headers: response.headers, text: await response.text() };
}

/** The fields that have a value, as texts. */
export const given = (fields: Fields): [string, string][] =>
	Object.entries(fields)
		.filter(([, value]) => value !== undefined)
		.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]);

const BODIES = {
	nothing: () => undefined,
	json: (fields: Fields) => JSON.stringify(fields),
	form: (fields: Fields) => new URLSearchParams(given(fields)),
	multipart: (fields: Fields) => {
		const form = new FormData();
		for (const [name, value] of given(fields)) form.append(name, value);
		return form;
	},
};

const JSON_TYPE = { 'content-type': 'application/json' };

/** Sends the example of the OpenAPI file. A test overrides the fields that it is about. */
export const sending =
	(fact: Fact) =>
	(overrides: Fields = {}, headers: Record<string, string> = {}): Promise<Answer> => {
		const isSms = fact.name === facts.sendSms.name;
		const key = { ...(!isSms && { apikey: 'simulator-key' }) };
		const body = BODIES[fact.sentAs]({ ...exampleOf(fact), ...overrides });
		return ask((isSms ? '' : API_PREFIX) + fact.path, {
			method: fact.method,
			headers: { ...key, ...(fact.sentAs === 'json' && JSON_TYPE), ...headers },
			...(body !== undefined && { body }),
		});
	};

export const object = z.record(z.string(), z.unknown());

/** jest's own matcher is typed as any. */
export const containing = (fields: Fields): unknown => expect.objectContaining(fields);

export const jsonOf = ({ text }: Answer): unknown => JSON.parse(text);

/** The data of a success of that code. */
export function expectData(answer: Answer, status = 201): Fields {
	expect(answer).toMatchObject({ status });
	return object.parse(object.parse(jsonOf(answer)).data);
}

const invalid = z.object({ detail: z.array(z.object({ loc: z.array(z.unknown()) })) });

/** A validation error, which points at the field. */
export function expectInvalid(answer: Answer, field: unknown): void {
	expect(answer).toMatchObject({ status: 422 });
	expect(invalid.parse(jsonOf(answer)).detail.flatMap(({ loc }) => loc)).toContain(field);
}

/** The ref_no of a message that was accepted. */
export const expectSent = (answer: Answer): string => String(expectData(answer).ref_no);

/** The message as the recipient has it. */
export const sentOf = (answer: Answer) => control.message(expectSent(answer));

export const getBalance = sending(facts.getBalance);

export const broadcast = sending(facts.broadcast);

/** A broadcast of a template with these fields. */
export function broadcastOf(fields: Fields, parameters?: Fields): Promise<Answer> {
	const [template] = simulator.service.state.templates.values();
	if (template === undefined) throw new Error('There is no template');
	const plain = { header: null, body: 'Your order is ready', buttons: [] };
	Object.assign(template, plain, fields);
	return broadcast({ template_id: template.id, parameters });
}

/** The recipient writes. Gives the room. */
export async function writeToChannel(from = NUMBER): Promise<string> {
	const { room_id } = await control.write({ route: 'official', from, text: 'Yes please' });
	return room_id ?? '';
}

/** Opens a room by a broadcast and an answer to it. */
export async function openRoom({ from = NUMBER, channel = CHANNEL } = {}): Promise<string> {
	expectSent(await broadcast({ destination: from, channel_id: channel }));
	return writeToChannel(from);
}

export const reply = (room: string, fields: Fields = {}, headers?: Record<string, string>) =>
	sending(facts.officialReply)({ room_id: room, ...fields }, headers);

/** The recipient writes to the gateway. Gives the id of this message. */
export const writeToGateway = async (to = '6280000000003'): Promise<string> =>
	(await control.write({ route: 'business', from: NUMBER, to, text: 'Good morning' })).id;

/** A reply, whether the recipient wrote before or not. */
export const replyNow = sending(facts.businessReply);
export const buttonsNow = sending(facts.sendButtons);

/** The id with which a later message can quote this one. The documentation does not show this response. */
export const expectMessage = (answer: Answer): string => String(expectData(answer).message_id);

export const text = sending(facts.sendText);
export const media = sending(facts.sendMedia);

export const textRef = async (overrides?: Fields) => expectSent(await text(overrides));

/** The record that the lookup gives. */
export const recordOf = async (refNo: string): Promise<Fields> =>
	expectData(await sending({ ...facts.getStatus, path: `/whatsapp/status/${refNo}` })(), 200);

export const sms = sending(facts.sendSms);

const results = z.object({ results: z.tuple([z.object({ status: z.string() })]) });

/** The status of an SMS, which comes with HTTP 200, whatever it is. */
export async function smsStatus(overrides: Fields = {}): Promise<string> {
	const answer = await sms(overrides);
	expect(answer).toMatchObject({ status: 200 });
	return results.parse(jsonOf(answer)).results[0].status;
}

/** A request that the endpoint takes. */
export async function callTo(fact: Fact, headers?: Record<string, string>): Promise<Answer> {
	if (fact === facts.officialReply) return reply(await openRoom(), {}, headers);
	await writeToGateway();
	const path = fact.path.replace(':ref_no', await textRef());
	return sending({ ...fact, path })({}, headers);
}
