import { pdf } from '../facts/files';
import { files, SMS_LOGIN, type Fields } from './client';
import {
	ANN,
	CHANNEL,
	GATEWAY,
	NUMBER,
	openRoom,
	putTemplate,
	QUEUE,
	TEMPLATE,
	UNKNOWN_UUID,
	writeToGateway,
} from './requests';

/**
 * For each endpoint with a body a request with all of its fields, and what has to be there before. Where the fields
 * depend on a type, there is a request for each.
 */
export const SAMPLES: Readonly<Record<string, (variant: string) => Fields | Promise<Fields>>> = {
	'business.reply': async (variant) => {
		const message_id = await writeToGateway();
		const link = 'https://files.example.com/file';
		const payloads = {
			text: { body: 'We are open' },
			document: { link, caption: 'Our offer', filename: 'offer.pdf' },
			image: { link, caption: 'Our shop' },
			video: { link, caption: 'Our shop' },
			reaction: { message_id, emoji: '\u{1F44D}' },
		}[variant];
		return { recipient: NUMBER, gateway_id: GATEWAY.id, type: variant, payloads };
	},
	'business.sendButtons': async (variant) => {
		await writeToGateway();
		const link = 'https://files.example.com/file';
		const header = {
			...{ text: { text: 'News' }, document: { link, filename: 'offer.pdf' } },
			...{ image: { link }, video: { link } },
		}[variant];
		return {
			...{ recipient: NUMBER, gateway_id: GATEWAY.id },
			...(header && { header: { type: variant, ...header } }),
			body: { text: 'Shall we deliver?' },
			footer: { text: 'Thank you' },
			buttons: [
				{ button_id: 'yes', title: 'Yes' },
				{ button_id: 'no', title: 'No' },
			],
		};
	},
	'official.broadcast': async () => {
		await putTemplate(TEMPLATE, {
			header: { format: 'DOCUMENT' },
			body: 'Hello {{1}}',
			buttons: [{ type: 'URL', text: 'Track parcel', url: 'https://shop.example/track/{{1}}' }],
		});
		const params = [
			{ key: 'url', value: 'https://files.example.com/offer.pdf' },
			{ key: 'filename', value: 'offer.pdf' },
		];
		return {
			...{ destination: NUMBER, destination_name: 'Ann' },
			...{ template_id: TEMPLATE, channel_id: CHANNEL },
			parameters: {
				body: [ANN],
				header: { format: 'DOCUMENT', params },
				buttons: [{ index: '0', type: 'url', value: 'AB12' }],
			},
		};
	},
	'official.reply': async () => ({
		...{ room_id: await openRoom(), type: 'text' },
		...{ file_url: 'https://files.example.com/photo.png', text: 'Thank you' },
	}),
	'unofficial.sendText': () => ({ ...unofficial, message: 'Hello' }),
	'unofficial.sendMedia': () => ({
		...{ ...unofficial, caption: 'A photo', file_name: 'offer.pdf' },
		media_url: files.url('photo.jpg', 10, 'image/jpeg'),
		media_base64: pdf(400),
	}),
	'sms.send': () => ({
		...{ ...SMS_LOGIN, SMSText: 'Hello', GSM: NUMBER },
		...{ unicode: 'true', otp: 'Y', output: 'json' },
	}),
};

const unofficial = {
	...{ destination: NUMBER, queue: QUEUE.name },
	...{ channel: 1, is_group: false, timeout: 60, include_unsubscribe: false },
};

/** Values of the documented form that name nothing. */
export const UNKNOWN: Readonly<Record<string, string>> = {
	...{ template_id: UNKNOWN_UUID, channel_id: UNKNOWN_UUID, room_id: UNKNOWN_UUID },
	...{
		message_id: 'none',
		message_id_context: 'none',
		gateway_id: 'none',
		recipient: '491701234567',
	},
	...{ queue: 'none', sender: 'none', key: '2', format: 'IMAGE' },
};
