import type { Fact } from '../facts/endpoints';
import { pdf } from '../facts/files';
import { places } from '../facts/kinds';
import { files, service, type Answer, type Call, type Fields } from './client';
import {
	ANN,
	BUTTONS,
	CHANNEL,
	GATEWAY,
	NUMBER,
	openRoom,
	putTemplate,
	QUEUE,
	send,
	SMS,
	TEMPLATE,
	textRef,
	UNKNOWN_UUID,
	writeToGateway,
} from './requests';

/** A request with all fields for each endpoint that has a body. If the fields depend on a type, the type is the variant. */
const SAMPLES: Readonly<Record<string, (variant: string) => Fields | Promise<Fields>>> = {
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
			...BUTTONS,
			...(header && { header: { type: variant, ...header } }),
			footer: { text: 'Thank you' },
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
	'sms.send': () => ({ ...SMS, unicode: 'true', otp: 'Y' }),
};

const unofficial = {
	...{ destination: NUMBER, queue: QUEUE.name },
	...{ channel: 1, is_group: false, timeout: 60, include_unsubscribe: false },
};

/** The body of a request with all fields, after everything that must exist before it. */
export const sampleOf = async ({ name }: Fact, variant: string) => SAMPLES[name]?.(variant);

/** A request that the endpoint takes, sent in some way. */
export async function callTo(fact: Fact, call?: Call): Promise<Answer> {
	const [{ variant } = { variant: '' }] = places(fact.body);
	if (fact.sentAs !== 'nothing') return send(fact, await sampleOf(fact, variant), call);
	const { path } = fact;
	return service.get(
		path.includes(':ref_no') ? path.replace(':ref_no', await textRef()) : path,
		call,
	);
}

/** Values of the documented form that name nothing. */
export const UNKNOWN: Readonly<Record<string, string>> = {
	...{ template_id: UNKNOWN_UUID, channel_id: UNKNOWN_UUID, room_id: UNKNOWN_UUID },
	...{ message_id: 'none', message_id_context: 'none', gateway_id: 'none' },
	...{ recipient: '491701234567', queue: 'none', sender: 'none', key: '2', format: 'IMAGE' },
};
