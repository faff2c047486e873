import { FACTS } from '../facts/endpoints';
import { pdf } from '../facts/files';
import { exampleOf } from '../facts/openapi';
import { useService, type Fields } from './client';
import { expectInvalid, first } from './expect';
import { openRoom, send, writeToGateway } from './requests';

useService();

beforeEach(async () => {
	await writeToGateway();
});

const length = (count: number) => 'x'.repeat(count);
const buttons = (count: number) =>
	Array.from({ length: count }, (_, at) => ({ button_id: `${at}`, title: 'Yes' }));

const NONE = [undefined];
/** A uuid of another version, and one that names nothing. */
const NO_IDS = ['6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa'];
const NAMES = ['ab', length(32)];
const NO_NAMES = ['x', length(33), 'Name'];
const NO_URIS = ['ftp://files.example.com/photo.png', 'not a url'];
const NUMBERS = ['1234567', '+491701234567', '4'.repeat(15)];
const NO_NUMBERS = [undefined, '0812345678', '123456', '4'.repeat(16), 'Ann'];
const MISFITS = [undefined, 'a     b', 'a\tb', 'a\nb'];
const BODIES = [length(1024), '😀'.repeat(1024)];
const VARIABLE = 'parameters.body.0.';

/** The example of an endpoint with another value in one place. */
async function sent(name: string, place: string, value: unknown) {
	const fact = first(FACTS.filter((one) => one.name === name));
	const room = name === 'official.reply' ? { room_id: await openRoom() } : {};
	const body = structuredClone({ ...exampleOf(fact), ...room });
	const [last = '', ...above] = place.split('.').reverse();
	const inside = above.reduceRight<Fields>((at, name) => (at[name] ??= {}) as Fields, body);
	inside[last] = value;
	return send(fact, body);
}

describe('Bounds of fields', () => {
	it.each<[name: string, place: string, accepted: unknown[], refused: unknown[]]>([
		['business.reply', 'recipient', [], NO_NUMBERS],
		['business.reply', 'gateway_id', [], NONE],
		['business.reply', 'type', [], NONE],
		['business.reply', 'payloads', [], NONE],
		['business.sendButtons', 'recipient', [], NO_NUMBERS],
		['business.sendButtons', 'gateway_id', [], NONE],
		['business.sendButtons', 'body', [], NONE],
		['business.sendButtons', 'body.text', BODIES, ['', length(1025)]],
		['business.sendButtons', 'footer.text', [length(60)], ['', length(61)]],
		['business.sendButtons', 'buttons', [buttons(1), buttons(3)], [undefined, [], buttons(4)]],
		['business.sendButtons', 'buttons.0.button_id', [length(256)], ['', length(257)]],
		['business.sendButtons', 'buttons.0.title', [length(20)], ['', length(21)]],
		['official.broadcast', 'destination', [], NO_NUMBERS],
		['official.broadcast', 'destination_name', [], NONE],
		['official.broadcast', 'template_id', [], [undefined, ...NO_IDS]],
		['official.broadcast', 'channel_id', [], [undefined, ...NO_IDS]],
		['official.broadcast', `${VARIABLE}value`, NAMES, NO_NAMES],
		['official.broadcast', `${VARIABLE}value_text`, ['a    b'], MISFITS],
		['official.reply', 'room_id', [], [undefined, ...NO_IDS]],
		['official.reply', 'text', ['a    b'], MISFITS],
		['unofficial.sendText', 'destination', NUMBERS, NO_NUMBERS],
		['unofficial.sendText', 'message', [], NONE],
		['unofficial.sendText', 'channel', [7], [1.5, '7']],
		['unofficial.sendText', 'timeout', [0], [-1, 1.5]],
		['unofficial.sendText', 'is_group', [false], ['false']],
		['unofficial.sendMedia', 'destination', [], NONE],
		['unofficial.sendMedia', 'media_url', [], NO_URIS],
		['unofficial.sendMedia', 'media_base64', [pdf(1_048_576)], [pdf(1_048_580), 'no base64 !']],
	])('%s keeps the bounds of %s', async (name, place, accepted, refused) => {
		for (const value of accepted) expect((await sent(name, place, value)).status).toBe(201);
		const field = place.split('.').at(-1);
		for (const value of refused) expectInvalid(await sent(name, place, value), field);
	});
});
