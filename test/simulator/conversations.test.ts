import { control, service, TEST_KEY, useService } from './conformance/client';
import { HOUR } from './conformance/expect';
import {
	broadcast,
	greet,
	NUMBER,
	openRoom,
	putTemplate,
	reply,
	replyNow,
	writeToChannel,
} from './conformance/requests';

/** README.md decides these points of conversations and templates, as the documentation does not. */

useService();

describe('Business conversations', () => {
	const write = async (gateway: string) =>
		(await control.inbox({ route: 'business', from: NUMBER, to: gateway, text: 'Hello' })).id;

	it('A conversation is open only with the gateway that the recipient wrote to', async () => {
		await write('gateway-2');

		const answers = [
			await replyNow({ gateway_id: 'gateway-2' }),
			await replyNow({ gateway_id: 'gateway-1' }),
		];

		expect(answers.map(({ status }) => status)).toEqual([201, 422]);
	});

	it('A reply cannot quote a message of another gateway', async () => {
		await write('gateway-2');
		const quoted = { message_id_context: await write('gateway-1'), payloads: { text: 'Hello' } };

		const answer = await replyNow({ ...quoted, gateway_id: 'gateway-2' });

		expect(answer.status).toBe(422);
	});
});

describe('Rooms', () => {
	/** A reply whose form may hold a file, or a field twice. */
	const replyWith = async (...fields: [string, string | File][]) => {
		const form = new FormData();
		form.append('room_id', await openRoom());
		for (const [name, value] of fields) form.append(name, value);
		return fetch(`${service.url}/svc_api/1.0/wa_official/message/reply`, {
			method: 'POST',
			headers: { apikey: 'simulator-key' },
			body: form,
		});
	};

	it('A room of another account takes no reply', async () => {
		const fields = { room_id: await openRoom(), text: 'Thank you' };

		const answer = await service.multipart('/wa_official/message/reply', fields, {
			key: TEST_KEY,
		});

		expect(answer.status).toBe(422);
	});

	it('A recipient opens another room when one has expired, to the millisecond', async () => {
		const before = await openRoom();
		await control.advance(24 * HOUR - 1);
		expect(await writeToChannel()).toBe(before);
		await control.advance(24 * HOUR);
		expect(await writeToChannel()).not.toBe(before);
	});

	it('A reply of the type image needs its file', async () => {
		const room = await openRoom();
		const file = { type: 'image', file_url: 'https://files.example.com/photo.png' };

		const answers = [await reply(room, file), await reply(room, { type: 'image' })];

		expect(answers.map(({ status }) => status)).toEqual([201, 422]);
	});

	it.each([
		['', 422],
		['x', 201],
	])('A file in a reply must have content: %j', async (content, status) => {
		const file = new File([content], 'photo.png');

		expect((await replyWith(['type', 'image'], ['file', file])).status).toBe(status);
	});

	it('A field that comes twice has its first value', async () => {
		await replyWith(['text', 'first'], ['text', 'second']);

		expect((await control.messages()).at(-1)).toMatchObject({ text: 'first' });
	});
});

describe('Templates', () => {
	it('A placeholder takes one value only', async () => {
		await greet();
		const value = { key: '1', value: 'first_name', value_text: 'Ann' };

		const answer = await broadcast({
			template_id: '00000000-0000-4000-8000-000000000002',
			parameters: { body: [value, value] },
		});

		expect(answer.status).toBe(422);
	});

	it.each(['APPROVED', 'approve', 'Approved '])(
		'A template with the status %j is approved',
		async (statusWord) => {
			const id = '00000000-0000-4000-8000-000000000009';
			await putTemplate(id, { statusWord });

			const answer = await broadcast({ template_id: id });

			expect(answer.status).toBe(201);
			const list = (await service.get('/wa_official/templates')).text;
			expect(list).toContain(`"status":"${statusWord}"`);
		},
	);

	it('A template may name the type of its header in a list', async () => {
		const id = '00000000-0000-4000-8000-000000000009';
		await putTemplate(id, { shape: 'typed', header: { format: 'IMAGE' } });

		const { text: list } = await service.get('/wa_official/templates');

		expect(list).toContain('"header":[{"type":"IMAGE","url":"https://');
	});
});
