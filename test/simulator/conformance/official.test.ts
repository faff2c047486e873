import {
	broadcast,
	broadcastOf,
	CHANNEL,
	control,
	expectInvalid,
	expectSent,
	HOUR,
	NUMBER,
	openRoom,
	OTHER_CHANNEL,
	reply,
	sentOf,
	useService,
	writeToChannel,
	type Fields,
} from './requests';

useService();

const url = (text: string, address = `https://shop.example/${text}/{{1}}`) => ({
	type: 'URL',
	text,
	url: address,
});
const value = (index: string, value: string) => ({ index, type: 'url', value });
const ANN = { key: '1', value: 'first_name', value_text: 'Ann' };
const UNKNOWN = 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa';

describe('Broadcasts', () => {
	it.each(['Pending', 'Rejected'])('A template that is %s cannot be used', async (status) => {
		expectInvalid(await broadcastOf({ status }), 'template_id');
		expectSent(await broadcastOf({ status: 'Approved' }));
	});

	it.each(['template_id', 'channel_id'])('A %s of nothing is refused', async (name) => {
		expectInvalid(await broadcast({ [name]: UNKNOWN }), name);
	});

	it.each<[string, Fields, Fields, string]>([
		['no value for its placeholder', { body: 'Hello {{1}}' }, {}, 'body'],
		['no header for its image', { header: { format: 'IMAGE' } }, {}, 'header'],
		[
			'a file without its URL',
			{ header: { format: 'IMAGE' } },
			{ header: { format: 'IMAGE', params: [] } },
			'params',
		],
		['no value for its button', { buttons: [url('one')] }, {}, 'buttons'],
		['buttons as button', { buttons: [url('one')] }, { button: [value('0', 'A')] }, 'buttons'],
		['two values for one placeholder', { body: 'Hello {{1}}' }, { body: [ANN, ANN] }, 'key'],
	])('A template that is given %s is refused', async (_what, template, parameters, field) => {
		expectInvalid(await broadcastOf(template, parameters), field);
	});

	it('The values of buttons go to their URLs, in the order of their index', async () => {
		const template = { buttons: [url('one'), url('two')] };
		const buttons = [value('2', 'B'), value('1', 'A')];

		expect((await sentOf(await broadcastOf(template, { buttons }))).buttons).toMatchObject([
			{ target: 'https://shop.example/one/A' },
			{ target: 'https://shop.example/two/B' },
		]);
	});

	it.each([
		{ type: 'QUICK_REPLY', text: 'Yes' },
		url('Shop', 'https://shop.example'),
		{ type: 'PHONE_NUMBER', text: 'Call us', phone: '+6280000000001' },
	])('A static button takes no value: $type', async (button) => {
		expectSent(await broadcastOf({ buttons: [button] }));
		expectInvalid(
			await broadcastOf({ buttons: [button] }, { buttons: [value('0', 'A')] }),
			'index',
		);
	});
});

describe('Rooms', () => {
	it('A room opens when the recipient answers a broadcast, and a reply arrives in it', async () => {
		expect((await sentOf(await broadcast())).room_id).toBeNull();
		const room = await writeToChannel();

		expect(await sentOf(await reply(room))).toMatchObject({
			route: 'official',
			to: NUMBER,
			text: 'Your order leaves tomorrow.',
			room_id: room,
		});
	});

	it.each([
		[CHANNEL, '6280000000001'],
		[OTHER_CHANNEL, '6280000000002'],
	])('A broadcast by channel %s and a reply in its room come from %s', async (channel_id, from) => {
		expect(await sentOf(await broadcast({ channel_id }))).toMatchObject({ from });
		expect(await sentOf(await reply(await writeToChannel()))).toMatchObject({ from });
	});

	it('A room expires 24 hours after the last message of its recipient', async () => {
		const room = await openRoom();
		await control.advance(20 * HOUR);
		expect(await writeToChannel()).toBe(room);
		await control.advance(20 * HOUR);
		// A reply of the client does not count.
		expectSent(await reply(room));
		await control.advance(4 * HOUR - 1);
		expectSent(await reply(room));
		await control.advance(1);

		expectInvalid(await reply(room), 'room_id');
		expect(await writeToChannel()).not.toBe(room);
	});

	it('A reply in no room is refused', async () => {
		expectInvalid(await reply(UNKNOWN), 'room_id');
	});

	it('A text needs its text, and an image its file', async () => {
		const room = await openRoom();
		const file = { type: 'image', file_url: 'https://files.example.com/photo.png' };

		expectSent(await reply(room, file));
		expectInvalid(await reply(room, { type: 'image' }), 'file_url');
		expectInvalid(await reply(room, { text: undefined }), 'text');
	});
});
