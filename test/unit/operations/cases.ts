import { MESSAGE_STATUS } from '../../../nodes/service/messageStatus';
import { accepted } from '../../support/accepted';
import { enveloped, type Values, xmlEnveloped } from './support';

/** One valid item of each operation, an answer to it, and what comes out. */

export const ID = '123e4567-e89b-42d3-a456-426614174000';
export const TO = '62812000001';

export interface Case {
	/** One that is valid, of which the output depends. */
	values: Values;
	json: string;
	xml: string;
	output: unknown[];
}

const unofficial = { sender: '628990001', queue: 'main', destination: TO, ref_no: '007' };
const unofficialXml = `<sender>628990001</sender><queue>main</queue><destination>${TO}</destination><ref_no>007</ref_no>`;

export const template = { id: ID, name: '007', status: 'Approved', category: 'UTILITY' };
const templateXml = `<item><id>${ID}</id><name>007</name><status>Approved</status><category>UTILITY</category></item>`;

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

/** The same answer in both formats: in XML everything is text, and what looks like a number may be none. */
export const CASES: Record<string, Case> = {
	'account getIdentity': {
		values: {},
		json: enveloped(person),
		xml: xmlEnveloped('<userid>0042</userid><idPerson>1</idPerson><idClient>2</idClient>'),
		output: [person],
	},
	'account getBalance': {
		values: {},
		json: enveloped(balance),
		xml: xmlEnveloped(
			'<idClient>2</idClient><wa_balance>1250.5</wa_balance><wa_expired_date>2027-01-31</wa_expired_date><pulsa_balance>0</pulsa_balance>',
		),
		output: [balance],
	},
	'whatsappOfficial broadcast': {
		values: { channelId: ID, templateId: ID, destination: TO, destinationName: 'Ana' },
		json: enveloped({ ref_no: '007' }),
		xml: xmlEnveloped('<ref_no>007</ref_no>'),
		output: [
			accepted({
				ref_no: '007',
				destination: TO,
				destination_name: 'Ana',
				channel_id: ID,
				template_id: ID,
			}),
		],
	},
	'whatsappOfficial reply': {
		values: { roomId: ID, messageType: 'text', text: 'hello' },
		json: enveloped({ ref_no: '007' }),
		xml: xmlEnveloped('<ref_no>007</ref_no>'),
		output: [accepted({ ref_no: '007', room_id: ID, text: 'hello' })],
	},
	'whatsappOfficial getTemplates': {
		values: { returnAll: true },
		json: enveloped([template, { ...template, status: 'Pending' }]),
		xml: xmlEnveloped(templateXml + templateXml.replace('Approved', 'Pending')),
		output: ['Approved', 'Pending'].map((status) => ({ ...template, status })),
	},
	'whatsappOfficial getChannels': {
		values: { returnAll: true },
		json: enveloped([channel]),
		xml: xmlEnveloped(
			`<item><id>${ID}</id><organization_id>7</organization_id><created_at>2026-11-02T08:00:00Z</created_at></item>`,
		),
		output: [channel],
	},
	'whatsappUnofficial sendText': {
		values: { destination: TO, message: 'hello' },
		json: enveloped({ ...unofficial, message: '1e3' }),
		xml: xmlEnveloped(`${unofficialXml}<message>1e3</message>`),
		output: [accepted({ ...unofficial, message: '1e3', text: 'hello' })],
	},
	'whatsappUnofficial sendMedia': {
		values: { destination: TO, mediaSource: 'url', mediaUrl: 'https://example.com/a.png' },
		json: enveloped({ ...unofficial, caption: 'Menu', media_url: 'https://example.com/a.png' }),
		xml: xmlEnveloped(
			`${unofficialXml}<caption>Menu</caption><media_url>https://example.com/a.png</media_url>`,
		),
		output: [accepted({ ...unofficial, caption: 'Menu', media_url: 'https://example.com/a.png' })],
	},
	'whatsappUnofficial getStatus': {
		values: { refNo: '007', simplify: false },
		json: enveloped(message),
		xml: xmlEnveloped(
			'<ref_no>007</ref_no><status>D</status><is_group>false</is_group><message>Your order left</message>',
		),
		output: [
			{
				...message,
				status: 'delivered',
				status_code: 'D',
				status_name: 'delivered',
				status_meaning: MESSAGE_STATUS.D.meaning,
				is_final: false,
			},
		],
	},
	'whatsappBusiness reply': {
		values: { gatewayId: 'g', recipient: TO, messageType: 'text', text: 'hello' },
		json: enveloped({ message_id: 'wamid.2' }),
		xml: xmlEnveloped('<message_id>wamid.2</message_id>'),
		output: [accepted({ destination: TO, message_id: 'wamid.2', text: 'hello' })],
	},
	'whatsappBusiness sendButtons': {
		values: {
			gatewayId: 'g',
			recipient: TO,
			body: 'Coming?',
			headerType: 'none',
			buttons: { button: [{ id: 'yes', title: 'Yes' }] },
		},
		json: enveloped({ message_id: 'wamid.2' }),
		xml: xmlEnveloped('<message_id>wamid.2</message_id>'),
		output: [accepted({ destination: TO, message_id: 'wamid.2', text: 'Coming?' })],
	},
	'sms send': {
		values: { destination: TO, text: 'hello' },
		json: JSON.stringify({ results: [result] }),
		xml: `<results><result><status>0</status><messageid>${result.messageid}</messageid><destination>${TO}</destination></result></results>`,
		output: [
			accepted({
				ref_no: result.messageid,
				status_code: '0',
				destination: TO,
				messageid: result.messageid,
				text: 'hello',
				status_name: 'ALL_RECIPIENTS_PROCESSED',
				status_meaning: 'request successful for all recipients',
			}),
		],
	},
};
