import { pdf } from '../facts/files';
import { useService, type Answer, type Fields } from './client';
import { expectInvalid } from './expect';
import {
	broadcast,
	buttonsNow,
	greet,
	media,
	openRoom,
	reply,
	replyNow,
	text,
	writeToGateway,
} from './requests';

useService();

beforeEach(async () => {
	await writeToGateway();
});

type Send = (fields: Fields) => Promise<Answer>;
const inRoom: Send = async (fields) => reply(await openRoom(), fields);

describe('Required fields', () => {
	it.each<[string, Send, string[]]>([
		['A Business reply', replyNow, ['recipient', 'gateway_id', 'type', 'payloads']],
		['A message with buttons', buttonsNow, ['recipient', 'gateway_id', 'body', 'buttons']],
		['A broadcast', broadcast, ['destination', 'destination_name', 'template_id', 'channel_id']],
		['An Official reply', inRoom, ['room_id', 'text']],
		['A text', text, ['destination', 'message']],
		['A file', media, ['destination']],
	])('%s is refused without one of its fields', async (_what, send, fields) => {
		for (const field of fields) expectInvalid(await send({ [field]: undefined }), field);
	});
});

const length = (count: number) => 'x'.repeat(count);
const buttons = (count: number, button: Fields = {}) =>
	Array.from({ length: count }, (_, at) => ({ button_id: `${at}`, title: 'Yes', ...button }));
const base64 = (media_base64: unknown) =>
	media({ media_base64, media_url: undefined, file_name: 'a.pdf' });

const above = (text: string) => buttonsNow({ body: { text } });
const below = (text: string) => buttonsNow({ footer: { text } });
const withId = (button_id: string) => buttonsNow({ buttons: buttons(1, { button_id }) });
const withTitle = (title: string) => buttonsNow({ buttons: buttons(1, { title }) });

/** A uuid of another version, and one that names nothing. */
const NO_IDS = ['6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa'];
const NAMES = ['ab', length(32)];
const NO_NAMES = ['x', length(33), 'Name'];
const FTP = 'ftp://files.example.com/photo.png';
const NUMBERS = ['1234567', '+491701234567', '4'.repeat(15)];
const NO_NUMBERS = ['0812345678', '123456', '4'.repeat(16), 'Ann'];
const MISFITS = ['a     b', 'a\tb', 'a\nb'];

describe('Bounds of fields', () => {
	it.each<[string, string, (value: never) => Promise<Answer>, unknown[], unknown[]]>([
		[
			'the text above buttons',
			'text',
			above,
			[length(1024), '😀'.repeat(1024)],
			['', length(1025)],
		],
		['the footer of buttons', 'text', below, [length(60)], ['', length(61)]],
		['buttons', 'buttons', (it) => buttonsNow({ buttons: buttons(it) }), [1, 3], [0, 4]],
		['the ID of a button', 'button_id', withId, [length(256)], ['', length(257)]],
		['the title of a button', 'title', withTitle, [length(20)], ['', length(21)]],
		['the recipient', 'recipient', (it) => replyNow({ recipient: it }), [], NO_NUMBERS],
		['a template', 'template_id', (it) => broadcast({ template_id: it }), [], NO_IDS],
		['a channel', 'channel_id', (it) => broadcast({ channel_id: it }), [], NO_IDS],
		['a room', 'room_id', (it) => inRoom({ room_id: it }), [], NO_IDS],
		['the text of a reply', 'text', (it) => inRoom({ text: it }), ['a    b'], MISFITS],
		['the name of a variable', 'value', (it) => greet({ value: it }), NAMES, NO_NAMES],
		['a value', 'value_text', (it) => greet({ value_text: it }), ['a    b'], MISFITS],
		['a destination', 'destination', (it) => text({ destination: it }), NUMBERS, NO_NUMBERS],
		['a channel number', 'channel', (it) => text({ channel: it }), [7], [1.5, '7']],
		['a timeout', 'timeout', (it) => text({ timeout: it }), [0], [-1, 1.5]],
		['is_group', 'is_group', (it) => text({ is_group: it }), [false], ['false']],
		['the URL of a file', 'media_url', (it) => media({ media_url: it }), [], [FTP, 'not a url']],
		['base64', 'media_base64', base64, [pdf(1_048_576)], [pdf(1_048_580), 'no base64 !']],
	])('The bounds of %s are kept', async (_what, field, send, accepted, refused) => {
		for (const value of accepted) expect((await send(value as never)).status).toBe(201);
		for (const value of refused) expectInvalid(await send(value as never), field);
	});
});
