import {
	buttonsNow,
	control,
	expectInvalid,
	expectMessage,
	files,
	replyNow,
	useService,
	writeToGateway,
	type Fields,
} from './requests';

useService();

const MB = 1_048_576;

/** A text that quotes the message of that id. */
const quote = (id: string, fields: Fields = {}) =>
	replyNow({ payloads: { text: 'Yes we are' }, message_id_context: id, ...fields });

const reaction = (id: string) => ({
	type: 'reaction',
	payloads: { message_id: id, emoji: '\u{1F44D}' },
});

const sendFile = (type: string, name: string, size?: number, mime?: string) =>
	replyNow({ type, payloads: { link: files.url(name, size, mime) } });

const sendHeader = (type: string, name: string) =>
	buttonsNow({ header: { type, link: files.url(name) } });

describe('Business messages', () => {
	let id: string;

	beforeEach(async () => {
		id = await writeToGateway();
	});

	it.each([
		['reply', replyNow, 'We are open until 18:00.'],
		['message with buttons', buttonsNow, 'Shall we deliver today?'],
	])('A %s goes only to a recipient who wrote to this gateway', async (_what, send, text) => {
		expectMessage(await send());
		expectInvalid(await send({ gateway_id: 'gateway-2' }), 'recipient');
		expect(await control.messages()).toMatchObject([{ route: 'business', text }]);
	});

	it('A plain text carries its text in body, and a contextual one in text', async () => {
		expectInvalid(await replyNow({ payloads: { text: 'We are open' } }), 'body');
		expectInvalid(await quote(id, { payloads: { body: 'We are open' } }), 'text');
		expectMessage(await quote(id));
		expect(await control.messages()).toMatchObject([{ text: 'Yes we are' }]);
	});

	it('A reaction cannot quote, and cannot be quoted', async () => {
		expectInvalid(await quote(id, reaction(id)), 'message_id_context');
		const reacted = expectMessage(await replyNow(reaction(id)));
		expectInvalid(await quote(reacted), 'message_id_context');
	});

	it('A reply may quote a message of either side, and none of another gateway', async () => {
		await writeToGateway('gateway-2');

		expectMessage(await quote(expectMessage(await quote(id))));
		expectInvalid(await quote(id, { gateway_id: 'gateway-2' }), 'message_id_context');
	});

	it.each([
		['image', 'jpg', 5 * MB, 'image/jpeg'],
		['video', 'mp4', 5 * MB, 'video/mp4'],
		['video', '3gp', 16 * MB, 'video/3gpp'],
	])('A %s .%s has at most %i bytes', async (type, extension, most, mime) => {
		expectMessage(await sendFile(type, `file.${extension}`, most, mime));
		expectInvalid(await sendFile(type, `file.${extension}`, most + 1, mime), 'link');
	});

	it.each([
		['document', 'csv', 'pdf'],
		['image', 'gif', 'png'],
		['video', 'webm', 'mp4'],
	])('A %s in a reply or a header cannot be a .%s', async (type, wrong, right) => {
		expectInvalid(await sendFile(type, `file.${wrong}`), 'link');
		expectInvalid(await sendHeader(type, `file.${wrong}`), 'link');
		expectMessage(await sendHeader(type, `file.${right}`));
	});

	it('The IDs of the buttons differ, and an emoji is one character', async () => {
		const button = { button_id: 'a', title: '😀'.repeat(20) };

		expectMessage(await buttonsNow({ buttons: [button] }));
		expectInvalid(await buttonsNow({ buttons: [button, button] }), 'buttons');
	});
});
