import { pdf } from '../facts/files';
import {
	control,
	expectData,
	expectInvalid,
	files,
	object,
	service,
	SETTLED,
	TEST_KEY,
	useService,
	type Fields,
} from './client';
import {
	broadcast,
	expectSent,
	FATE,
	lookUp,
	media,
	mediaRef,
	OTHER_NUMBER,
	recordOf,
	sentOf,
	text,
	textRef,
} from './requests';

useService();

const SENDERS = ['6280000000011', '6280000000012', '6280000000013'];

const statusOf = async (refNo: string) => (await recordOf(refNo)).status;

describe('Senders', () => {
	/** The senders of 80 messages. Each possible sender is among them. */
	async function sendersOf(overrides: Fields): Promise<unknown[]> {
		const senders = new Set<unknown>();
		for (let sent = 0; sent < 40; sent++)
			for (const send of [text, media]) senders.add((await sentOf(await send(overrides))).from);
		return [...senders].sort();
	}

	it.each<[string, Fields, string[]]>([
		['one of the senders of its queue', { queue: 'marketing' }, SENDERS.slice(0, 2)],
		['the sender that it names', { sender: SENDERS[2] }, SENDERS.slice(2)],
		['one of the client’s own senders', {}, SENDERS],
	])('A message comes from %s, picked at random: %j', async (_whom, fields, senders) => {
		expect(await sendersOf(fields)).toEqual(senders);
	});

	it('The messages of a client without senders come from the shared blast senders', async () => {
		await control.account({ senders: [], queues: {} });

		expect(await sendersOf({})).toEqual(['6280000000091', '6280000000092']);
	});

	it.each(['sender', 'queue', 'destination'])('A %s of nothing is refused', async (name) => {
		expectInvalid(await text({ [name]: '0812345678' }), name);
	});
});

it.each([
	['its timeout', textRef, 90],
	['86400 seconds, if it has no timeout', mediaRef, undefined],
])('A queued message fails after %s, and not before', async (_when, send, timeout) => {
	const refNo = await send({ destination: FATE.queued, timeout });
	await control.advance((timeout ?? 86_400) * 1000 - 1);
	expect(await statusOf(refNo)).toBe('Q');
	await control.advance(1);

	expect(await statusOf(refNo)).toBe('F');
});

describe('Un-subscription', () => {
	/** The texts that the recipient reads. */
	async function readWith(include_unsubscribe?: boolean) {
		const asked = { include_unsubscribe, caption: 'A photo' };
		const message = await sentOf(await text(asked));
		return [message.text, (await sentOf(await media(asked))).caption ?? ''];
	}

	it('A message without the link arrives unchanged', async () => {
		expect(await readWith(false)).toEqual(['Your parcel has arrived.', 'A photo']);
	});

	it('A followed link stops only unofficial messages of the account to the recipient', async () => {
		const [words = '', caption] = await readWith(true);
		expect(caption).toMatch(/^A photo\s.*http/s);
		const [link = ''] = /http\S+/.exec(words) ?? [];
		expect((await service.at('GET', new URL(link).pathname, { key: null })).status).toBe(200);
		const before = (await control.messages()).length;
		for (const send of [text, media, broadcast]) await send();
		await text({}, { key: TEST_KEY });
		await text({ destination: OTHER_NUMBER });
		await control.advance(SETTLED);

		const after = (await control.messages()).slice(before).map(({ status }) => status);
		expect(after).toEqual(['A', 'A', 'R', 'R', 'R']);
	});
});

describe('Credits', () => {
	it.each<[string, typeof text, Fields, number]>([
		['text of 2000 characters', text, { message: '\u{1F600}'.repeat(2000) }, 1],
		['text of 2001 characters', text, { message: 'x'.repeat(2001) }, 2],
		['file', media, { caption: 'x'.repeat(3000) }, 2],
	])(
		'A %s costs its credits, and gives them back once if it fails',
		async (_what, send, asked, cost) => {
			await control.account({ wa_balance: 10 });
			const refNo = expectSent(await send({ destination: FATE.failed, ...asked }));
			const left = async () => expectData(await service.get('/balance'), 200, object);
			expect(await left()).toMatchObject({ wa_balance: 10 - cost });
			await control.advance(SETTLED);
			await control.move(refNo, 'F');

			expect(await left()).toMatchObject({ wa_balance: 10 });
		},
	);
});

it.each([
	['Hello \\U0001F600!', 'Hello \u{1F600}!'],
	['\\U0010fffd \\U00110000 \\U0000D800', '\u{10FFFD} \\U00110000 \\U0000D800'],
])('The escape sequences of %s arrive as %s', async (message, arrived) => {
	expect((await sentOf(await text({ message }))).text).toBe(arrived);
});

describe('Responses', () => {
	it.each([
		[text, { sender: SENDERS[1], message: 'Good evening' }],
		[media, { sender: SENDERS[1], media_url: 'https://files.example.com/photo.png' }],
	])('The response and the record repeat what was asked: %p, %j', async (send, asked) => {
		const answer = expectData(await send({ ...asked, queue: 'service' }), 201, object);

		expect(answer).toMatchObject({ ...asked, queue: 'service' });
		const record = await recordOf(String(answer.ref_no));
		expect(record).toMatchObject(asked);
		expect(record).not.toHaveProperty('queue');
	});

	it('The record has a date as soon as the message has this status', async () => {
		const refNo = await textRef();
		const dates = ['sent_date', 'delivered_date', 'read_date'];
		for (const [reached, code] of ['Q', 'S', 'D', 'R'].entries()) {
			await control.move(refNo, code);
			const record = await recordOf(refNo);
			expect(record.status).toBe(code);
			expect(dates.filter((name) => name in record)).toEqual(dates.slice(0, reached));
		}
	});

	it('The references of the test host have their statuses there only', async () => {
		const statuses = [];
		for (const word of ['queued', 'sent', 'delivered', 'read', 'aborted', 'failed'])
			statuses.push(expectData(await lookUp(word, { key: TEST_KEY }), 200, object).status);

		expect(statuses).toEqual(['Q', 'S', 'D', 'R', 'A', 'F']);
		expectInvalid(await lookUp('queued'), 'ref_no');
	});
});

describe('Files', () => {
	/** A file in base64. */
	const inBase64 = (media_base64: string, file_name = 'menu.pdf') => ({
		media_url: undefined,
		media_base64,
		file_name,
	});

	it.each(['docx', 'jpeg', 'webm'])('A .%s file has at most 1,048,576 bytes', async (extension) => {
		const url = (bytes: number) => ({ media_url: files.url(`file.${extension}`, bytes) });

		expectSent(await media(url(1_048_576)));
		expectInvalid(await media(url(1_048_577)), 'media_url');
		expectSent(await media(inBase64(pdf(400), `file.${extension}`)));
	});

	it.each([
		['of another type', 'file.gif', 10, undefined],
		['that its server calls a gif', 'photo.png', 10, 'image/gif'],
		// The documentation is silent on these two. README.md has the decisions.
		['without content', 'photo.png', 0, undefined],
		['of an unknown type', 'file', 10, undefined],
	])('A file %s is refused', async (_what, name, size, mime) => {
		expectInvalid(await media({ media_url: files.url(name, size, mime) }), 'media_url');
	});

	it('A file without a type in its name is known by its first bytes', async () => {
		expectSent(await media(inBase64(pdf(400), 'Invoice No.5')));
		expectInvalid(await media(inBase64('AAAA', 'Invoice No.5')), 'media_base64');
	});

	it('A file elsewhere is not downloaded: only its name can refuse it', async () => {
		for (const name of ['get.cfm?f=a.png', 'files/john.doe', ''])
			expectSent(await media({ media_url: `https://files.example.com/${name}` }));
		expectInvalid(await media({ media_url: 'https://files.example.com/a.gif' }), 'media_url');
	});

	it('The base64 is used if both are given, and one of them is needed', async () => {
		const url = files.url('film.mov', 4_194_304);

		expectSent(await media({ ...inBase64(pdf(400)), media_url: url }));
		expect(files.asked(url)).toBe(0);
		expectInvalid(await media({ media_url: undefined }), 'media_url');
	});
});
