import { control, files, useService, type Fields } from './client';
import { containing, expectInvalid } from './expect';
import {
	buttonsNow,
	expectMessage,
	NUMBER,
	quote,
	react,
	replyNow,
	writeToGateway,
} from './requests';

useService();

const expectOneSent = async (fields: Fields = {}) => {
	expect(await control.messages()).toEqual([
		containing({ route: 'business', to: NUMBER, ...fields }),
	]);
};

describe('Business conversations', () => {
	it.each([
		['reply', replyNow, 'We are open until 18:00.'],
		['message with buttons', buttonsNow, 'Shall we deliver today?'],
	])('A %s goes only to a recipient who wrote to this gateway', async (_what, send, text) => {
		await writeToGateway();

		expectMessage(await send());
		expectInvalid(await send({ gateway_id: 'gateway-2' }), 'recipient');
		await expectOneSent({ text });
	});
});

describe('Business replies', () => {
	it('A plain text carries its text in body', async () => {
		await writeToGateway();

		expectInvalid(await replyNow({ payloads: { text: 'We are open' } }), 'body');
	});

	it('A contextual text carries its text in text', async () => {
		const id = await writeToGateway();

		expectMessage(await quote(id));
		await expectOneSent({ text: 'Yes we are' });
		expectInvalid(await quote(id, { body: 'We are open' }), 'text');
	});

	it('A contextual reply cannot target a reaction', async () => {
		const reaction = expectMessage(await react(await writeToGateway()));

		expectInvalid(await quote(reaction), 'message_id_context');
	});

	it('A reply may quote a message of either side, and none of another gateway', async () => {
		const id = await writeToGateway();
		await writeToGateway('gateway-2');
		const quoted = { message_id_context: id, payloads: { text: 'Hello' } };

		expectMessage(await quote(expectMessage(await replyNow(quoted))));
		expectInvalid(await replyNow({ ...quoted, gateway_id: 'gateway-2' }), 'message_id_context');
	});
});

const sendFile = async (type: string, name: string, size?: number, mime?: string) => {
	await writeToGateway();
	return replyNow({ type, payloads: { link: files.url(name, size, mime) } });
};

const sendHeader = async (type: string, name: string) => {
	await writeToGateway();
	return buttonsNow({ header: { type, link: files.url(name) } });
};

const MB = 1_048_576;

describe('Files of Business replies', () => {
	it.each([
		['document', 'pdf', 100 * MB, 'application/pdf'],
		['image', 'jpg', 5 * MB, 'image/jpeg'],
		['video', '3gp', 16 * MB, 'video/3gpp'],
		['video', 'mp4', 5 * MB, 'video/mp4'],
	])('A %s .%s has at most %i bytes', async (type, extension, most, mime) => {
		expectMessage(await sendFile(type, `file.${extension}`, most, mime));

		expectInvalid(await sendFile(type, `file.${extension}`, most + 1, mime), 'link');
	});

	it.each([
		['document', 'csv'],
		['image', 'gif'],
		['video', 'webm'],
	])('A %s in a reply or a header cannot be a .%s', async (type, extension) => {
		expectInvalid(await sendFile(type, `file.${extension}`), 'link');
		expectInvalid(await sendHeader(type, `file.${extension}`), 'link');
	});
});

describe('Reply buttons', () => {
	it('The ids of the buttons are unique', async () => {
		await writeToGateway();
		const button = { button_id: 'a', title: 'Yes' };

		expectInvalid(await buttonsNow({ buttons: [button, button] }), 'buttons');
	});

	it.each([
		['document', 'pdf doc docs docx ppt pptx txt xls xlsx'],
		['image', 'jpeg jpg png'],
		['video', '3gp mp4'],
	])('The file of a %s header may end in one of %s', async (type, extensions) => {
		for (const extension of extensions.split(' '))
			expectMessage(await sendHeader(type, `file.${extension}`));
	});
});
