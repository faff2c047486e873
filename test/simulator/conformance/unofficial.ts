import { z } from 'zod';

import {
	expectData,
	expectInvalid,
	fieldsOf,
	first,
	HOUR,
	object,
	SECOND,
	SETTLED,
	type Check,
	type Checks,
} from './check';
import { TEST_KEY, type Answer, type Fields, type Service } from './client';
import {
	credits,
	FATE,
	lookUp,
	media,
	mediaRef,
	NUMBER,
	QUEUE,
	SENDERS,
	SHARED_SENDERS,
	statusOf,
	text,
	textRef,
} from './requests';

const KB = 1024;
const result = z.object({ ref_no: z.string(), sender: z.string().optional() }).passthrough();

const expectSent = (answer: Answer): void => {
	expectData(answer, 201, result);
};

const textFields = fieldsOf(text, expectSent);
const mediaFields = fieldsOf(media, expectSent);

const required =
	(field: string, ...wrong: unknown[]): Check =>
	async (service) => {
		await textFields.required(field, ...wrong)(service);
		await mediaFields.required(field, ...wrong)(service);
	};

const optional =
	(field: string, values: { good: unknown[]; wrong: unknown[] }): Check =>
	async (service) => {
		await textFields.optional(field, values)(service);
		await mediaFields.optional(field, values)(service);
	};

/** The senders of so many messages that each one who may send is among them. */
async function sendersOf(service: Service, overrides: Fields): Promise<string[]> {
	const senders = new Set<string | null | undefined>();
	for (let sent = 0; sent < 40; sent += 1) {
		senders.add((await service.control.message(await textRef(service, overrides))).from);
		senders.add((await service.control.message(await mediaRef(service, overrides))).from);
	}
	return z
		.array(z.string())
		.parse([...senders])
		.sort();
}

const LINK = /https?:\/\/[^\s<>"]+/;

/** What a recipient reads of a text and of a media message. */
async function readBy(service: Service, overrides: Fields): Promise<string[]> {
	const message = await service.control.message(await textRef(service, overrides));
	const captioned = { caption: 'A photo', ...overrides };
	const file = await service.control.message(await mediaRef(service, captioned));
	return [message.text ?? '', file.caption ?? file.text ?? ''];
}

/** The recipient follows the link of a message. */
async function unsubscribe(service: Service): Promise<void> {
	const [words = ''] = await readBy(service, { include_unsubscribe: true });
	const link = new URL(first(LINK.exec(words) ?? []));
	await service.at('GET', link.pathname + link.search, { key: null });
}

export const unofficialSend: Checks<'unofficialSend'> = {
	destination: required('destination', ['x'], {}),
	queue: async (service) => {
		await optional('queue', { good: ['marketing', 'service'], wrong: [['x'], {}] })(service);
		const refs = [
			await textRef(service, { queue: 'service' }),
			await mediaRef(service, { queue: 'service' }),
		];
		for (const refNo of refs)
			expect((await service.control.message(refNo)).from).toBe('6281100000013');
	},
	'queue-random': async (service) => {
		expect(await sendersOf(service, { queue: QUEUE.name })).toEqual(QUEUE.senders);
	},
	sender: async (service) => {
		await optional('sender', { good: SENDERS, wrong: [['x'], {}] })(service);
		for (const sender of SENDERS) expect(await sendersOf(service, { sender })).toEqual([sender]);
	},
	channel: optional('channel', { good: [1, 2], wrong: ['one', 1.5, ['x']] }),
	'is-group': optional('is_group', { good: [true, false], wrong: ['perhaps', ['x']] }),
	timeout: optional('timeout', { good: [60, 86400], wrong: ['soon', 1.5, ['x']] }),
	'timeout-default': async (service) => {
		const refs = [
			await textRef(service, { destination: FATE.queued }),
			await mediaRef(service, { destination: FATE.queued }),
		];
		await service.control.advance(86_400 * SECOND - 1);
		for (const refNo of refs) expect(await statusOf(service, refNo)).toBe('Q');
		await service.control.advance(1);
		for (const refNo of refs) expect(await statusOf(service, refNo)).toBe('F');
	},
	'timeout-media': async (service) => {
		const refNo = await mediaRef(service, { destination: FATE.queued, timeout: 90 });
		await service.control.advance(90 * SECOND - 1);
		expect(await statusOf(service, refNo)).toBe('Q');
		await service.control.advance(1);
		expect(await statusOf(service, refNo)).toBe('F');
	},
	'include-unsubscribe': async (service) => {
		await optional('include_unsubscribe', { good: [true, false], wrong: ['perhaps', ['x']] })(
			service,
		);
		for (const overrides of [{}, { include_unsubscribe: false }])
			expect(await readBy(service, overrides)).toEqual(['Hello', 'A photo']);
	},
	'unsubscribe-text': async (service) => {
		const [words, caption] = await readBy(service, { include_unsubscribe: true });
		expect(words).toMatch(/^Hello/);
		expect(words).toMatch(LINK);
		expect(caption).toMatch(/^A photo/);
		expect(caption).toMatch(LINK);
	},
	'unsubscribe-link': async (service) => {
		expect(await service.control.exclusions()).toEqual([]);
		await unsubscribe(service);
		expect(await service.control.exclusions()).toEqual([
			expect.objectContaining({ number: NUMBER }),
		]);
	},
	'unsubscribe-sends': async (service) => {
		await unsubscribe(service);
		await service.control.advance(SETTLED);
		const before = (await service.control.messages()).length;
		await text(service);
		await media(service);
		const other = await textRef(service, { destination: '6281200000002' });
		await service.control.advance(SETTLED);
		// Whether it is refused at once or aborted is not said: it is never sent.
		for (const { to, history } of (await service.control.messages()).slice(before)) {
			const statuses = history.map(({ status }) => status);
			expect(statuses.includes('S')).toBe(to !== NUMBER);
		}
		expect(await statusOf(service, other)).toBe('R');
	},
	'own-senders': async (service) => {
		expect(await sendersOf(service, {})).toEqual(SENDERS);
	},
	'shared-senders': async (service) => {
		await service.control.account({ senders: [], queues: {} });
		const senders = await sendersOf(service, {});
		expect(SHARED_SENDERS).toEqual(expect.arrayContaining(senders));
	},
	success: async (service) => {
		expect((await text(service)).status).toBe(201);
		expect((await media(service)).status).toBe(201);
		expect(await service.control.messages()).toEqual([
			expect.objectContaining({ route: 'unofficial', to: NUMBER, text: 'Hello' }),
			expect.objectContaining({ route: 'unofficial', to: NUMBER }),
		]);
	},
	failure: async (service) => {
		expectInvalid(await service.post('/whatsapp/message', {}), 'destination');
		expectInvalid(await service.post('/whatsapp/media', {}), 'destination');
		expect(await service.control.messages()).toEqual([]);
	},
};

/** A file of that size, in base64: three bytes are four characters. */
const base64 = (characters: number): string => {
	const file = Buffer.alloc((characters / 4) * 3);
	file.write('%PDF-1.4');
	return file.toString('base64');
};

const asBase64 = { media_url: undefined, media_base64: base64(400), file_name: 'offer.pdf' };

/** The beginning of a zip archive with these entries. */
const zip = (...names: string[]): string =>
	names
		.map((name) => `PK\x03\x04${'\0'.repeat(22)}${String.fromCharCode(name.length)}\0\0\0${name}`)
		.join('');

/** How files of other types begin. */
const OTHER_FILES = [
	'GIF89a',
	'MZ\x90',
	'RIFF\0\0\0\0WEBP',
	'BM\x36\0\0\0\0\0\0\0',
	'\0\0\0\x14ftypqt  ',
	'\0\0\0\x18ftypheic\0\0\0\0mif1heic',
	'\0\0\0\x18ftypcrx \0\0\0\x01crx isom',
	'\0\0\0\x10ftypxyz1\0\0\0\0',
	`${zip('mimetype')}application/vnd.oasis.opendocument.text`,
	zip('META-INF/MANIFEST.MF', 'word/Main.class'),
	zip('menu.txt'),
	zip('menu.docx', '[Content_Types].xml', 'word/document.xml'),
	'{"error": true}',
	'<p>Sign in</p>',
	`${'Notes on the sign '.repeat(20)}%PDF-1.7 of a file`,
];

/** How files of the allowed types may begin too. */
const UNUSUAL_FILES = [
	'\0\0\0\x18ftypMSNV\0\0\0\0MSNVmp42',
	'\0\0\0\x18ftyp_cam\0\0\0\0_camisom',
	zip('customXml/item1.xml', 'word/document.xml'),
	'\xef\xbb\xbf%PDF-1.7',
	'Warning: a header\n%PDF-1.7\n1 0 obj',
];

/** A file of the greatest size is taken, and one of a byte more is refused. */
const upTo =
	(extension: string, size: number): Check =>
	async (service) => {
		const url = (bytes: number) => service.files.url(`file.${extension}`, bytes);
		expectSent(await media(service, { media_url: url(size) }));
		expectInvalid(await media(service, { media_url: url(size + 1) }));
		expectSent(await media(service, { ...asBase64, file_name: `file.${extension}` }));
	};

const fieldsOfResult = (names: string[]) =>
	z.object(Object.fromEntries(names.map((name) => [name, z.string().optional()]))).strict();

export const whatsappMedia: Checks<'whatsappMedia'> = {
	caption: mediaFields.optional('caption', { good: ['A photo', ''], wrong: [['x'], {}] }),
	'media-url': async (service) => {
		const url = service.files.url('photo.jpg', 10, 'image/jpeg');
		expectSent(await media(service, { media_url: url }));
		expect(service.files.asked(url)).toBeGreaterThan(0);
		await mediaFields.refuses(
			'media_url',
			{ media_url: 'not a url' },
			{ media_url: ['x'] },
		)(service);
		expectSent(await media(service, asBase64));
	},
	'media-base64': async (service) => {
		await mediaFields.accepts(asBase64)(service);
		await mediaFields.refuses(
			'media_base64',
			{ ...asBase64, media_base64: 'no base64 !' },
			{ ...asBase64, media_base64: ['x'] },
		)(service);
	},
	'file-name': mediaFields.optional('file_name', { good: ['offer.jpg'], wrong: [['x'], {}] }),
	'base64-first': async (service) => {
		// A file that is too large, of a type that is not taken: it would be refused if it were looked at.
		const bad = service.files.url('film.mov', 4096 * KB);
		expectSent(await media(service, { ...asBase64, media_url: bad }));
		expect(service.files.asked(bad)).toBe(0);
		const good = service.files.url('photo.jpg', 10, 'image/jpeg');
		expectInvalid(
			await media(service, {
				media_url: good,
				media_base64: base64(1024 * KB + 4),
				file_name: 'offer.pdf',
			}),
			'media_base64',
		);
		expectSent(await media(service, { media_url: good }));
	},
	docx: upTo('docx', 1024 * KB),
	jpg: upTo('jpg', 1024 * KB),
	jpeg: upTo('jpeg', 1024 * KB),
	png: upTo('png', 1024 * KB),
	pdf: upTo('pdf', 1024 * KB),
	webm: upTo('webm', 1024 * KB),
	mp4: upTo('mp4', 1024 * KB),
	others: async (service) => {
		expectSent(await media(service));
		expectSent(await media(service, asBase64));
		for (const extension of ['gif', 'doc', 'xlsx', 'txt', 'mov', '3gp', 'exe']) {
			const url = service.files.url(`file.${extension}`, 10);
			expectInvalid(await media(service, { media_url: url }));
		}
		for (const file of OTHER_FILES) {
			const base = Buffer.from(file, 'latin1').toString('base64');
			const named = { ...asBase64, media_base64: base, file_name: 'photo.png' };
			expectInvalid(await media(service, named), 'media_base64');
		}
		for (const file of UNUSUAL_FILES) {
			const base = Buffer.from(file, 'latin1').toString('base64');
			expectSent(await media(service, { ...asBase64, media_base64: base, file_name: 'file' }));
		}
		const gif = service.files.url('photo.png', 10, 'image/gif');
		expectInvalid(await media(service, { media_url: gif }), 'media_url');
	},
	named: mediaFields.accepts(
		...['Our menu', 'Invoice No.5', 'offer.php', 'offer.jfif'].map((name) => ({
			...asBase64,
			file_name: name,
		})),
		...['render.html?id=1', 'get.cfm?f=a.png', 'files/john.doe', 'report.v2', ''].map((path) => ({
			media_url: `https://files.example.com/${path}`,
		})),
	),
	'base64-size': async (service) => {
		const accepted = base64(1024 * KB);
		expect(accepted).toHaveLength(1_048_576);
		await mediaFields.accepts({ ...asBase64, media_base64: accepted })(service);
		await mediaFields.refuses('media_base64', {
			...asBase64,
			media_base64: base64(1024 * KB + 4),
		})(service);
	},
	cost: async (service) => {
		await service.control.account({ wa_balance: 10 });
		const refNo = await mediaRef(service, { caption: 'x'.repeat(3000) });
		expect(await credits(service)).toBe(8);
		expect((await service.control.message(refNo)).credits).toBe(2);
		await mediaRef(service, asBase64);
		expect(await credits(service)).toBe(6);
	},
	result: async (service) => {
		const answer = await media(service, { caption: 'A photo', queue: 'marketing' });
		const names = ['sender', 'queue', 'destination', 'ref_no', 'caption', 'media_url'];
		expectData(answer, 201, fieldsOfResult(names));
	},
};

/** The text arrives as the other one. */
const arrivesAs =
	(message: string, arrived: string): Check =>
	async (service) => {
		const refNo = await textRef(service, { message });
		expect((await service.control.message(refNo)).text).toBe(arrived);
	};

export const whatsappMessage: Checks<'whatsappMessage'> = {
	message: textFields.required('message', ['x'], {}),
	cost: async (service) => {
		for (const [length, cost] of [
			[1, 1],
			[2000, 1],
			[2001, 2],
			[4000, 2],
			[4001, 3],
		] as const)
			for (const character of ['x', '\u{1F600}']) {
				await service.control.account({ wa_balance: 10 });
				const refNo = await textRef(service, { message: character.repeat(length) });
				expect(await credits(service)).toBe(10 - cost);
				expect((await service.control.message(refNo)).credits).toBe(cost);
			}
	},
	emoji: async (service) => {
		await arrivesAs('Hello \\U0001F600!', 'Hello \u{1F600}!')(service);
		await arrivesAs('Hello \\U0001f600!', 'Hello \u{1F600}!')(service);
	},
	'emoji-flag': arrivesAs('From \\U0001F1EE\\U0001F1E9', 'From \u{1F1EE}\u{1F1E9}'),
	result: async (service) => {
		const answer = await text(service, { queue: 'marketing' });
		const names = ['sender', 'queue', 'destination', 'ref_no', 'message'];
		expectData(answer, 201, fieldsOfResult(names));
	},
};

/** On the test host, the word stands for a message of that status. */
const expectWord =
	(word: string, code: string): Check =>
	async (service) => {
		const answer = await lookUp(service, word, { key: TEST_KEY });
		expect(expectData(answer, 200, object).status).toBe(code);
		// In production it is a ref_no as any other.
		expectInvalid(await lookUp(service, word));
	};

export const whatsappStatus: Checks<'whatsappStatus'> = {
	success: async (service) => {
		for (const refNo of [await textRef(service), await mediaRef(service)])
			expect(expectData(await lookUp(service, refNo), 200, object).ref_no).toBe(refNo);
		await service.control.advance(HOUR);
		const refNo = await textRef(service);
		expect(expectData(await lookUp(service, refNo), 200, object).ref_no).toBe(refNo);
	},
	'ref-no': async (service) => {
		for (const path of ['/whatsapp/status', '/whatsapp/status/'])
			expect([404, 405, 422]).toContain((await service.get(path)).status);
	},
	failure: async (service) => {
		expectInvalid(await lookUp(service, 'no-such-message'), 'ref_no');
	},
	'test-queued': expectWord('queued', 'Q'),
	'test-sent': expectWord('sent', 'S'),
	'test-delivered': expectWord('delivered', 'D'),
	'test-read': expectWord('read', 'R'),
	'test-aborted': expectWord('aborted', 'A'),
	'test-failed': expectWord('failed', 'F'),
};
