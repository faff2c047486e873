import { control, jsonOf, receiver, TEST_KEY, useService } from './client';
import { expectInvalid, first, HOUR } from './expect';
import {
	broadcast,
	broadcastRef,
	CHANNEL,
	expectSent,
	NUMBER,
	openRoom,
	OTHER_CHANNEL,
	reply,
	sentOf,
	writeToChannel,
} from './requests';

useService();

describe('Rooms', () => {
	it('A room opens when the recipient answers a broadcast, and a reply arrives in it', async () => {
		await control.register({ officialInbox: `${receiver.url}/inbox` });
		const refNo = await broadcastRef();
		expect((await control.message(refNo)).room_id).toBeNull();

		const room = await writeToChannel();

		const { body } = first(await receiver.take('/inbox', 1));
		expect(jsonOf({ text: body })).toMatchObject({ room_id: room });
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
		const before = (await control.messages()).length;

		expectInvalid(await reply(room), 'room_id');
		expect(await control.messages()).toHaveLength(before);
		expect(await writeToChannel()).not.toBe(room);
	});

	it('A reply in a room of another account is refused', async () => {
		expectInvalid(await reply(await openRoom(), {}, { key: TEST_KEY }), 'room_id');
	});

	it('A reply of the type image needs its file', async () => {
		const room = await openRoom();
		const file = { type: 'image', file_url: 'https://files.example.com/photo.png' };

		expectSent(await reply(room, file));
		expectInvalid(await reply(room, { type: 'image' }), 'file_url');
	});
});
