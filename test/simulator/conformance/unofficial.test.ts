import { pdf } from '../facts/files';
import {
	account,
	control,
	expectData,
	expectInvalid,
	expectSent,
	FATE,
	files,
	getBalance,
	media,
	recordOf,
	sentOf,
	SETTLED,
	text,
	textRef,
	useService,
	type Fields,
} from './requests';

useService();

const SENDERS = ['6280000000011', '6280000000012', '6280000000013'];

const statusOf = async (refNo: string) => (await recordOf(refNo)).status;

/** Each possible sender is among those of 80 messages. */
it.each<[string, Fields, string[]]>([
	['one of the senders of its queue', { queue: 'marketing' }, SENDERS.slice(0, 2)],
	['the sender that it names', { sender: SENDERS[2] }, SENDERS.slice(2)],
	['one of the client’s own senders', {}, SENDERS],
])('A message comes from %s, picked at random: %j', async (_whom, fields, senders) => {
	const seen = new Set<unknown>();
	for (let sent = 0; sent < 80; sent++) seen.add((await sentOf(await text(fields))).from);

	expect([...seen].sort()).toEqual(senders);
});

it.each(['sender', 'queue', 'destination'])('A %s of nothing is refused', async (name) => {
	expectInvalid(await text({ [name]: '0812345678' }), name);
});

it.each([
	['its timeout', text, 90],
	['86400 seconds, if it has no timeout', media, undefined],
])('A queued message fails after %s, and not before', async (_when, send, timeout) => {
	const refNo = expectSent(await send({ destination: FATE.queued, timeout }));
	await control.advance((timeout ?? 86_400) * 1000 - 1);
	expect(await statusOf(refNo)).toBe('Q');
	await control.advance(1);

	expect(await statusOf(refNo)).toBe('F');
});

it.each([
	['failed', 'UQF'],
	['aborted', 'UQA'],
	['queued', 'UQ'],
	['sent', 'UQS'],
	['delivered', 'UQSD'],
] as const)('A message to the number that ends as %s goes through %s', async (end, codes) => {
	const refNo = await textRef({ destination: FATE[end] });
	await control.advance(SETTLED);

	const { history } = await control.message(refNo);
	expect(history.map(({ status }) => status).join('')).toBe(codes);
});

describe('Credits', () => {
	it.each<[string, typeof text, Fields, number]>([
		['text of 2000 characters', text, { message: '\u{1F600}'.repeat(2000) }, 1],
		['text of 2001 characters', text, { message: 'x'.repeat(2001) }, 2],
		['file', media, { caption: 'x'.repeat(3000) }, 2],
	])(
		'A %s costs its credits, and gives them back once if it fails',
		async (_what, send, asked, cost) => {
			account({ wa_balance: 10 });
			const refNo = expectSent(await send({ destination: FATE.failed, ...asked }));
			const left = async () => expectData(await getBalance(), 200);
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
		const answer = expectData(await send({ ...asked, queue: 'service' }));

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
