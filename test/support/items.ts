import type { INodeParameters } from 'n8n-workflow';
import { z } from 'zod';

export const ID = '11111111-1111-4111-8111-111111111111';
export const TEMPLATE_ID = '11111111-aaaa-4aaa-8aaa-111111111111';
export const TO = '628000001005';
const SENDER = '6280000000011';
const inChat = { gatewayId: 'gateway-1', destination: TO };
const located = (value: string) => ({ __rl: true, mode: 'id', value });

/** One short item of each operation, as n8n stores it. The page for assistants shows them. */
export const ITEMS: Readonly<Record<string, INodeParameters>> = {
	'whatsappOfficial broadcast': {
		channelId: located(ID),
		templateId: located(TEMPLATE_ID),
		destination: TO,
		destinationName: 'Ayu',
		parametersMode: 'json',
		parametersJson: '["Ayu", "Sunday"]',
	},
	'whatsappOfficial reply': { roomId: ID, messageType: 'text', message: 'Thank you!' },
	'whatsappOfficial sendAndWait': { roomId: ID, message: 'Is Sunday fine?' },
	'whatsappOfficial getTemplates': { returnAll: true },
	'whatsappOfficial getChannels': { returnAll: true },
	'whatsappUnofficial sendText': {
		destination: TO,
		message: 'Your order left',
		options: { sendOnceKey: 'order-1042' },
	},
	'whatsappUnofficial reply': { destination: TO, sender: SENDER, message: 'Thank you!' },
	'whatsappUnofficial sendMedia': {
		destination: TO,
		mediaSource: 'url',
		mediaUrl: 'https://example.com/invoice.pdf',
	},
	'whatsappUnofficial sendAndWait': {
		destination: TO,
		message: 'Refund order 1042?',
		sender: SENDER,
		options: { limitWaitTime: { values: { resumeAmount: 1, resumeUnit: 'hours' } } },
	},
	'whatsappUnofficial getStatus': { refNo: '1042', waitFor: 'delivered', maxWait: 300 },
	'whatsappBusiness reply': { ...inChat, messageType: 'text', message: 'Thank you!' },
	'whatsappBusiness sendButtons': {
		...inChat,
		message: 'Coming?',
		headerType: 'none',
		buttons: { button: [{ id: 'yes', title: 'Yes' }] },
	},
	'whatsappBusiness sendAndWait': { ...inChat, message: 'Is Sunday fine?', answerBy: 'buttons' },
	'sms send': { destination: TO, message: 'Your code is 4711', otp: true },
	'account getBalance': {},
	'account getIdentity': {},
	'account checkSetup': {},
};

const choice = z.object({ __rl: z.literal(true), value: z.unknown() });

/** What the node gets of an item: of a choice its value, and the options among the fields. */
export function valuesIn({ options, ...fields }: INodeParameters): Record<string, unknown> {
	const values = Object.entries(fields).map(([name, value]): [string, unknown] => [
		name,
		choice.safeParse(value).data?.value ?? value,
	]);
	return { ...Object.fromEntries(values), ...(options as INodeParameters | undefined) };
}
