import { resources } from '../../../nodes/MessagingService/operations';
import { MESSAGE_STATUS } from '../../../nodes/service';
import { accepted } from '../../support/accepted';
import { enveloped, type Values, xmlEnveloped } from './support';

/** One valid item of each operation, an answer to it, and what comes out. */

export const ID = '123e4567-e89b-42d3-a456-426614174000';
export const TO = '62812000001';

export interface Case {
	values: Values;
	json: string;
	xml: string;
	output: unknown[];
}

/** In XML everything is text, and what looks like a number may be none. */
function xmlOf(data: unknown): string {
	if (Array.isArray(data)) return data.map((one) => `<item>${xmlOf(one)}</item>`).join('');
	if (typeof data !== 'object' || data === null) return String(data);
	const fields = Object.entries(data).map(([name, value]) => `<${name}>${xmlOf(value)}</${name}>`);
	return fields.join('');
}

const answered = (data: unknown) => ({ json: enveloped(data), xml: xmlEnveloped(xmlOf(data)) });

const unofficial = { sender: '628990001', queue: 'main', destination: TO, ref_no: '007' };
const photo = { caption: 'Menu', media_url: 'https://example.com/a.png' };

export const template = { id: ID, name: '007', status: 'Approved', category: 'UTILITY' };
const templates = [template, { ...template, status: 'Pending' }];

export const person = { userid: '0042', idPerson: 1, idClient: 2 };
export const balance = {
	...{ idClient: 2, wa_balance: 1250.5, wa_expired_date: '2027-01-31', pulsa_balance: 0 },
};
export const channel = { id: ID, organization_id: '7', created_at: '2026-11-02T08:00:00Z' };
const message = { ref_no: '007', status: 'D', is_group: false, message: 'Your order left' };
const result = { status: '0', messageid: '0012345678901234567890', destination: TO };
const WHOLE = { returnAll: true };
const business = { gatewayId: 'g', recipient: TO };

export const CASES: Record<string, Case> = {
	'account getIdentity': { values: {}, ...answered(person), output: [person] },
	'account getBalance': { values: {}, ...answered(balance), output: [balance] },
	'whatsappOfficial broadcast': {
		values: { channelId: ID, templateId: ID, destination: TO, destinationName: 'Ana' },
		...answered({ ref_no: '007' }),
		output: [
			accepted({
				...{ ref_no: '007', destination: TO, destination_name: 'Ana' },
				...{ channel_id: ID, template_id: ID },
			}),
		],
	},
	'whatsappOfficial reply': {
		values: { roomId: ID, messageType: 'text', text: 'hello' },
		...answered({ ref_no: '007' }),
		output: [accepted({ ref_no: '007', room_id: ID, text: 'hello' })],
	},
	'whatsappOfficial getTemplates': { values: WHOLE, ...answered(templates), output: templates },
	'whatsappOfficial getChannels': { values: WHOLE, ...answered([channel]), output: [channel] },
	'whatsappUnofficial sendText': {
		values: { destination: TO, message: 'hello' },
		...answered({ ...unofficial, message: '1e3' }),
		output: [accepted({ ...unofficial, message: '1e3', text: 'hello' })],
	},
	'whatsappUnofficial sendMedia': {
		values: { destination: TO, mediaSource: 'url', mediaUrl: 'https://example.com/a.png' },
		...answered({ ...unofficial, ...photo }),
		output: [accepted({ ...unofficial, ...photo })],
	},
	'whatsappUnofficial getStatus': {
		values: { refNo: '007', simplify: false },
		...answered(message),
		output: [
			{
				...message,
				...{ status: 'delivered', status_code: 'D', status_name: 'delivered' },
				...{ status_meaning: MESSAGE_STATUS.D.meaning, is_final: false },
			},
		],
	},
	'whatsappBusiness reply': {
		values: { ...business, messageType: 'text', text: 'hello' },
		...answered({ message_id: 'wamid.2' }),
		output: [accepted({ destination: TO, message_id: 'wamid.2', text: 'hello' })],
	},
	'whatsappBusiness sendButtons': {
		values: {
			...{ ...business, body: 'Coming?', headerType: 'none' },
			buttons: { button: [{ id: 'yes', title: 'Yes' }] },
		},
		...answered({ message_id: 'wamid.2' }),
		output: [accepted({ destination: TO, message_id: 'wamid.2', text: 'Coming?' })],
	},
	'sms send': {
		values: { destination: TO, text: 'hello' },
		json: JSON.stringify({ results: [result] }),
		xml: `<results><result>${xmlOf(result)}</result></results>`,
		output: [
			accepted({
				...{ ref_no: result.messageid, messageid: result.messageid, destination: TO },
				...{ status_code: '0', status_name: 'ALL_RECIPIENTS_PROCESSED' },
				...{ status_meaning: 'request successful for all recipients', text: 'hello' },
			}),
		],
	},
};

/** A question outputs what a person answers, and Check Setup makes several requests. Their own tests have them. */
export const ALL = resources.flatMap(({ value, operations }) =>
	operations
		.filter((operation) => !['sendAndWait', 'checkSetup'].includes(operation.value))
		.map((operation) => ({ name: `${value} ${operation.value}`, operation })),
);

export function named(name: string) {
	const found = ALL.find((one) => one.name === name);
	if (found === undefined) throw new Error(`no operation ${name}`);
	return found.operation;
}

export const valuesOf = (name: string): Values => CASES[name]?.values ?? {};
