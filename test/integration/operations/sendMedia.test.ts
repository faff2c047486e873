import { describeNumbers, describeWrongTypes } from './blocks';
import {
	expectAdvice,
	expectJsonRequest,
	expectNothingSecret,
	expectRefused,
	paired,
	useOperation,
	type Row,
} from './support';

const PATH = '/svc_api/1.0/whatsapp/media';
const TO = '62812000001';
const URL = 'https://files.example.com/menu.png';
const DATA = {
	sender: '628990001',
	queue: 'main',
	destination: TO,
	ref_no: 'm-1',
	caption: 'Our menu',
	media_url: URL,
};

const PNG_START = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const png = (bytes: number) =>
	Buffer.concat([PNG_START, Buffer.alloc(bytes - PNG_START.length)]).toString('base64');
const PNG = png(32);

/** 1,048,576 characters of base64, the most that the service takes, are these bytes. */
const MOST_BYTES = 786_432;

const file = (data: string, fileName = 'menu.png', mimeType = 'image/png') => ({
	0: { data: { data, mimeType, fileName } },
});

const fromBase64 = { mediaSource: 'base64', mediaBase64: PNG, fileName: 'menu.png' };

const ROWS: Row[] = [
	{
		name: 'destination and address, and nothing that was not asked for',
		parameters: {},
		body: { destination: TO, media_url: URL },
	},
	{
		name: 'caption and file name',
		parameters: { caption: 'Our "menu"\n\ttoday', fileName: 'today.png' },
		body: {
			destination: TO,
			caption: 'Our "menu"\n\ttoday',
			file_name: 'today.png',
			media_url: URL,
		},
	},
	{
		name: 'numbers where texts are expected as texts',
		parameters: {
			destination: '={{ $json.to }}',
			mediaUrl: '={{ $json.url }}',
			caption: '={{ $json.price }}',
		},
		items: [{ to: 62_812_000_001, url: URL, price: 25_000 }],
		body: { destination: TO, caption: '25000', media_url: URL },
	},
	{
		name: 'a file given as base64',
		parameters: fromBase64,
		body: { destination: TO, file_name: 'menu.png', media_base64: PNG },
	},
	{
		name: 'a file that the item carries, under its own name',
		parameters: { mediaSource: 'binary' },
		files: file(PNG),
		body: { destination: TO, file_name: 'menu.png', media_base64: PNG },
	},
	{
		name: 'a file that the item carries under the name that was given',
		parameters: { mediaSource: 'binary', fileName: 'today.png' },
		files: file(PNG),
		body: { destination: TO, file_name: 'today.png', media_base64: PNG },
	},
	{
		name: 'a file that the item carries in another field',
		parameters: { mediaSource: 'binary', binaryPropertyName: 'photo' },
		files: { 0: { photo: { data: PNG, mimeType: 'image/png', fileName: 'menu.png' } } },
		body: { destination: TO, file_name: 'menu.png', media_base64: PNG },
	},
	{
		name: 'the address alone where base64 is left over from an earlier choice',
		parameters: { mediaSource: 'url', mediaBase64: PNG },
		body: { destination: TO, media_url: URL },
	},
	{
		name: 'base64 alone where an address is left over from an earlier choice',
		parameters: { ...fromBase64, mediaUrl: URL },
		body: { destination: TO, file_name: 'menu.png', media_base64: PNG },
	},
	{
		name: 'base64 alone where an expression chooses it and both are filled in',
		parameters: { ...fromBase64, mediaSource: '={{ $json.how }}' },
		items: [{ how: 'base64' }],
		body: { destination: TO, file_name: 'menu.png', media_base64: PNG },
	},
	{
		name: 'the address alone where an expression chooses it and both are filled in',
		parameters: { mediaSource: '={{ $json.how }}', mediaBase64: PNG },
		items: [{ how: 'url' }],
		body: { destination: TO, media_url: URL },
	},
	{
		name: 'an address that an expression chooses where no base64 is filled in',
		parameters: { mediaSource: '={{ $json.how }}' },
		items: [{ how: 'url' }],
		body: { destination: TO, media_url: URL },
	},
	{
		name: 'the queue that was chosen',
		parameters: { sendFrom: 'queue', queue: 'main' },
		body: { destination: TO, queue: 'main', media_url: URL },
	},
	{
		name: 'the sender that was chosen',
		parameters: { sendFrom: 'sender', sender: '628990001', queue: 'main' },
		body: { destination: TO, sender: '628990001', media_url: URL },
	},
	{
		name: 'to a group, left as it is',
		parameters: { destination: '628120-1612345678@g.us', options: { isGroup: true } },
		body: { destination: '628120-1612345678@g.us', is_group: true, media_url: URL },
	},
	{
		name: 'everything at once',
		parameters: {
			...fromBase64,
			caption: 'Our menu',
			sendFrom: 'sender',
			sender: '628990001',
			options: { channel: 3, deliveryTimeout: '15 minutes', includeUnsubscribe: true },
		},
		body: {
			destination: TO,
			sender: '628990001',
			channel: 3,
			timeout: 900,
			include_unsubscribe: true,
			caption: 'Our menu',
			file_name: 'menu.png',
			media_base64: PNG,
		},
	},
];

describe('Send Media', () => {
	const subject = useOperation(
		'whatsappUnofficial',
		'sendMedia',
		{ destination: TO, mediaSource: 'url', mediaUrl: URL },
		() => ({ json: { error: false, message: 'ok', data: DATA } }),
	);
	const { service, run, posted } = subject;

	it.each(ROWS)('sends $name', async ({ parameters, items, files, body }) => {
		const { error } = await run(parameters, { ...(items && { items }), ...(files && { files }) });
		expect(error).toBeUndefined();
		expect(service.journal).toHaveLength(1);
		expectJsonRequest(service.journal[0], PATH, body);
	});

	it('puts out what the service answered, paired with its item', async () => {
		const { items, error } = await run({});
		expect(error).toBeUndefined();
		expect(items).toEqual(paired(DATA));
	});

	it('puts out the same from XML', async () => {
		const { items, error } = await run(
			{ options: { responseFormat: 'xml' } },
			{
				answer: {
					text: `<r><error>false</error><message>ok</message><data><sender>628990001</sender><queue>main</queue><destination>${TO}</destination><ref_no>m-1</ref_no><caption>Our menu</caption><media_url>${URL}</media_url></data></r>`,
				},
			},
		);
		expect(error).toBeUndefined();
		expect(items).toEqual(paired(DATA));
		expect(service.journal[0]?.headers.accept).toBe('application/xml');
	});

	it.each(['docx', 'jpg', 'jpeg', 'png', 'pdf', 'webm', 'mp4', 'PNG'])(
		'sends the address of a %s',
		async (end) => {
			const mediaUrl = `https://files.example.com/a.${end}`;
			const { error } = await run({ mediaUrl });
			expect(error).toBeUndefined();
			expect(JSON.parse(posted()[0]?.body ?? '')).toEqual({ destination: TO, media_url: mediaUrl });
		},
	);

	it('sees the type of an address that carries a query', async () => {
		const { error } = await run({ mediaUrl: `${URL}?version=2&name=a.exe#top` });
		expect(error).toBeUndefined();
		expect(posted()).toHaveLength(1);
	});

	it.each(['exe', 'gif', 'doc', 'xls', 'txt', 'svg', '3gp', 'html'])(
		'refuses the address of a %s',
		async (end) => {
			const mediaUrl = `https://files.example.com/a.${end}`;
			expectAdvice(subject, await run({ mediaUrl }), 'Media URL');
		},
	);

	it.each([
		'files.example.com/menu.png',
		'ftp://files.example.com/menu.png',
		'file:///etc/menu.png',
		'javascript:alert(1)//a.png',
		'https://',
		'menu.png',
		"={{ '' }}",
	])('refuses %s as an address', async (mediaUrl) => {
		expectAdvice(subject, await run({ mediaUrl }), 'Media URL');
	});

	it('refuses an address that is none for its item alone where it shall continue', async () => {
		const { outputs } = await run(
			{ mediaUrl: '={{ $json.url }}' },
			{
				items: [{ url: 'menu.png' }, { url: URL }],
				settings: { onError: 'continueRegularOutput' },
			},
		);
		expect(posted()).toHaveLength(1);
		expect(outputs).toEqual([
			[expect.objectContaining({ error: expect.stringContaining('Media URL') as string }), DATA],
		]);
	});

	it('sends base64 of 1,048,576 characters, the most that the service takes', async () => {
		const mediaBase64 = png(MOST_BYTES);
		expect(mediaBase64).toHaveLength(1_048_576);
		const { error } = await run({ ...fromBase64, mediaBase64 });
		expect(error).toBeUndefined();
		expect(JSON.parse(posted()[0]?.body ?? '')).toMatchObject({ media_base64: mediaBase64 });
	});

	it('refuses base64 of four characters more', async () => {
		const mediaBase64 = png(MOST_BYTES + 1);
		expect(mediaBase64).toHaveLength(1_048_580);
		expectAdvice(subject, await run({ ...fromBase64, mediaBase64 }), 'Media Base64');
	});

	it('sends a file of the item whose base64 is just at the limit', async () => {
		const data = png(MOST_BYTES);
		const { error } = await run({ mediaSource: 'binary' }, { files: file(data) });
		expect(error).toBeUndefined();
		expect(JSON.parse(posted()[0]?.body ?? '')).toMatchObject({ media_base64: data });
	});

	it('refuses a file of the item that is one byte larger', async () => {
		const finished = await run({ mediaSource: 'binary' }, { files: file(png(MOST_BYTES + 1)) });
		expectAdvice(subject, finished, 'Input Binary Field');
	});

	it.each([
		['no base64 at all', '%%% not base64 %%%'],
		['base64 that broke off', PNG.slice(0, -3)],
		['nothing', "={{ '' }}"],
	])('refuses as base64: %s', async (_, mediaBase64) => {
		expectAdvice(subject, await run({ ...fromBase64, mediaBase64 }), 'Media Base64');
	});

	it('never sends the head of a data address as if it were base64', async () => {
		await run({ ...fromBase64, mediaBase64: `data:image/png;base64,${PNG}` });
		expect(posted().filter(({ body }) => body.includes('data:'))).toEqual([]);
	});

	it.each(['menu.gif', 'menu.exe', 'menu.doc', 'menu.png.exe'])(
		'refuses base64 under the name %s',
		async (fileName) => {
			expectAdvice(subject, await run({ ...fromBase64, fileName }), 'File Name');
		},
	);

	it.each([
		['menu.gif', 'image/gif'],
		['menu.exe', 'application/octet-stream'],
	])('refuses the file %s of the item', async (fileName, mimeType) => {
		const data = Buffer.from('GIF89a and more').toString('base64');
		const finished = await run(
			{ mediaSource: 'binary' },
			{ files: file(data, fileName, mimeType) },
		);
		expectAdvice(subject, finished, 'Input Binary Field');
	});

	it.each([
		['an item without a file', undefined, 'data'],
		['an item whose file is in another field', file(PNG), 'photo'],
	])('refuses %s, and names the field', async (_, files, binaryPropertyName) => {
		const finished = await run(
			{ mediaSource: 'binary', binaryPropertyName },
			{ ...(files && { files }) },
		);
		expectRefused(subject, finished, binaryPropertyName);
	});

	it('sends each of several items its own file', async () => {
		const other = png(64);
		const { error } = await run(
			{ mediaSource: 'binary' },
			{
				items: [{}, {}],
				files: {
					0: { data: { data: PNG, mimeType: 'image/png', fileName: 'one.png' } },
					1: { data: { data: other, mimeType: 'image/png', fileName: 'two.png' } },
				},
			},
		);
		expect(error).toBeUndefined();
		expect(posted().map(({ body }) => JSON.parse(body) as unknown)).toEqual([
			{ destination: TO, media_base64: PNG, file_name: 'one.png' },
			{ destination: TO, media_base64: other, file_name: 'two.png' },
		]);
	});

	it('sends one item its file and another its address, as an expression says', async () => {
		const { error } = await run(
			{ mediaSource: '={{ $json.how }}', mediaBase64: 'left over' },
			{ items: [{ how: 'binary' }, { how: 'url' }], files: file(PNG) },
		);
		expect(error).toBeUndefined();
		expect(posted().map(({ body }) => JSON.parse(body) as unknown)).toEqual([
			{ destination: TO, file_name: 'menu.png', media_base64: PNG },
			{ destination: TO, media_url: URL },
		]);
	});

	it('leaves an address without an extension for the service to judge', async () => {
		const { error } = await run({ mediaUrl: 'https://files.example.com/download/17' });
		expect(error).toBeUndefined();
		expect(posted()).toHaveLength(1);
	});

	it('sends base64 without a file name, which the service does not require', async () => {
		const { error } = await run({ mediaSource: 'base64', mediaBase64: PNG });
		expect(error).toBeUndefined();
		expect(JSON.parse(posted()[0]?.body ?? '')).toMatchObject({ media_base64: PNG });
	});

	it('sends nothing where the file of one item is missing', async () => {
		const finished = await run(
			{ mediaSource: 'binary' },
			{ items: [{}, {}], files: { 0: file(PNG)[0] } },
		);
		expectRefused(subject, finished, 'data');
		expect(finished.error?.context).toMatchObject({ itemIndex: 1 });
	});

	it.each([
		['Queue', { sendFrom: 'queue', queue: "={{ '' }}" }],
		['Sender', { sendFrom: 'sender', sender: "={{ '' }}", queue: 'main' }],
	])('requires %s where it is chosen', async (label, parameters) => {
		expectAdvice(subject, await run(parameters), label);
	});

	describeNumbers(subject, {
		field: 'destination',
		label: 'Destination',
		sentNumber: (body) => (JSON.parse(body) as { destination: unknown }).destination,
		parameters: {},
	});

	describeWrongTypes(subject, [
		['Media URL', 'a list', { mediaUrl: `={{ ['${URL}'] }}` }],
		['Media URL', 'null', { mediaUrl: '={{ null }}' }],
		['Media URL', 'a number', { mediaUrl: '={{ 5 }}' }],
		['Media Source', 'a choice that is none', { ...fromBase64, mediaSource: "={{ 'disk' }}" }],
		['Media Base64', 'an object', { ...fromBase64, mediaBase64: '={{ ({ a: 1 }) }}' }],
		['Caption', 'a list', { caption: "={{ ['a'] }}" }],
		['File Name', 'an object', { fileName: '={{ ({ a: 1 }) }}' }],
		[
			'Input Binary Field',
			'a list',
			{ mediaSource: 'binary', binaryPropertyName: "={{ ['data'] }}" },
		],
		['Is Group', 'yes', { options: { isGroup: "={{ 'yes' }}" } }],
		['Channel', 'a word', { options: { channel: "={{ 'main' }}" } }],
		['Validate Only', 'yes', { options: { validateOnly: "={{ 'yes' }}" } }],
	]);

	it('with Validate Only sends nothing, and says that each file costs 2 credits', async () => {
		const { items, error } = await run(
			{ caption: '={{ $json.text }}', options: { validateOnly: true } },
			{ items: [{ text: 'a' }, { text: 'b' }, { text: 'x'.repeat(2001) }] },
		);
		expect(error).toBeUndefined();
		expect(service.journal).toEqual([]);
		expect(items[0]).toHaveLength(3);
		expect(items[0]?.[0]).toMatchObject({
			json: {
				sent: false,
				request: {
					method: 'POST',
					url: service.url + PATH,
					body: { destination: TO, caption: 'a', media_url: URL },
				},
				credits: 2,
				total: { credits: 6 },
			},
			pairedItem: { item: 0 },
		});
		expect(items[0]?.map(({ json }) => json.credits)).toEqual([2, 2, 2]);
		expectNothingSecret(items);
	});

	it('with Validate Only sends nothing of a file of the item, and refuses one too large', async () => {
		const options = { validateOnly: true };
		const { outputs, error } = await run({ mediaSource: 'binary', options }, { files: file(PNG) });
		expect(error).toBeUndefined();
		expect(outputs[0]?.[0]).toMatchObject({
			sent: false,
			request: { body: { destination: TO, file_name: 'menu.png' } },
			credits: 2,
			total: { credits: 2 },
		});
		const finished = await run(
			{ mediaSource: 'binary', options },
			{ files: file(png(MOST_BYTES + 1)) },
		);
		expectRefused(subject, finished, 'Input Binary Field');
		expect(service.journal).toEqual([]);
	});
});
