import type { INodeParameters } from 'n8n-workflow';

import { accepted } from '../../support/accepted';
import type { Seen } from '../../support/service';
import { useService } from '../../support/useService';
import { latestKey, runOperation, type Given } from './support';

/** Files that an item carries: n8n hands them over, and their bytes reach the service. */

const TO = '62812000001';
const URL = 'https://files.example.com/menu.png';

const PNG_START = Buffer.from('89504e470d0a1a0a', 'hex');
const png = (bytes: number) =>
	Buffer.concat([PNG_START, Buffer.alloc(bytes - PNG_START.length)]).toString('base64');
const PNG = png(32);

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

	it.each([
		[' menu.png ', { file_name: 'menu.png' }],
		['  ', {}],
	])('A file named “%s” is sent without the blanks', async (name, sent) => {
		await send({}, { items: [{}], files: { 0: file(PNG, name) } });
		expect(bodies()).toEqual([{ destination: TO, media_base64: PNG, ...sent }]);
	});

	it.each<[string, INodeParameters, Given['files'], string]>([
		[
			'no file',
			{},
			undefined,
			'Input Binary Field is “data”, and the item has no file: add a node before this one that provides it',
		],
		[
			'several files in other fields',
			{},
			{ 0: { photo: file(PNG).data, menu: file(PNG).data } },
			'Input Binary Field is “data”, and the item has no file of that name: it has files under “photo”, “menu”',
		],
	])('An item with %s is refused', async (_, parameters, files, what) => {
		const { error } = await send(parameters, { ...(files && { files }) });
		expect(error?.description).toContain(what);
		expect(service.journal).toEqual([]);
	});

	it('The only file of an item is sent whatever its name', async () => {
		const { error } = await send({}, { files: { 0: { photo: file(PNG).data } } });
		expect(error).toBeUndefined();
		expect(bodies()).toMatchObject([{ media_base64: PNG }]);
	});
});

const ROOM = '123e4567-e89b-42d3-a456-426614174000';

/** Every byte there is, and what looks like the end of a part. */
const ALL_BYTES = Buffer.concat([
	Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)),
	Buffer.from('\r\n--\r\n------boundary\r\n\r\n--'),
]);

describe('Official reply with a file', () => {
	const service = useService();

	beforeEach(() => {
		service.answer = () => ({ json: { error: false, message: 'ok', data: { ref_no: 'o-1' } } });
	});

	const reply = async (parameters: INodeParameters, given: Given = {}) =>
		await runOperation(
			service.url,
			{ resource: 'whatsappOfficial', operation: 'reply', roomId: ROOM, ...parameters },
			given,
		);
	const WITH_FILE = { messageType: 'image', fileSource: 'binary', binaryPropertyName: 'data' };
	/** The parts of the only request. A body that breaks the rules of multipart cannot be read. */
	const parts = async () => {
		expect(service.journal).toHaveLength(1);
		const [{ headers, bytes }] = service.journal as [Seen];
		const type = { 'content-type': headers['content-type'] ?? '' };
		return [...(await new Response(bytes, { headers: type }).formData())];
	};

	it('A reply is sent as multipart, byte for byte, and gives its reference number', async () => {
		const text = 'Hi "Ana" -- 😀 مرحبا    4';

		const { outputs, error } = await reply({ message: text });

		expect(error).toBeUndefined();
		expect(outputs).toEqual([[accepted({ ref_no: 'o-1', room_id: ROOM, text })]]);
		expect(await parts()).toEqual([
			['room_id', ROOM],
			['type', 'text'],
			['text', text],
		]);
		const [request] = service.journal;
		expect(request).toMatchObject({
			path: '/svc_api/1.0/wa_official/message/reply',
			headers: {
				apikey: latestKey(),
				accept: 'application/json',
				'content-length': `${request?.bytes.length}`,
			},
		});
	});

	it('The file of the item is sent with its name and type', async () => {
		await reply(
			{ message: 'hello', ...WITH_FILE },
			{ files: { 0: file(ALL_BYTES.toString('base64')) } },
		);
		const all = await parts();
		const [sent, ...others] = all.flatMap(([, value]) => (typeof value === 'string' ? [] : value));
		expect(others).toEqual([]);
		expect(sent).toMatchObject({ name: 'menu.png', type: 'image/png' });
		expect(Buffer.from((await sent?.arrayBuffer()) ?? new ArrayBuffer(0)).equals(ALL_BYTES)).toBe(
			true,
		);
		expect(Object.fromEntries(all)).toMatchObject({ room_id: ROOM, type: 'image', text: 'hello' });
		expect(all).toHaveLength(4);
	});

	it('A hostile file name does not break the header of its part', async () => {
		await reply(
			{ message: 'hello', ...WITH_FILE },
			{ files: { 0: file('AAAA', 'a"; x="\r\nX-Injected: 1\r\n\r\nb.png') } },
		);
		const all = await parts();
		expect(all).toHaveLength(4);
		expect(Object.fromEntries(all).file).toMatchObject({ size: 3 });
		expect(service.journal[0]?.body).not.toContain('\r\nX-Injected');
	});
});
