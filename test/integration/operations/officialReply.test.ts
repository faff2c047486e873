import { MessagingService } from '../../../nodes/MessagingService/MessagingService.node';
import { runNode } from '../../support/harness';
import { describeWrongTypes } from './blocks';
import {
	credentialsFor,
	expectAdvice,
	expectNothingSecret,
	expectRefused,
	latestKey,
	paired,
	useOperation,
	useRawService,
	wordsOf,
	type RawRequest,
} from './support';

const PATH = '/svc_api/1.0/wa_official/message/reply';
const ROOM = '123e4567-e89b-42d3-a456-426614174000';
const URL = 'https://files.example.com/a.png';
const ANSWER = { error: false, message: 'ok', data: { ref_no: 'o-1' } };

interface Part {
	name: string;
	fileName?: string;
	type?: string;
	bytes: Buffer;
}

/** Takes a multipart body apart by its own boundary, byte by byte, as strictly as RFC 7578 has it. */
function partsOf(contentType: string, body: Buffer): Part[] {
	const [, quoted, plain] =
		/^multipart\/form-data;\s*boundary=(?:"([^"]+)"|([^\s;]+))$/.exec(contentType) ?? [];
	const boundary = quoted ?? plain;
	if (boundary === undefined) throw new Error(`no boundary in ${contentType}`);
	const text = body.toString('latin1');
	const delimiter = `--${boundary}`;
	if (!text.startsWith(`${delimiter}\r\n`)) throw new Error('it does not begin with its boundary');
	const pieces = `\r\n${text}`.split(`\r\n${delimiter}`);
	if (!/^--(\r\n)?$/.test(pieces.pop() ?? '')) throw new Error('it has no end');
	return pieces.slice(1).map((piece) => {
		const end = piece.indexOf('\r\n\r\n');
		const head = Buffer.from(piece.slice(2, end), 'latin1').toString('utf8').split('\r\n');
		const header = (name: string) =>
			head
				.find((line) => line.toLowerCase().startsWith(`${name}:`))
				?.slice(name.length + 1)
				.trim();
		const disposition = header('content-disposition') ?? '';
		const [, name = ''] = /^form-data; name="([^"]*)"/.exec(disposition) ?? [];
		const fileName = /; filename="([^"]*)"/.exec(disposition)?.[1];
		const type = header('content-type');
		return {
			name,
			...(fileName !== undefined && { fileName }),
			...(type !== undefined && { type }),
			bytes: Buffer.from(piece.slice(end + 4), 'latin1'),
		};
	});
}

const textOf = (name: string, text: string): Part => ({ name, bytes: Buffer.from(text) });

const partsSent = (request: RawRequest | undefined): Part[] =>
	partsOf(request?.headers['content-type'] ?? '', request?.body ?? Buffer.alloc(0));

/** Whatever its name is: the documentation does not show it. */
const filesOf = (parts: Part[]) => parts.filter(({ fileName }) => fileName !== undefined);

const ALL_BYTES = Buffer.concat([
	Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)),
	Buffer.from('\r\n--\r\n------boundary\r\n\r\n--'),
]);

/** What n8n may ask for where the type is an expression, and nobody uses. */
const othersFilled = { fileUrl: URL, mediaUrl: URL, messageId: 'wamid.1', emoji: '👍' };

const image = { messageType: 'image', fileSource: 'url', fileUrl: URL };

describe('WhatsApp Official Reply', () => {
	const raw = useRawService(ANSWER);
	const common = { resource: 'whatsappOfficial', operation: 'reply', roomId: ROOM, text: 'hello' };

	const send = async (
		parameters: Parameters<typeof runNode>[0]['parameters'],
		rest: Partial<Parameters<typeof runNode>[0]> = {},
	) =>
		await runNode({
			nodeType: new MessagingService(),
			parameters: { ...common, ...parameters },
			items: [{}],
			credentials: credentialsFor(raw.url()),
			...rest,
		});

	describe('sends as multipart, byte for byte,', () => {
		it.each([
			['a text', {}, { type: 'text', text: 'hello' }],
			['a number as a text', { text: '={{ 5 }}' }, { type: 'text', text: '5' }],
			[
				'quotes and other scripts',
				{ text: 'Hi "Ana" -- 😀 مرحبا    4' },
				{ type: 'text', text: 'Hi "Ana" -- 😀 مرحبا    4' },
			],
			[
				'a text without the file of an earlier choice',
				{ messageType: 'text', fileSource: 'url', fileUrl: URL },
				{ type: 'text', text: 'hello' },
			],
			['a file with a caption', image, { type: 'image', text: 'hello', file_url: URL }],
			['a file without a caption', { ...image, text: '' }, { type: 'image', file_url: URL }],
			...['audio', 'document', 'video', 'voice'].map(
				(type): [string, Record<string, string>, Record<string, string>] => [
					`the announced type ${type}`,
					{ messageType: type, fileSource: 'url', fileUrl: `https://files.example.com/${type}` },
					{ type, text: 'hello', file_url: `https://files.example.com/${type}` },
				],
			),
		] as [string, Record<string, string>, Record<string, string>][])(
			'%s',
			async (_, parameters, fields) => {
				const { error } = await send(parameters);
				expect(error).toBeUndefined();
				expect(raw.requests).toHaveLength(1);
				const [request] = raw.requests;
				expect(request).toMatchObject({
					path: PATH,
					headers: { apikey: latestKey(), accept: 'application/json' },
				});
				const inOrder = (parts: Part[]) =>
					parts.toSorted((one, other) => one.name.localeCompare(other.name));
				expect(
					inOrder(partsSent(request)).map(({ name, bytes }) => [name, bytes.toString('utf8')]),
				).toEqual(
					inOrder(
						Object.entries({ room_id: ROOM, ...fields }).map(([name, text]) => textOf(name, text)),
					).map(({ name, bytes }) => [name, bytes.toString('utf8')]),
				);
				expect(filesOf(partsSent(request))).toEqual([]);
				expect(request?.headers['content-length']).toBe(`${request?.body.length}`);
			},
		);

		it('the file of the item, with its name and its type', async () => {
			const { error } = await send(
				{ messageType: 'image', fileSource: 'binary' },
				{
					files: {
						0: {
							data: {
								data: ALL_BYTES.toString('base64'),
								mimeType: 'image/png',
								fileName: 'menu.png',
							},
						},
					},
				},
			);
			expect(error).toBeUndefined();
			const parts = partsSent(raw.requests[0]);
			const [file, ...others] = filesOf(parts);
			expect(others).toEqual([]);
			expect(file).toMatchObject({ fileName: 'menu.png', type: 'image/png' });
			expect(file?.bytes.equals(ALL_BYTES)).toBe(true);
			expect(parts.map(({ name }) => name)).not.toContain('file_url');
			expect(parts).toEqual(
				expect.arrayContaining([
					textOf('room_id', ROOM),
					textOf('type', 'image'),
					textOf('text', 'hello'),
				]),
			);
			expect(parts).toHaveLength(4);
		});

		it('the file alone where an address is left over from an earlier choice, a wrong one too', async () => {
			const { error } = await send(
				{
					...image,
					fileSource: '={{ $json.how }}',
					fileUrl: 'no address',
					binaryPropertyName: 'photo',
				},
				{
					items: [{ how: 'binary' }],
					files: { 0: { photo: { data: 'AAAA', mimeType: 'image/png', fileName: 'a.png' } } },
				},
			);
			expect(error).toBeUndefined();
			const parts = partsSent(raw.requests[0]);
			expect(filesOf(parts)).toHaveLength(1);
			expect(parts.map(({ name }) => name)).not.toContain('file_url');
		});

		it('a file whose name would break its header, without breaking it', async () => {
			const { error } = await send(
				{ messageType: 'image', fileSource: 'binary' },
				{
					files: {
						0: {
							data: {
								data: 'AAAA',
								mimeType: 'image/png',
								fileName: 'a"; x="\r\nX-Injected: 1\r\n\r\nb.png',
							},
						},
					},
				},
			);
			expect(error).toBeUndefined();
			const parts = partsSent(raw.requests[0]);
			expect(parts).toHaveLength(4);
			expect(filesOf(parts)[0]?.bytes.toString('base64')).toBe('AAAA');
			expect(raw.requests[0]?.body.toString('latin1')).not.toContain('\r\nX-Injected');
		});

		it('the text alone where expressions choose it and no file is filled in', async () => {
			const { error } = await send(
				{ messageType: '={{ $json.type }}' },
				{ items: [{ type: 'text' }] },
			);
			expect(error).toBeUndefined();
			expect(
				partsSent(raw.requests[0])
					.map(({ name }) => name)
					.sort(),
			).toEqual(['room_id', 'text', 'type']);
		});
	});

	const subject = useOperation(
		'whatsappOfficial',
		'reply',
		{ roomId: ROOM, text: 'hello' },
		() => ({ json: ANSWER }),
	);
	const { service, run, posted } = subject;

	it('puts out the reference number, paired with its item', async () => {
		const { items, error } = await run({});
		expect(error).toBeUndefined();
		expect(items).toEqual(paired({ ref_no: 'o-1' }));
	});

	it('puts out the same from XML', async () => {
		const { items } = await run(
			{ options: { responseFormat: 'xml' } },
			{ answer: { text: '<r><error>false</error><data><ref_no>007</ref_no></data></r>' } },
		);
		expect(items).toEqual(paired({ ref_no: '007' }));
		expect(service.journal[0]?.headers.accept).toBe('application/xml');
	});

	it('names the place of the fault that the service found', async () => {
		const { error } = await run(
			{},
			{
				answer: {
					status: 422,
					json: { detail: [{ loc: ['body', 'type'], msg: 'only text', type: 'value_error' }] },
				},
			},
		);
		expect(wordsOf(error)).toContain('only text');
	});

	it.each([
		['4 spaces', 'a    b'],
		['4 spaces twice', 'a    b    c'],
	])('takes a text with %s', async (_, text) => {
		const { error } = await run({ text });
		expect(error).toBeUndefined();
		expect(posted()).toHaveLength(1);
	});

	it.each([
		['5 spaces', 'a     b'],
		['a tab', 'a\tb'],
		['a new line', 'a\nb'],
		['a carriage return and a new line', 'a\r\nb'],
	])('refuses a text with %s', async (_, text) => {
		expectAdvice(subject, await run({ text }), 'Text');
	});

	it('refuses them in a caption as well', async () => {
		expectAdvice(subject, await run({ ...image, text: 'a\nb' }), 'Text');
	});

	it('makes a text fit where that is switched on', async () => {
		const { error } = await run({ text: 'a\n\tb      c', options: { fitText: true } });
		expect(error).toBeUndefined();
		const { headers, body } = posted()[0] ?? { headers: {}, body: '' };
		const [text] = partsOf(headers['content-type'] ?? '', Buffer.from(body)).filter(
			({ name }) => name === 'text',
		);
		expect(text?.bytes.toString()).toMatch(/^a {1,4}b {1,4}c$/);
	});

	it.each([
		['Room ID', 'no ID', { roomId: '628120001' }],
		['Room ID', 'nothing', { roomId: "={{ '' }}" }],
		['Room ID', 'an ID that broke off', { roomId: ROOM.slice(0, -1) }],
		['Text', 'nothing, where the type is text', { text: "={{ '' }}" }],
		['File URL', 'no web address', { ...image, fileUrl: 'files.example.com/a.png' }],
		['File URL', 'another kind of address', { ...image, fileUrl: 'ftp://files.example.com/a.png' }],
		['File URL', 'nothing', { ...image, fileUrl: "={{ '' }}" }],
	])('refuses in %s: %s', async (label, _, parameters) => {
		expectAdvice(subject, await run(parameters), label);
	});

	it('refuses an item without the file', async () => {
		const finished = await run({ messageType: 'image', fileSource: 'binary' });
		expectRefused(subject, finished, 'data');
	});

	describeWrongTypes(subject, [
		['Room ID', 'null', { roomId: '={{ null }}' }],
		['Room ID', 'a number', { roomId: '={{ 5 }}' }],
		['Room ID', 'a list', { roomId: `={{ ['${ROOM}'] }}` }],
		['Text', 'a list', { text: "={{ ['a'] }}" }],
		['Text', 'null', { text: '={{ null }}' }],
		['Text', 'an object', { text: '={{ ({ a: 1 }) }}' }],
		['Make Text Fit', 'yes', { options: { fitText: "={{ 'yes' }}" } }],
		['Message Type', 'a choice that is none', { ...othersFilled, messageType: "={{ 'sticker' }}" }],
		['File Source', 'a choice that is none', { ...image, fileSource: "={{ 'disk' }}" }],
		['Validate Only', 'yes', { options: { validateOnly: "={{ 'yes' }}" } }],
	]);

	it('with Validate Only sends nothing, and tells the requests', async () => {
		const { items, error } = await run(
			{ text: '={{ $json.text }}', options: { validateOnly: true } },
			{ items: [{ text: 'a' }, { text: 'b' }] },
		);
		expect(error).toBeUndefined();
		expect(service.journal).toEqual([]);
		expect(items).toMatchObject(
			paired(
				...['a', 'b'].map((text) => ({
					sent: false,
					request: {
						method: 'POST',
						url: service.url + PATH,
						body: { room_id: ROOM, type: 'text', text },
					},
				})),
			),
		);
		expectNothingSecret(items);
	});

	it('with Validate Only sends nothing of a file of the item either', async () => {
		const { outputs, error } = await run(
			{ messageType: 'image', fileSource: 'binary', options: { validateOnly: true } },
			{ files: { 0: { data: { data: 'AAAA', mimeType: 'image/png', fileName: 'menu.png' } } } },
		);
		expect(error).toBeUndefined();
		expect(service.journal).toEqual([]);
		expect(outputs[0]?.[0]).toMatchObject({
			sent: false,
			request: { method: 'POST', body: { room_id: ROOM, type: 'image', text: 'hello' } },
		});
		expect(JSON.stringify(outputs)).toContain('menu.png');
	});
});
