import { z } from 'zod';

import {
	all,
	expectData,
	expectInvalid,
	fieldsOf,
	first,
	object,
	UNKNOWN_UUID,
	UUID1,
	UUID4,
	type Check,
	type Checks,
} from './check';
import type { Answer, Fields, Service } from './client';
import {
	broadcast,
	broadcastRef,
	CHANNEL,
	FATE,
	greet,
	GREETING,
	NUMBER,
	openRoom,
	OTHER_CHANNEL,
	PLAIN,
	putTemplate,
	reply,
	writeToChannel,
} from './requests';

const expectSent = (answer: Answer): void => {
	expectData(answer, 201, z.object({ ref_no: z.string() }));
};

const fields = fieldsOf(broadcast, expectSent);
const placeholder = fieldsOf(greet, expectSent);

const TEMPLATE = '00000000-0000-4000-8000-000000000004';
const LINK = 'https://files.example.com/offer.pdf';

/** A broadcast of a template with a document above its text. */
async function withHeader(service: Service, header: Fields = {}): Promise<Answer> {
	await putTemplate(service, TEMPLATE, { header: { format: 'DOCUMENT' } });
	return broadcast(service, {
		template_id: TEMPLATE,
		parameters: {
			header: { format: 'DOCUMENT', params: [{ key: 'url', value: LINK }], ...header },
		},
	});
}

const header = fieldsOf(withHeader, expectSent);

/** A template with one dynamic button. */
async function putDynamicButton(service: Service): Promise<void> {
	await putTemplate(service, TEMPLATE, {
		buttons: [{ type: 'URL', text: 'Track parcel', url: 'https://shop.example/track/{{1}}' }],
	});
}

async function withButton(service: Service, button: Fields = {}): Promise<Answer> {
	await putDynamicButton(service);
	return broadcast(service, {
		template_id: TEMPLATE,
		parameters: { buttons: [{ index: '0', type: 'url', value: 'AB12', ...button }] },
	});
}

const button = fieldsOf(withButton, expectSent);

/** Unicode's mandatory line breaks. */
const NEW_LINES = ['\n', '\r', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029'];

/** A text is refused wherever a parameter has one. */
const refusesText =
	(text: string): Check =>
	async (service) => {
		await placeholder.refuses('value_text', { value_text: text })(service);
		const params = [
			{ key: 'url', value: LINK },
			{ key: 'filename', value: text },
		];
		expectInvalid(await withHeader(service, { params }), 'value');
		expect(await service.control.messages()).toEqual([]);
	};

/** The kinds of the buttons that stand anywhere inside. */
function buttonKinds(part: unknown): string[] {
	if (Array.isArray(part)) return part.flatMap(buttonKinds);
	const fields = object.safeParse(part);
	if (!fields.success) return [];
	const { type } = fields.data;
	return [
		...(type === 'QUICK_REPLY' || type === 'URL' || type === 'PHONE_NUMBER' ? [type] : []),
		...Object.values(fields.data).flatMap(buttonKinds),
	];
}

const listed = z.array(
	z.object({ header: z.unknown(), body: z.unknown(), footer: z.unknown() }).passthrough(),
);

export const broadcastChecks: Checks<'broadcast'> = {
	destination: fields.required('destination', ['x'], {}),
	'destination-form': async (service) => {
		await fields.accepts(
			{ destination: '6281200000001' },
			{ destination: '491701234567' },
			{ destination: '2901234' },
			{ destination: '4'.repeat(15) },
		)(service);
		await fields.refuses(
			'destination',
			{ destination: '081200000001' },
			{ destination: '290123' },
			{ destination: '4'.repeat(16) },
			{ destination: 'Ann' },
			{ destination: '' },
		)(service);
	},
	'destination-any': async (service) => {
		const refNo = await broadcastRef(service, { destination: FATE.failed });
		expect((await service.control.message(refNo)).to).toBe(FATE.failed);
	},
	'destination-name': async (service) => {
		await fields.required('destination_name', ['x'], {})(service);
		const names = ['', ' ', 'Ann\nof Hull', `Ann${' '.repeat(9)}`, '\u{1F600}', '\u0627\u0645'];
		await fields.accepts(...names.map((name) => ({ destination_name: name })))(service);
	},
	'template-id': async (service) => {
		// Refused for its form, and not because it is unknown.
		await putTemplate(service, UUID1);
		await fields.required('template_id', 'welcome', UUID1, ['x'])(service);
		expectInvalid(await broadcast(service, { template_id: UNKNOWN_UUID }));
	},
	'channel-id': async (service) => {
		await fields.required('channel_id', 'Orders', UUID1, ['x'])(service);
		expectInvalid(await broadcast(service, { channel_id: UNKNOWN_UUID }));
	},
	'channel-used': async (service) => {
		const numbers = { [CHANNEL]: '6281100000001', [OTHER_CHANNEL]: '6281100000002' };
		for (const [channel, from] of Object.entries(numbers)) {
			const refNo = await broadcastRef(service, { channel_id: channel });
			expect((await service.control.message(refNo)).from).toBe(from);
		}
	},
	parameters: async (service) => {
		await fields.accepts({ parameters: undefined })(service);
		await fields.refuses('parameters', { parameters: 'Ann' }, { parameters: ['Ann'] })(service);
		expectSent(await greet(service));
		// A placeholder that gets no text cannot be sent.
		expectInvalid(await broadcast(service, { template_id: GREETING }));
	},
	'body-list': async (service) => {
		expectSent(await greet(service));
		await fields.refuses(
			'parameters',
			{ parameters: { body: 'Ann' } },
			{ parameters: { body: {} } },
		)(service);
	},
	'body-key': async (service) => {
		await placeholder.required('key', ['x'], {})(service);
		expectInvalid(await greet(service, { key: '2' }));
	},
	'body-value': async (service) => {
		await placeholder.accepts(
			{ value: 'name' },
			{ value: 'first_name' },
			{ value: 'name2' },
			{ value: '2nd' },
		)(service);
		await placeholder.required(
			'value',
			'Name',
			'first-name',
			'first name',
			'pr\u00e9nom',
			'',
		)(service);
	},
	'body-value-length': async (service) => {
		await placeholder.accepts({ value: 'ab' }, { value: 'a'.repeat(32) })(service);
		await placeholder.refuses('value', { value: 'a' }, { value: 'a'.repeat(33) })(service);
	},
	'body-value-text': async (service) => {
		await placeholder.required('value_text', ['x'], {})(service);
		const { ref_no: refNo } = expectData(
			await greet(service, { value_text: 'Ann of Hull' }),
			201,
			z.object({ ref_no: z.string() }),
		);
		expect((await service.control.message(refNo)).text).toBe('Hello Ann of Hull');
	},
	'body-value-space': placeholder.accepts({ value_text: ' ' }, { value_text: ' '.repeat(4) }),
	'header-format': async (service) => {
		await header.required('format', 'VIDEO', 'document', '')(service);
		await putTemplate(service, TEMPLATE, { header: { format: 'IMAGE' } });
		const params = [{ key: 'url', value: 'https://files.example.com/photo.png' }];
		expectSent(
			await broadcast(service, {
				template_id: TEMPLATE,
				parameters: { header: { format: 'IMAGE', params } },
			}),
		);
	},
	'header-params': async (service) => {
		await header.required('params', LINK, {})(service);
		await header.refuses('value', { params: [{ key: 'url' }] })(service);
		await header.refuses('key', { params: [{ value: LINK }] })(service);
	},
	'header-key-url': async (service) => {
		await header.accepts({ params: [{ key: 'url', value: LINK }] })(service);
		await header.refuses('value', { params: [{ key: 'url', value: 'not a url' }] })(service);
	},
	'header-key-filename': async (service) => {
		const params = [
			{ key: 'url', value: LINK },
			{ key: 'filename', value: 'offer.pdf' },
		];
		await header.accepts({ params })(service);
		await header.refuses('value', {
			params: [params[0], { key: 'filename', value: ['offer.pdf'] }],
		})(service);
	},
	'header-image-filename': async (service) => {
		await putTemplate(service, TEMPLATE, { header: { format: 'IMAGE' } });
		const params = [
			{ key: 'url', value: 'https://files.example.com/photo.png' },
			{ key: 'filename', value: 'photo.png' },
		];
		const parameters = { header: { format: 'IMAGE', params } };
		expectSent(await broadcast(service, { template_id: TEMPLATE, parameters }));
	},
	'header-key-others': header.refuses('key', {
		params: [
			{ key: 'url', value: LINK },
			{ key: 'caption', value: 'Our offer' },
		],
	}),
	'buttons-list': async (service) => {
		await button.required('index', ['x'], {})(service);
		await button.required('type', ['x'], {})(service);
		await button.required('value', ['x'], {})(service);
		await fields.refuses('buttons', { parameters: { buttons: 'AB12' } })(service);
	},
	'buttons-type': button.accepts({ type: 'url' }, { type: 'URL' }, { type: 'flow' }),
	'buttons-value': async (service) => {
		await putTemplate(service, TEMPLATE, {
			buttons: ['one', 'two'].map((text) => ({
				type: 'URL',
				text,
				url: `https://shop.example/${text}/{{1}}`,
			})),
		});
		// The index counts from a number that the documentation does not tell.
		for (const start of [0, 1]) {
			const parameters = {
				buttons: ['A', 'B'].map((value, at) => ({ index: `${start + at}`, type: 'url', value })),
			};
			const refNo = await broadcastRef(service, { template_id: TEMPLATE, parameters });
			const shown = z.array(z.object({ target: z.string() }));
			const { buttons } = await service.control.message(refNo);
			expect(shown.parse(buttons).map(({ target }) => target)).toEqual([
				'https://shop.example/one/A',
				'https://shop.example/two/B',
			]);
		}
	},
	'buttons-name': async (service) => {
		expectSent(await withButton(service));
		const parameters = { button: [{ index: '0', type: 'url', value: 'AB12' }] };
		expectInvalid(await broadcast(service, { template_id: TEMPLATE, parameters }));
	},
	'text-new-line': all(...NEW_LINES.map((character) => refusesText(`Ann${character}of Hull`))),
	'text-tab': refusesText('Ann\tof Hull'),
	'text-spaces': async (service) => {
		await refusesText(`Ann${' '.repeat(5)}of Hull`)(service);
		expectSent(await greet(service, { value_text: `Ann${' '.repeat(4)}of${' '.repeat(4)}Hull` }));
	},
	'button-kinds': async (service) => {
		const templates = expectData(await service.get('/wa_official/templates'), 200, listed);
		const kinds = templates.map(buttonKinds).filter((found) => found.length > 0);
		// Of each kind there is one to look at.
		expect(kinds.flat()).toEqual(expect.arrayContaining(['QUICK_REPLY', 'URL', 'PHONE_NUMBER']));
		for (const found of kinds)
			expect(new Set(found.map((kind) => kind === 'QUICK_REPLY')).size).toBe(1);
		const mixed = [
			{ type: 'QUICK_REPLY', text: 'Yes' },
			{ type: 'URL', text: 'Shop', url: 'https://shop.example' },
		];
		await expect(putTemplate(service, TEMPLATE, { buttons: mixed })).rejects.toThrow();
	},
	'button-static': async (service) => {
		const types = {
			QUICK_REPLY: {},
			URL: { url: 'https://shop.example' },
			PHONE_NUMBER: { phone: '+6281100000001' },
		};
		for (const [type, more] of Object.entries(types)) {
			await putTemplate(service, TEMPLATE, {
				buttons: [{ type, text: 'Yes', ...more }],
			});
			expectSent(await broadcast(service, { template_id: TEMPLATE }));
			const value = { index: '0', type: type.toLowerCase(), value: 'AB12' };
			expectInvalid(
				await broadcast(service, { template_id: TEMPLATE, parameters: { buttons: [value] } }),
			);
		}
	},
	success: async (service) => {
		const refNo = await broadcastRef(service);
		expect(await service.control.message(refNo)).toMatchObject({
			route: 'official',
			to: NUMBER,
			text: 'Your order is ready',
		});
	},
	failure: async (service) => {
		expectInvalid(await service.post('/wa_official/message/broadcast', {}), 'template_id');
		expect(await service.control.messages()).toEqual([]);
	},
	room: async (service) => {
		await service.control.callbacks({ officialInbox: `${service.receiver.url}/inbox` });
		await broadcastRef(service);
		const room = await writeToChannel(service);
		const { body } = first(await service.receiver.take('/inbox', 1));
		expect(object.parse(JSON.parse(body)).room_id).toBe(room);
		expect(room).toMatch(UUID4);
	},
};

/** A reply in a room of its own. */
const replyIn = async (service: Service, overrides: Fields): Promise<Answer> =>
	reply(service, await openRoom(service), z.record(z.string().optional()).parse(overrides));

const replyFields = fieldsOf(replyIn, expectSent);

export const officialReply: Checks<'officialReply'> = {
	multipart: async (service) => {
		const room = await openRoom(service);
		const sent = await service.control.messages();
		const answer = await service.post('/wa_official/message/reply', {
			room_id: room,
			type: 'text',
			text: 'Thank you',
		});
		expect([400, 415, 422]).toContain(answer.status);
		expect(await service.control.messages()).toHaveLength(sent.length);
		expectSent(await reply(service, room));
	},
	'room-id': async (service) => {
		await replyFields.required('room_id', 'the room', UUID1)(service);
		expectInvalid(await replyIn(service, { room_id: UNKNOWN_UUID }));
	},
	'type-default': async (service) => {
		const refNo = expectData(
			await replyIn(service, { type: undefined }),
			201,
			z.object({ ref_no: z.string() }),
		).ref_no;
		expect((await service.control.message(refNo)).text).toBe('Thank you');
		expectInvalid(await replyIn(service, { type: undefined, text: undefined }), 'text');
	},
	'type-values': async (service) => {
		await replyFields.accepts({ type: 'text' })(service);
		await replyFields.refuses('type', { type: 'sticker' }, { type: 'Text' })(service);
	},
	'file-url': replyFields.optional('file_url', {
		good: ['https://files.example.com/photo.png'],
		wrong: ['not a url'],
	}),
	text: replyFields.required('text', ''),
	'text-new-line': replyFields.refuses(
		'text',
		...NEW_LINES.map((character) => ({ text: `Thank${character}you` })),
	),
	'text-tab': replyFields.refuses('text', { text: 'Thank\tyou' }),
	'text-spaces': async (service) => {
		await replyFields.accepts({ text: `Thank${' '.repeat(4)}you${' '.repeat(4)}all` })(service);
		await replyFields.refuses('text', { text: `Thank${' '.repeat(5)}you` })(service);
	},
	success: async (service) => {
		const room = await openRoom(service);
		const answer = await reply(service, room);
		const { ref_no: refNo } = expectData(answer, 201, z.object({ ref_no: z.string() }));
		expect(await service.control.message(refNo)).toMatchObject({
			route: 'official',
			to: NUMBER,
			text: 'Thank you',
			room_id: room,
		});
	},
	failure: async (service) => {
		const answer = await service.multipart('/wa_official/message/reply', {});
		expectInvalid(answer, 'room_id');
		expect(await service.control.messages()).toEqual([]);
	},
};

/** The documented states, as the simulator spells them. */
const STATES = ['Pending', 'Approved', 'Rejected'];

export const templates: Checks<'templates'> = {
	get: async (service) => {
		await putTemplate(service, PLAIN, { name: 'one more' });
		const answer = await service.get('/wa_official/templates');
		const list = expectData(answer, 200, z.array(object));
		expect(list).toContainEqual({
			id: PLAIN,
			name: 'one more',
			header: null,
			body: 'Your order is ready',
			footer: null,
			status: 'Approved',
			category: 'UTILITY',
		});
		expect(list.map(({ status }) => status)).toEqual(expect.arrayContaining(STATES));
	},
};

export const channels: Checks<'channels'> = {
	get: async (service) => {
		const list = expectData(await service.get('/wa_official/channels'), 200, z.array(object));
		expect(list.map(({ id }) => id)).toEqual([CHANNEL, OTHER_CHANNEL]);
	},
};
