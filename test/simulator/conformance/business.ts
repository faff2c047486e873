import { expectInvalid, expectTaken, fieldsOf, first, type Check, type Checks } from './check';
import { jsonOf, type Service } from './client';
import {
	businessReply,
	businessReplyNow,
	buttons,
	buttonsNow,
	messageIdOf,
	NUMBER,
	writeToGateway,
} from './requests';

const KB = 1024;
const MB = 1024 * KB;

/** One message has left by WhatsApp Business, to the recipient. */
async function expectOneSent(service: Service): Promise<void> {
	expect(await service.control.messages()).toEqual([
		expect.objectContaining({ route: 'business', to: NUMBER }),
	]);
}

const replyFields = fieldsOf(businessReply, expectTaken);

/** What a type may send, with a file that the file server has. */
const payloadsOf = (service: Service): Record<string, Record<string, unknown>> => ({
	text: { body: 'We are open' },
	document: { link: service.files.url('offer.pdf', 10, 'application/pdf') },
	image: { link: service.files.url('photo.png', 10, 'image/png') },
	video: { link: service.files.url('film.mp4', 10, 'video/mp4') },
});

const sendPayload =
	(type: string) => async (service: Service, overrides: Record<string, unknown>) =>
		businessReply(service, { type, payloads: { ...payloadsOf(service)[type], ...overrides } });

const payloadFields = (type: string) => fieldsOf(sendPayload(type), expectTaken);

/** link is required, and a URL; the file is asked for where it is said to be. */
const takesLink = (type: string): Check =>
	payloadFields(type).required('link', 'not a url', ['https://files.example.com/a'], '');

const takesText = (type: string, field: string, good: string): Check =>
	payloadFields(type).optional(field, { good: [good], wrong: [['x'], { a: 1 }] });

const reaction = async (service: Service, overrides: Record<string, unknown>) => {
	const messageId = await writeToGateway(service);
	return businessReply(service, {
		type: 'reaction',
		payloads: { message_id: messageId, emoji: '\u{1F44D}', ...overrides },
	});
};

const reactionFields = fieldsOf(reaction, expectTaken);

/** A text that quotes the message of that id. */
const quote = (service: Service, id: string, payloads: Record<string, unknown> = { text: 'Yes' }) =>
	businessReplyNow(service, { payloads, message_id_context: id });

export const businessReplyChecks: Checks<'businessReply'> = {
	room: async (service) => {
		expectInvalid(await businessReplyNow(service));
		expect(await service.control.messages()).toEqual([]);
		expectTaken(await businessReply(service));
	},
	recipient: replyFields.required('recipient', ['x'], {}),
	'gateway-id': replyFields.required('gateway_id', ['x'], {}),
	type: replyFields.required('type', ['text'], {}),
	'type-values': async (service) => {
		for (const type of ['text', 'document', 'image', 'video'])
			expectTaken(await sendPayload(type)(service, {}));
		expectTaken(await reaction(service, {}));
		await replyFields.refuses('type', { type: 'audio' }, { type: 'Text' }, { type: '' })(service);
	},
	payloads: replyFields.required('payloads', 'We are open', ['x']),
	context: async (service) => {
		const id = await writeToGateway(service);
		expectTaken(await businessReplyNow(service));
		expectTaken(await quote(service, id));
		for (const wrong of [['x'], {}])
			expectInvalid(
				await businessReplyNow(service, { payloads: { text: 'Yes' }, message_id_context: wrong }),
				'message_id_context',
			);
	},
	'text-body': async (service) => {
		const answer = await businessReply(service, { payloads: { body: 'We are open' } });
		expectTaken(answer);
		expect(await service.control.messages()).toContainEqual(
			expect.objectContaining({ route: 'business', text: 'We are open' }),
		);
		await replyFields.refuses('payloads', { payloads: {} }, { payloads: { body: ['x'] } })(service);
	},
	'text-text': async (service) => {
		const id = await writeToGateway(service);
		expectTaken(await quote(service, id, { text: 'Yes we are' }));
		expect(await service.control.messages()).toContainEqual(
			expect.objectContaining({ route: 'business', text: 'Yes we are' }),
		);
		expectInvalid(await quote(service, id, { text: ['x'] }), 'payloads');
	},
	'document-link': takesLink('document'),
	'document-caption': takesText('document', 'caption', 'Our offer'),
	'document-filename': takesText('document', 'filename', 'offer.pdf'),
	'image-link': takesLink('image'),
	'image-caption': takesText('image', 'caption', 'Our shop'),
	'video-link': takesLink('video'),
	'video-caption': takesText('video', 'caption', 'Our shop'),
	'reaction-message-id': reactionFields.required('message_id', ['x'], {}),
	'reaction-emoji': reactionFields.required('emoji', ['x'], {}),
	'context-on-reaction': async (service) => {
		const id = await writeToGateway(service);
		const fields = { type: 'reaction', payloads: { message_id: id, emoji: '\u{1F44D}' } };
		expectTaken(await businessReplyNow(service, fields));
		expectInvalid(await businessReplyNow(service, { ...fields, message_id_context: id }));
	},
	'context-to-reaction': async (service) => {
		const answer = await reaction(service, {});
		expectTaken(answer);
		expectInvalid(await quote(service, messageIdOf(answer)));
	},
	'context-inbox': async (service) => {
		expectTaken(await quote(service, await writeToGateway(service)));
		await expectOneSent(service);
	},
	'context-earlier': async (service) => {
		const answer = await businessReply(service);
		expectTaken(await quote(service, messageIdOf(answer)));
		// An id that no message has is neither.
		expectInvalid(await quote(service, 'no-such-message'));
	},
	success: async (service) => {
		const answer = await businessReply(service);
		expect([200, 201, 202]).toContain(answer.status);
		expect(jsonOf(answer)).toMatchObject({ error: false });
		expect(await service.control.messages()).toContainEqual(
			expect.objectContaining({ route: 'business', to: NUMBER }),
		);
	},
};

const OFFICE = 'application/vnd.openxmlformats-officedocument';

/** A file of the greatest size is taken, and one of a byte more is refused. */
const upTo =
	(type: string, extension: string, mime: string, size: number): Check =>
	async (service) => {
		const send = (bytes: number) =>
			businessReply(service, {
				type,
				payloads: { link: service.files.url(`file.${extension}`, bytes, mime) },
			});
		expectTaken(await send(size));
		expectInvalid(await send(size + 1));
	};

const refusesFiles =
	(type: string, ...extensions: string[]): Check =>
	async (service) => {
		expectTaken(await sendPayload(type)(service, {}));
		for (const extension of extensions) {
			const link = service.files.url(`file.${extension}`, 10);
			expectInvalid(await businessReply(service, { type, payloads: { link } }));
		}
	};

export const businessMedia: Checks<'businessMedia'> = {
	txt: upTo('document', 'txt', 'text/plain', 100 * MB),
	xls: upTo('document', 'xls', 'application/vnd.ms-excel', 100 * MB),
	xlsx: upTo('document', 'xlsx', `${OFFICE}.spreadsheetml.sheet`, 100 * MB),
	doc: upTo('document', 'doc', 'application/msword', 100 * MB),
	docx: upTo('document', 'docx', `${OFFICE}.wordprocessingml.document`, 100 * MB),
	ppt: upTo('document', 'ppt', 'application/vnd.ms-powerpoint', 100 * MB),
	pptx: upTo('document', 'pptx', `${OFFICE}.presentationml.presentation`, 100 * MB),
	pdf: upTo('document', 'pdf', 'application/pdf', 100 * MB),
	jpeg: upTo('image', 'jpeg', 'image/jpeg', 5 * MB),
	jpg: upTo('image', 'jpg', 'image/jpeg', 5 * MB),
	png: upTo('image', 'png', 'image/png', 5 * MB),
	'3gp': upTo('video', '3gp', 'video/3gpp', 16 * MB),
	mp4: upTo('video', 'mp4', 'video/mp4', 5 * MB),
	'document-others': refusesFiles('document', 'zip', 'exe', 'csv', 'docs', 'png', 'mp4'),
	'image-others': refusesFiles('image', 'gif', 'webp', 'pdf', 'mp4'),
	'video-others': refusesFiles('video', 'webm', 'mov', 'avi', 'png'),
};

const buttonFields = fieldsOf(buttons, expectTaken);

const headersOf = (service: Service): Record<string, Record<string, unknown>> => ({
	text: { type: 'text', text: 'News' },
	document: {
		type: 'document',
		link: service.files.url('offer.pdf', 10, 'application/pdf'),
		filename: 'offer.pdf',
	},
	image: { type: 'image', link: service.files.url('photo.png', 10, 'image/png') },
	video: { type: 'video', link: service.files.url('film.mp4', 10, 'video/mp4') },
});

const sendHeader = (type: string) => async (service: Service, overrides: Record<string, unknown>) =>
	buttons(service, { header: { ...headersOf(service)[type], ...overrides } });

const headerFields = (type: string) => fieldsOf(sendHeader(type), expectTaken);

const takesHeader =
	(type: string, extension: string): Check =>
	async (service) => {
		const link = service.files.url(`file.${extension}`, 10);
		expectTaken(await sendHeader(type)(service, { link }));
		await expectOneSent(service);
	};

const refusesHeaders =
	(type: string, ...extensions: string[]): Check =>
	async (service) => {
		expectTaken(await sendHeader(type)(service, {}));
		for (const extension of extensions) {
			const link = service.files.url(`file.${extension}`, 10);
			expectInvalid(await sendHeader(type)(service, { link }));
		}
	};

const button = (id: string, title = 'Yes') => ({ button_id: id, title });

const numbered = (count: number) =>
	Array.from({ length: count }, (_, index) => button(`button-${index}`));

const withFirstButton = (overrides: Record<string, unknown>) => ({
	buttons: [{ ...button('yes'), ...overrides }, button('no', 'No')],
});

export const buttonReply: Checks<'buttonReply'> = {
	room: async (service) => {
		expectInvalid(await buttonsNow(service));
		expect(await service.control.messages()).toEqual([]);
		expectTaken(await buttons(service));
	},
	'gateway-id': buttonFields.required('gateway_id', ['x'], {}),
	recipient: buttonFields.required('recipient', ['x'], {}),
	header: buttonFields.optional('header', {
		good: [{ type: 'text', text: 'News' }],
		wrong: ['News', ['News']],
	}),
	'header-type': async (service) => {
		for (const type of ['text', 'document', 'image', 'video'])
			expectTaken(await sendHeader(type)(service, {}));
		await headerFields('text').refuses('header', { type: 'audio' }, { type: undefined })(service);
	},
	'header-text': headerFields('text').required('text', ['x'], {}),
	'header-document': async (service) => {
		await headerFields('document').required('link', 'not a url', ['x'])(service);
		await headerFields('document').refuses('filename', { filename: ['x'] })(service);
		await headerFields('document').accepts({ filename: undefined })(service);
	},
	'header-image': headerFields('image').required('link', 'not a url', ['x']),
	'header-video': headerFields('video').required('link', 'not a url', ['x']),
	'header-document-pdf': takesHeader('document', 'pdf'),
	'header-document-doc': takesHeader('document', 'doc'),
	'header-document-docs': takesHeader('document', 'docs'),
	'header-document-ppt': takesHeader('document', 'ppt'),
	'header-document-pptx': takesHeader('document', 'pptx'),
	'header-document-txt': takesHeader('document', 'txt'),
	'header-document-xls': takesHeader('document', 'xls'),
	'header-document-xlsx': takesHeader('document', 'xlsx'),
	'header-document-docx': takesHeader('document', 'docx'),
	'header-document-others': refusesHeaders('document', 'zip', 'csv', 'png'),
	'header-image-jpeg': takesHeader('image', 'jpeg'),
	'header-image-png': takesHeader('image', 'png'),
	'header-image-jpg': takesHeader('image', 'jpg'),
	'header-image-others': refusesHeaders('image', 'gif', 'webp', 'pdf'),
	'header-video-3gp': takesHeader('video', '3gp'),
	'header-video-mp4': takesHeader('video', 'mp4'),
	'header-video-others': refusesHeaders('video', 'webm', 'mov', 'png'),
	body: async (service) => {
		await buttonFields.required('body', 'Shall we deliver?')(service);
		await buttonFields.refuses('text', { body: {} }, { body: { text: ['x'] } })(service);
	},
	'body-length': async (service) => {
		await buttonFields.accepts({ body: { text: 'x'.repeat(1024) } })(service);
		await buttonFields.refuses('text', { body: { text: 'x'.repeat(1025) } })(service);
	},
	footer: buttonFields.optional('footer', {
		good: [{ text: 'Thank you' }],
		wrong: ['Thank you', {}, { text: ['x'] }],
	}),
	'footer-length': async (service) => {
		await buttonFields.accepts({ footer: { text: 'x'.repeat(60) } })(service);
		await buttonFields.refuses('text', { footer: { text: 'x'.repeat(61) } })(service);
	},
	'buttons-count': async (service) => {
		for (const count of [1, 2, 3])
			await buttonFields.accepts({ buttons: numbered(count) })(service);
		await buttonFields.refuses('buttons', { buttons: numbered(4) })(service);
	},
	'button-id': async (service) => {
		await buttonFields.accepts({ buttons: [button('a'), button('b')] })(service);
		await buttonFields.refuses('buttons', { buttons: [button('a'), button('a')] })(service);
		await buttonFields.refuses('button_id', withFirstButton({ button_id: ['x'] }))(service);
	},
	'button-id-length': async (service) => {
		await buttonFields.accepts(withFirstButton({ button_id: 'x'.repeat(256) }))(service);
		await buttonFields.refuses(
			'button_id',
			withFirstButton({ button_id: 'x'.repeat(257) }),
		)(service);
	},
	'button-title': async (service) => {
		await buttonFields.accepts(withFirstButton({ title: 'Yes' }))(service);
		await buttonFields.refuses('title', withFirstButton({ title: ['x'] }))(service);
	},
	'button-title-length': async (service) => {
		await buttonFields.accepts(withFirstButton({ title: 'x'.repeat(20) }))(service);
		await buttonFields.refuses('title', withFirstButton({ title: 'x'.repeat(21) }))(service);
	},
	success: async (service) => {
		const answer = await buttons(service);
		expect([200, 201, 202]).toContain(answer.status);
		expect(jsonOf(answer)).toMatchObject({ error: false });
		const message = first(await service.control.messages());
		expect(message).toMatchObject({ route: 'business', to: NUMBER, text: 'Shall we deliver?' });
	},
};
