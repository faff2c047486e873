import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { INodeParameters } from 'n8n-workflow';

import { accepted } from '../../support/accepted';
import { useService } from '../../support/useService';
import { latestKey, runOperation, type Given } from './support';

/** Files that an item carries: n8n hands them over, and their bytes reach the service. */

const TO = '62812000001';
const URL = 'https://files.example.com/menu.png';

const PNG_START = Buffer.from('89504e470d0a1a0a', 'hex');
const png = (bytes: number) =>
	Buffer.concat([PNG_START, Buffer.alloc(bytes - PNG_START.length)]).toString('base64');
const PNG = png(32);

/** 1,048,576 characters of base64, the most that the service takes, are these bytes. */
const MOST_BYTES = 786_432;

const file = (data: string, fileName = 'menu.png', mimeType = 'image/png') => ({
	data: { data, mimeType, fileName },
});

describe('Send Media with a file of the item', () => {
	const service = useService();

	const send = async (parameters: INodeParameters, given: Given) =>
		await runOperation(
			service.url,
			{
				resource: 'whatsappUnofficial',
				operation: 'sendMedia',
				destination: TO,
				mediaSource: 'binary',
				...parameters,
			},
			given,
		);
	const bodies = () => service.journal.map(({ body }) => JSON.parse(body) as unknown);

	beforeEach(() => {
		service.answer = () => ({ json: { error: false, data: { destination: TO, ref_no: 'm-1' } } });
	});

	it.each<[string, INodeParameters, Given['files'], string]>([
		['its own name', {}, { 0: file(PNG) }, 'menu.png'],
		['the name that was given', { fileName: 'today.png' }, { 0: file(PNG) }, 'today.png'],
		[
			'its own name, from another field',
			{ binaryPropertyName: 'photo' },
			{ 0: { photo: file(PNG).data } },
			'menu.png',
		],
	])('A file is sent under %s', async (_, parameters, files, name) => {
		await send(parameters, { ...(files && { files }) });
		expect(bodies()).toEqual([{ destination: TO, file_name: name, media_base64: PNG }]);
	});

	it('Each of several items sends its own file, and one its address', async () => {
		const other = png(64);
		await send(
			{ mediaSource: '={{ $json.how }}', mediaUrl: URL, mediaBase64: 'left over' },
			{
				items: [{ how: 'binary' }, { how: 'binary' }, { how: 'url' }],
				files: { 0: file(PNG, 'one.png'), 1: file(other, 'two.png') },
			},
		);
		// They overlap on their way.
		expect(bodies()).toHaveLength(3);
		expect(bodies()).toEqual(
			expect.arrayContaining([
				{ destination: TO, media_base64: PNG, file_name: 'one.png' },
				{ destination: TO, media_base64: other, file_name: 'two.png' },
				{ destination: TO, media_url: URL },
			]),
		);
	});

	it.each<[string, INodeParameters, Given['files'], string]>([
		[
			'one byte too many',
			{},
			{ 0: file(png(MOST_BYTES + 1)) },
			'Input Binary Field contains a file of 769 KB',
		],
		[
			'no file',
			{},
			undefined,
			'Input Binary Field is data, and the item has no file: add a node before this one that provides it',
		],
		[
			'its file in another field',
			{ binaryPropertyName: 'photo' },
			{ 0: file(PNG) },
			'Input Binary Field is photo, and the item has no file of that name: it has a file under data',
		],
		[
			'several files in other fields',
			{},
			{ 0: { photo: file(PNG).data, menu: file(PNG).data } },
			'Input Binary Field is data, and the item has no file of that name: it has files under photo, menu',
		],
	])('An item with %s is refused', async (_, parameters, files, what) => {
		const { error } = await send(parameters, { ...(files && { files }) });
		expect(error?.message).toContain(what);
		expect(service.journal).toEqual([]);
	});

	it('The only file of an item is sent whatever its name', async () => {
		const { error } = await send({}, { files: { 0: { photo: file(PNG).data } } });
		expect(error).toBeUndefined();
		expect(bodies()).toMatchObject([{ media_base64: PNG }]);
	});

	it('Nothing is sent if the file of one of several items is missing', async () => {
		const { error } = await send({}, { items: [{}, {}], files: { 0: file(PNG) } });
		expect(error?.message).toContain('Input Binary Field is data, and the item has no file');
		expect(error?.description).toContain('Item 2 of 2.');
		expect(service.journal).toEqual([]);
	});

	it('Validate Only shows what is known of the file', async () => {
		const { outputs } = await send(
			{ options: { validateOnly: true, includeRequest: true } },
			{ files: { 0: file(PNG) } },
		);
		expect(outputs[0]).toEqual([
			{
				sent: false,
				would_send_to: TO,
				details: {
					method: 'POST',
					url: `${service.url}/svc_api/1.0/whatsapp/media`,
					body: { destination: TO, file_name: 'menu.png' },
					file: { field: 'media_base64', name: 'menu.png', type: 'image/png', bytes: 32 },
				},
				credits: 2,
				total: { items: 1, credits: 2, seconds: 1, duration: '1 s' },
			},
		]);
		expect(service.journal).toEqual([]);
	});
});

interface RawRequest {
	path: string;
	headers: IncomingHttpHeaders;
	body: Buffer;
}

/** A service that keeps the bytes of each request as they came. */
function useRawService(answer: unknown): { url: () => string; requests: RawRequest[] } {
	const requests: RawRequest[] = [];
	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const { url = '', headers } = request;
			requests.push({ path: url, headers, body: Buffer.concat(chunks) });
			response.writeHead(201, { 'content-type': 'application/json' });
			response.end(JSON.stringify(answer));
		});
	});
	beforeAll(async () => {
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	});
	beforeEach(() => {
		requests.length = 0;
	});
	afterAll(async () => {
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	});
	return {
		url: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		requests,
	};
}

interface Part {
	name: string;
	fileName?: string;
	type?: string;
	bytes: Buffer;
}

/** Takes a multipart body apart by its own boundary, byte by byte, as strictly as RFC 7578 has it. */
function partsOf({ headers, body }: RawRequest): Part[] {
	const [, quoted, plain] =
		/^multipart\/form-data;\s*boundary=(?:"([^"]+)"|([^\s;]+))$/.exec(
			headers['content-type'] ?? '',
		) ?? [];
	const boundary = quoted ?? plain;
	if (boundary === undefined) throw new Error(`no boundary in ${headers['content-type'] ?? ''}`);
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

const ROOM = '123e4567-e89b-42d3-a456-426614174000';

/** Every byte there is, and what looks like the end of a part. */
const ALL_BYTES = Buffer.concat([
	Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)),
	Buffer.from('\r\n--\r\n------boundary\r\n\r\n--'),
]);

describe('Official reply with a file', () => {
	const raw = useRawService({ error: false, message: 'ok', data: { ref_no: 'o-1' } });

	const reply = async (parameters: INodeParameters, given: Given = {}) =>
		await runOperation(
			raw.url(),
			{ resource: 'whatsappOfficial', operation: 'reply', roomId: ROOM, ...parameters },
			given,
		);
	const WITH_FILE = { messageType: 'image', fileSource: 'binary', binaryPropertyName: 'data' };
	const parts = () => {
		expect(raw.requests).toHaveLength(1);
		return raw.requests.flatMap(partsOf);
	};
	const texts = () =>
		Object.fromEntries(parts().map(({ name, bytes }) => [name, bytes.toString('utf8')]));

	it('A reply is sent as multipart, byte for byte, and gives its reference number', async () => {
		const text = 'Hi "Ana" -- 😀 مرحبا    4';

		const { outputs, error } = await reply({ text });

		expect(error).toBeUndefined();
		expect(outputs).toEqual([[accepted({ ref_no: 'o-1', room_id: ROOM, text })]]);
		expect(texts()).toEqual({ room_id: ROOM, type: 'text', text });
		expect(parts().filter(({ fileName }) => fileName !== undefined)).toEqual([]);
		const [request] = raw.requests;
		expect(request).toMatchObject({
			path: '/svc_api/1.0/wa_official/message/reply',
			headers: {
				apikey: latestKey(),
				accept: 'application/json',
				'content-length': `${request?.body.length}`,
			},
		});
	});

	it('The file of the item is sent with its name and type', async () => {
		await reply(
			{ text: 'hello', options: WITH_FILE },
			{ files: { 0: file(ALL_BYTES.toString('base64')) } },
		);
		const [sent, ...others] = parts().filter(({ fileName }) => fileName !== undefined);
		expect(others).toEqual([]);
		expect(sent).toMatchObject({ fileName: 'menu.png', type: 'image/png' });
		expect(sent?.bytes.equals(ALL_BYTES)).toBe(true);
		expect(texts()).toMatchObject({ room_id: ROOM, type: 'image', text: 'hello' });
		expect(parts()).toHaveLength(4);
	});

	it('A file is sent without an address that is left over from an earlier choice', async () => {
		await reply(
			{
				text: 'hello',
				options: {
					messageType: 'image',
					fileSource: '={{ $json.how }}',
					fileUrl: 'no address',
					binaryPropertyName: 'photo',
				},
			},
			{ items: [{ how: 'binary' }], files: { 0: { photo: file('AAAA').data } } },
		);
		expect(Object.keys(texts()).sort()).toEqual(['file', 'room_id', 'text', 'type']);
	});

	it('A hostile file name does not break the header of its part', async () => {
		await reply(
			{ text: 'hello', options: WITH_FILE },
			{ files: { 0: file('AAAA', 'a"; x="\r\nX-Injected: 1\r\n\r\nb.png') } },
		);
		expect(parts()).toHaveLength(4);
		expect(texts()).toMatchObject({ file: Buffer.from('AAAA', 'base64').toString() });
		expect(raw.requests[0]?.body.toString('latin1')).not.toContain('\r\nX-Injected');
	});

	it('Validate Only shows what is known of the file of a reply', async () => {
		const { outputs } = await reply(
			{ text: 'hello', options: { ...WITH_FILE, validateOnly: true, includeRequest: true } },
			{ files: { 0: file('AAAA') } },
		);
		expect(outputs[0]).toMatchObject([
			{
				sent: false,
				would_send_to: ROOM,
				text: 'hello',
				details: {
					body: { room_id: ROOM, type: 'image', text: 'hello' },
					file: { field: 'file', name: 'menu.png', type: 'image/png', bytes: 3 },
				},
			},
		]);
		expect(raw.requests).toEqual([]);
	});
});
