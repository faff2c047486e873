import { resources } from '../../../nodes/MessagingService/operations';
import { MESSAGE_STATUS } from '../../../nodes/service';
import { accepted } from '../../support/accepted';
import { ID, TEMPLATE_ID, ITEMS, TO, valuesIn } from '../../support/items';
import { enveloped, type Values, xmlEnveloped } from './support';

/** A response to an item of each operation, and what comes out. */

export interface Case {
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
	idClient: 2,
	wa_balance: 1250.5,
	wa_expired_date: '2027-01-31',
	pulsa_balance: 0,
};
export const channel = { id: ID, organization_id: '7', created_at: '2026-11-02T08:00:00Z' };
const message = { ref_no: '007', status: 'D', is_group: false, message: 'Your order left' };
const result = { status: '0', messageid: '0012345678901234567890', destination: TO };
/** Signs of a form, and of a language. */
const SMS = 'Sale & 100% = "off" + ünï;?#\n{}~^ 😀';

export const CASES: Record<string, Case> = {
	'account getIdentity': { ...answered(person), output: [person] },
	'account getBalance': { ...answered(balance), output: [balance] },
	'whatsappOfficial broadcast': {
		...answered({ ref_no: '007' }),
		output: [
			accepted({
				ref_no: '007',
				destination: TO,
				destination_name: 'Ayu',
				channel_id: ID,
				template_id: TEMPLATE_ID,
			}),
		],
	},
	'whatsappOfficial reply': {
		...answered({ ref_no: '007' }),
		output: [accepted({ ref_no: '007', room_id: ID, text: 'Thank you!' })],
	},
	'whatsappOfficial getTemplates': { ...answered(templates), output: templates },
	'whatsappOfficial getChannels': { ...answered([channel]), output: [channel] },
	'whatsappUnofficial sendText': {
		...answered({ ...unofficial, message: '1e3' }),
		output: [accepted({ ...unofficial, message: '1e3', text: 'Your order left' })],
	},
	'whatsappUnofficial reply': {
		...answered({ ...unofficial, message: 'Thank you!' }),
		output: [accepted({ ...unofficial, message: 'Thank you!', text: 'Thank you!' })],
	},
	'whatsappUnofficial sendMedia': {
		...answered({ ...unofficial, ...photo }),
		output: [accepted({ ...unofficial, ...photo })],
	},
	'whatsappUnofficial getStatus': {
		...answered(message),
		output: [
			{
				...message,
				status: 'delivered',
				status_code: 'D',
				status_name: 'delivered',
				status_meaning: MESSAGE_STATUS.D.meaning,
				delivered: true,
				is_final: false,
			},
		],
	},
	'whatsappBusiness reply': {
		...answered({ message_id: 'wamid.2' }),
		output: [accepted({ destination: TO, message_id: 'wamid.2', text: 'Thank you!' })],
	},
	'whatsappBusiness sendButtons': {
		...answered({ message_id: 'wamid.2' }),
		output: [accepted({ destination: TO, message_id: 'wamid.2', text: 'Coming?' })],
	},
	'sms send': {
		json: JSON.stringify({ results: [result] }),
		xml: `<results><result>${xmlOf(result)}</result></results>`,
		output: [
			accepted({
				ref_no: result.messageid,
				messageid: result.messageid,
				destination: TO,
				status_code: '0',
				status_name: 'ALL_RECIPIENTS_PROCESSED',
				encoding: 'unicode',
				status_meaning: 'request successful for all recipients',
				text: SMS,
			}),
		],
	},
};

/** What these tests need differently from the page for assistants. */
const OWN: typeof ITEMS = {
	'whatsappOfficial broadcast': { parametersMode: 'none' },
	'whatsappUnofficial getStatus': { waitFor: 'none', simplify: false },
	'sms send': { message: SMS, encoding: 'unicode' },
};

/** As n8n stores it. */
export const itemOf = (name: string) => ({ ...ITEMS[name], ...OWN[name] });

export const valuesOf = (name: string): Values => valuesIn(itemOf(name));

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
