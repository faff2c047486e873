import { UNOFFICIAL_FILES } from '../facts/files';
import { TEST_HOST_REFERENCES } from '../facts/statuses';
import { control, files, service, TEST_KEY, useService, type Answer, type Fields } from './client';
import { expectData, expectInvalid, first, object, ref, SETTLED } from './expect';
import {
	credits,
	FATE,
	lookUp,
	media,
	mediaRef,
	NUMBER,
	OTHER_NUMBER,
	QUEUE,
	recordOf,
	SENDERS,
	statusOf,
	text,
	textRef,
} from './requests';

useService();

const BOTH = [
	['text', textRef],
	['file', mediaRef],
] as const;

const expectSent = (answer: Answer) => expectData(answer, 201, ref);

const fromOf = async (refNo: string) => (await control.message(refNo)).from;

/** The senders of so many messages that each one who may send is among them. */
async function sendersOf(overrides: Fields): Promise<unknown[]> {
	const senders = new Set<unknown>();
	for (let sent = 0; sent < 40; sent++)
		for (const [, send] of BOTH) senders.add(await fromOf(await send(overrides)));
	return [...senders].sort();
}

describe('Senders', () => {
	it('Each message of a queue comes from one of its senders, picked at random', async () => {
		expect(await sendersOf({ queue: QUEUE.name })).toEqual(QUEUE.senders);
	});

	it.each(SENDERS)('A message with a sender comes from it: %s', async (sender) => {
		expect(await sendersOf({ sender })).toEqual([sender]);
	});

	it('A message without queue and sender comes from one of the client’s own, picked at random', async () => {
		expect(await sendersOf({})).toEqual(SENDERS);
	});

	it('The messages of a client without senders come from the shared blast senders', async () => {
		await control.account({ senders: [], queues: {} });

		expect(await sendersOf({})).toEqual(['6281100000091', '6281100000092']);
	});
});

describe.each(BOTH)('A %s that waits', (_what, send) => {
	it.each([
		['its timeout', 90],
		['86400 seconds, if it names none', undefined],
	])('fails after %s, and not before', async (_when, timeout) => {
		const refNo = await send({ destination: FATE.queued, timeout });
		await control.advance((timeout ?? 86_400) * 1000 - 1);
		expect(await statusOf(refNo)).toBe('Q');
		await control.advance(1);

		expect(await statusOf(refNo)).toBe('F');
	});

	it('does not fail once it was sent', async () => {
		const refNo = await send({ destination: FATE.sent, timeout: 90 });
		await control.advance(3_600_000);

		expect(await statusOf(refNo)).toBe('S');
	});
});

describe('Un-subscription', () => {
	const LINK = /https?:\/\/[^\s<>"]+/;

	/** What the recipient reads of a text and of a file. */
	async function readWith(include_unsubscribe?: boolean): Promise<unknown[]> {
		const asked = { include_unsubscribe, caption: 'A photo' };
		const [message, file] = [await textRef(asked), await mediaRef(asked)].map(control.message);
		return [(await message)?.text, (await file)?.caption];
	}

	it.each([undefined, false])(
		'A message without it reads as it was written: %s',
		async (included) => {
			expect(await readWith(included)).toEqual(['Hello', 'A photo']);
		},
	);

	it('Whoever follows the link gets no further message', async () => {
		const [words, caption] = (await readWith(true)).map(String);
		expect(words).toMatch(/^Hello\s.*http/s);
		expect(caption).toMatch(/^A photo\s.*http/s);
		expect(await control.exclusions()).toEqual([]);
		const { pathname } = new URL(first(LINK.exec(words ?? '') ?? []));

		await service.at('GET', pathname, { key: null });

		expect(await control.exclusions()).toMatchObject([{ number: NUMBER }]);
		await control.advance(SETTLED);
		const before = (await control.messages()).length;
		await text();
		await media();
		await text({ destination: OTHER_NUMBER });
		await control.advance(SETTLED);
		// Whether it is refused or aborted is not documented: it is never sent.
		for (const { to, history } of (await control.messages()).slice(before))
			expect(history.some(({ status }) => status === 'S')).toBe(to !== NUMBER);
	});
});

/** A file in base64. */
const named = (bytes: string, file_name = 'photo.png') => ({
	...{ media_url: undefined, file_name },
	media_base64: Buffer.from(bytes, 'latin1').toString('base64'),
});

const PDF = '%PDF-1.4';

/** The beginning of a zip archive with these entries. */
const zip = (...names: string[]): string =>
	names
		.map((name) => `PK\x03\x04${'\0'.repeat(22)}${String.fromCharCode(name.length)}\0\0\0${name}`)
		.join('');

describe('Files', () => {
	it.each(
		UNOFFICIAL_FILES.flatMap(({ extensions, largest }) =>
			extensions.map((extension) => ({ extension, largest })),
		),
	)('A .$extension has at most $largest bytes', async ({ extension, largest }) => {
		const url = (bytes: number) => ({ media_url: files.url(`file.${extension}`, bytes) });

		expectSent(await media(url(largest)));
		expectInvalid(await media(url(largest + 1)), 'media_url');
		expectSent(await media(named(PDF, `file.${extension}`)));
	});

	it.each(['gif', 'doc', 'xlsx', 'txt', 'mov', '3gp', 'exe'])(
		'A .%s is refused',
		async (extension) => {
			expectInvalid(await media({ media_url: files.url(`file.${extension}`) }), 'media_url');
		},
	);

	it('A file that its server calls a gif is refused, whatever its name', async () => {
		expectInvalid(await media({ media_url: files.url('photo.png', 10, 'image/gif') }), 'media_url');
	});

	it.each([
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
	])('A file of another type is refused, whatever its name: %j', async (bytes) => {
		expectInvalid(await media(named(bytes)), 'media_base64');
	});

	it.each([
		'\0\0\0\x18ftypMSNV\0\0\0\0MSNVmp42',
		'\0\0\0\x18ftyp_cam\0\0\0\0_camisom',
		zip('customXml/item1.xml', 'word/document.xml'),
		'\xef\xbb\xbf%PDF-1.7',
		'Warning: a header\n%PDF-1.7\n1 0 obj',
	])('A file of an allowed type may begin so: %j', async (bytes) => {
		expectSent(await media(named(bytes, 'file')));
	});

	it.each([
		...['Our menu', 'Invoice No.5', 'offer.php', 'offer.jfif'].map((name) => named(PDF, name)),
		...['render.html?id=1', 'get.cfm?f=a.png', 'files/john.doe', 'report.v2', ''].map((path) => ({
			...{ media_url: `https://files.example.com/${path}`, file_name: undefined },
		})),
	])(
		'A name that names no type of file is no reason to refuse it: $file_name $media_url',
		async (file) => {
			expectSent(await media(file));
		},
	);

	it('The file behind media_url is used if there is no base64', async () => {
		const url = files.url('photo.jpg', 10, 'image/jpeg');

		expectSent(await media({ media_url: url }));
		expect(files.asked(url)).toBe(1);
	});

	it('The base64 is used if both are given', async () => {
		const tooLarge = files.url('film.mov', 4_194_304);

		expectSent(await media({ ...named(PDF), media_url: tooLarge }));
		expect(files.asked(tooLarge)).toBe(0);
	});
});

describe('Credits', () => {
	const costOf = async (send: () => Promise<string>) => {
		await control.account({ wa_balance: 10 });
		const { credits: cost } = await control.message(await send());
		expect(await credits()).toBe(10 - cost);
		return cost;
	};

	it.each([
		[1, 1],
		[2000, 1],
		[2001, 2],
		[4000, 2],
		[4001, 3],
	])('A text of %i characters costs %i, also if they are emoji', async (length, cost) => {
		for (const character of ['x', '\u{1F600}'])
			expect(await costOf(() => textRef({ message: character.repeat(length) }))).toBe(cost);
	});

	it.each([{ caption: 'x'.repeat(3000) }, named(PDF)])(
		'A file costs 2, however it comes',
		async (file) => {
			expect(await costOf(() => mediaRef(file))).toBe(2);
		},
	);

	it('A message that fails gives its credits back', async () => {
		await control.account({ wa_balance: 100 });
		const refs = [
			await textRef({ destination: FATE.failed }),
			await mediaRef({ destination: FATE.failed }),
		];
		expect(await credits()).toBe(97);
		await control.advance(SETTLED);

		expect(await credits()).toBe(100);
		for (const refNo of refs) expect(await control.message(refNo)).toMatchObject({ credits: 0 });
	});

	it('The test host needs none', async () => {
		const balance = async () => (await service.get('/balance', { key: TEST_KEY })).text;
		const before = await balance();

		expectSent(await text({ message: 'x'.repeat(4001) }, { key: TEST_KEY }));
		expect(await balance()).toBe(before);
	});
});

describe('Emoji as escape sequences', () => {
	it.each([
		['Hello \\U0001F600!', 'Hello \u{1F600}!'],
		['Hello \\U0001f600!', 'Hello \u{1F600}!'],
		['From \\U0001F1EE\\U0001F1E9', 'From \u{1F1EE}\u{1F1E9}'],
	])('%s arrives as %s', async (message, arrived) => {
		expect((await control.message(await textRef({ message }))).text).toBe(arrived);
	});
});

describe('Answers to unofficial messages', () => {
	const url = 'https://files.example.com/photo.png';

	it.each([
		['sender', { sender: '6281100000012' }, '6281100000012', '6281100000012'],
		['queue', { queue: 'marketing' }, 'marketing', 'marketing'],
		['destination', {}, NUMBER, NUMBER],
		['message', { message: 'Good evening' }, 'Good evening', undefined],
		['caption', { caption: 'A photo' }, undefined, 'A photo'],
		['media_url', { media_url: url }, undefined, url],
	])(
		'The answer and the record repeat %s, of a text or a file that has it',
		async (name, asked, ofText, ofFile) => {
			for (const [send, value] of [
				[text, ofText],
				[media, ofFile],
			] as const) {
				const answer = expectData(await send(asked), 201, object);
				expect(answer[name]).toBe(value);
				// A record has no queue.
				const kept = name === 'queue' ? undefined : value;
				expect((await recordOf(String(answer.ref_no)))[name]).toBe(kept);
			}
		},
	);

	it.each([true, false])('The record says whether it went to a group: %s', async (is_group) => {
		expect(await recordOf(await textRef({ is_group }))).toMatchObject({ is_group });
	});

	it.each([
		['sent_date', 'S'],
		['delivered_date', 'D'],
		['read_date', 'R'],
	])('The record has %s once the message has come so far', async (field, status) => {
		const refNo = await textRef();
		await control.move(refNo, 'Q');
		expect(await recordOf(refNo)).toMatchObject({ status: 'Q', ref_no: refNo });
		expect(await recordOf(refNo)).not.toHaveProperty(field);
		for (const code of 'SDR'.slice(0, 'SDR'.indexOf(status) + 1)) await control.move(refNo, code);

		expect(await recordOf(refNo)).toHaveProperty(field);
	});
});

describe('Status codes of unofficial messages', () => {
	it.each([
		['queued', 'Q', 'U Q'],
		['sent', 'S', 'U Q S'],
		['delivered', 'D', 'U Q S D'],
		['aborted', 'A', 'U Q A'],
		['failed', 'F', 'U Q F'],
	] as const)('A message that is %s has the code %s', async (fate, code, way) => {
		const refNo = await textRef({ destination: FATE[fate] });
		await control.advance(SETTLED);

		const { history } = await control.message(refNo);
		expect([await statusOf(refNo), history.map(({ status }) => status).join(' ')]).toEqual([
			code,
			way,
		]);
	});

	it.each([
		['about to be added to the queue', 'U'],
		['read', 'R'],
	])('A message that is %s has the code %s', async (_what, code) => {
		const refNo = await textRef();
		await control.move(refNo, code);

		expect(await statusOf(refNo)).toBe(code);
	});

	it.each(Object.entries(TEST_HOST_REFERENCES))(
		'The reference %s gives %s on the test host, and is no message elsewhere',
		async (word, code) => {
			const answer = await lookUp(word, { key: TEST_KEY });

			expect(expectData(answer, 200, object).status).toBe(code);
			expectInvalid(await lookUp(word), 'ref_no');
		},
	);

	it.each(['/whatsapp/status', '/whatsapp/status/'])(
		'A look-up needs its reference: %s',
		async (path) => {
			expect([404, 405, 422]).toContain((await service.get(path)).status);
		},
	);
});
