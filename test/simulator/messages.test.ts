import type { ServerResponse } from 'node:http';

import { z } from 'zod';

import { startSimulator } from '.';
import {
	control,
	files,
	receiver,
	service,
	TEST_KEY,
	useService,
	type Fields,
} from './conformance/client';
import { HOUR, SETTLED } from './conformance/expect';
import {
	broadcast,
	credits,
	greet,
	media,
	NUMBER,
	openRoom,
	putTemplate,
	reply,
	replyNow,
	sms,
	smsStatus,
	text,
	textRef,
	writeToChannel,
} from './conformance/requests';

/** What README.md decides about messages, where the documentation is silent. */

useService();

const messages = () => control.messages();

const advance = (ms: number) => control.advance(ms);

const byTestHost = (fields: Fields = {}) =>
	service.post(
		'/whatsapp/message',
		{ destination: NUMBER, message: 'Hello', ...fields },
		{ key: TEST_KEY },
	);

describe('a message', () => {
	it('whose number has a fate of its own follows it', async () => {
		await control.call('PUT', `/numbers/${NUMBER}`, { whatsapp: 'failed', sms: -9 });
		await text();
		await advance(SETTLED);

		expect(await messages()).toMatchObject([{ status: 'F' }]);
		expect(await smsStatus()).toBe('-9');
	});

	it('that would be sent just when its timeout ends fails', async () => {
		await text({ timeout: 1 });
		await advance(SETTLED);

		expect(await messages()).toMatchObject([{ status: 'F' }]);
	});

	it('that is moved by hand goes on from there, once', async () => {
		const ref = await textRef();
		await advance(500);
		await control.move(ref, 'D');
		await advance(SETTLED);

		const { history } = await control.message(ref);
		expect(history.map(({ status }) => status)).toEqual(['U', 'Q', 'D', 'R']);
	});

	it('by SMS is never read', async () => {
		await sms();
		await advance(HOUR);

		expect(await messages()).toMatchObject([{ status: 'D' }]);
	});

	it('takes the last credit, and gives back only what fails', async () => {
		await control.account({ wa_balance: 1 });

		const sent = [await text({ destination: '628000001002' }), await text()];
		await advance(SETTLED);

		expect(sent.map(({ status }) => status)).toEqual([201, 422]);
		expect(await credits()).toBe(0);
	});

	it('that failed gives its credits back once', async () => {
		await control.account({ wa_balance: 10 });
		const ref = await textRef();
		await control.move(ref, 'F');
		await control.move(ref, 'F');

		expect(await credits()).toBe(10);
	});

	it('by SMS takes one of the SMS balance', async () => {
		await control.account({ sms_balance: 1 });

		expect([await smsStatus(), await smsStatus()]).toEqual(['0', '-2']);
	});

	it('of another account is not told', async () => {
		const ref = await textRef();

		const answer = await service.get(`/whatsapp/status/${ref}`, { key: TEST_KEY });

		expect(answer.status).toBe(422);
	});

	it('keeps emoji sequences that stand for no character', async () => {
		await text({ message: '\\U0010FFFD \\U00110000 \\U0000D800' });

		expect(await messages()).toMatchObject([{ text: '\u{10FFFD} \\U00110000 \\U0000D800' }]);
	});

	it('may be listed up to a number, the oldest first', async () => {
		await text({ message: 'first' });
		await text({ message: 'second' });

		expect(await control.call('GET', '/messages?limit=1')).toMatchObject({
			messages: [{ text: 'first' }],
		});
	});

	it('is forgotten when there are too many, and no ref_no comes twice', async () => {
		const small = await startSimulator({ speed: 0, messages: 2 });
		const sender = { id: 'sms', name: 'SMS', number: '6281100000021' };
		const details = { route: 'sms', account: 'main', sender, number: NUMBER, credits: 0 } as const;
		const taken = ['a', 'b', 'c'].map(
			(words) => small.service.take({ ...details, content: { text: words } }).id,
		);
		const kept = small.service.state.messages.all().map(({ content }) => content.text);
		small.service.reset();
		taken.push(small.service.newRef(), await textRef());
		await small.stop();

		expect(kept).toEqual(['b', 'c']);
		expect(new Set(taken).size).toBe(5);
	});
});

describe('the un-subscription link', () => {
	const follow = async () => {
		const [link = ''] = /http:\S+/.exec((await messages()).at(-1)?.text ?? '') ?? [];
		expect((await service.at('GET', new URL(link).pathname, { key: null })).status).toBe(200);
	};

	it('is for the account that sent it, and its unofficial messages', async () => {
		await byTestHost({ include_unsubscribe: true });
		await follow();
		await byTestHost();
		await text();
		await broadcast();
		await advance(SETTLED);

		const [, ...after] = (await messages()).map(({ status }) => status);
		expect(after).toEqual(['A', 'R', 'R']);
	});

	it('puts the whole group on the exclusion list when someone follows it', async () => {
		await text({
			destination: 'My family group',
			is_group: true,
			include_unsubscribe: true,
		});
		await follow();

		expect(await control.exclusions()).toEqual([{ account: 'main', number: 'My family group' }]);
	});
});

describe('a conversation', () => {
	const write = async (gateway: string) =>
		(await control.inbox({ route: 'business', from: NUMBER, to: gateway, text: 'Hello' })).id;

	it('is one with the gateway that was written to', async () => {
		await write('gateway-2');

		const answers = [
			await replyNow({ gateway_id: 'gateway-2' }),
			await replyNow({ gateway_id: 'gateway-1' }),
		];

		expect(answers.map(({ status }) => status)).toEqual([201, 422]);
	});

	it('quotes messages of its own gateway only', async () => {
		await write('gateway-2');
		const quoted = { message_id_context: await write('gateway-1'), payloads: { text: 'Hello' } };

		const answer = await replyNow({ ...quoted, gateway_id: 'gateway-2' });

		expect(answer.status).toBe(422);
	});
});

describe('a room', () => {
	it('is its account’s', async () => {
		const fields = { room_id: await openRoom(), text: 'Thank you' };

		const answer = await service.multipart('/wa_official/message/reply', fields, {
			key: TEST_KEY,
		});

		expect(answer.status).toBe(422);
	});

	it('is another one when it has expired, to the millisecond', async () => {
		const before = await openRoom();
		await advance(24 * HOUR - 1);
		expect(await writeToChannel()).toBe(before);
		await advance(24 * HOUR);
		expect(await writeToChannel()).not.toBe(before);
	});

	it('takes a reply of an announced type with its file, and none without it', async () => {
		const room = await openRoom();
		const file = { type: 'image', file_url: 'https://files.example.com/photo.png' };

		const answers = [await reply(room, file), await reply(room, { type: 'image' })];

		expect(answers.map(({ status }) => status)).toEqual([201, 422]);
	});

	it.each([
		['', 422],
		['x', 201],
	])('looks whether anything is in the file: %j', async (content, status) => {
		const form = new FormData();
		form.append('room_id', await openRoom());
		form.append('type', 'image');
		form.append('file', new Blob([content]), 'photo.png');
		const answer = await fetch(`${service.url}/svc_api/1.0/wa_official/message/reply`, {
			method: 'POST',
			headers: { apikey: 'simulator-key' },
			body: form,
		});

		expect(answer.status).toBe(status);
	});

	it('takes the first value of a field that comes twice', async () => {
		const form = new FormData();
		form.append('room_id', await openRoom());
		form.append('text', 'first');
		form.append('text', 'second');
		await fetch(`${service.url}/svc_api/1.0/wa_official/message/reply`, {
			method: 'POST',
			headers: { apikey: 'simulator-key' },
			body: form,
		});

		expect((await messages()).at(-1)).toMatchObject({ text: 'first' });
	});
});

describe('a template', () => {
	it('takes one value for each placeholder', async () => {
		await greet();
		const value = { key: '1', value: 'first_name', value_text: 'Ann' };

		const answer = await broadcast({
			template_id: '00000000-0000-4000-8000-000000000002',
			parameters: { body: [value, value] },
		});

		expect(answer.status).toBe(422);
	});

	it.each(['APPROVED', 'approve', 'Approved '])(
		'may be spelled %j by the service, and is approved all the same',
		async (statusWord) => {
			const id = '00000000-0000-4000-8000-000000000009';
			await putTemplate(id, { statusWord });

			const answer = await broadcast({ template_id: id });

			expect(answer.status).toBe(201);
			const list = (await service.get('/wa_official/templates')).text;
			expect(list).toContain(`"status":"${statusWord}"`);
		},
	);

	it('may name the type of its header in a list', async () => {
		const id = '00000000-0000-4000-8000-000000000009';
		await putTemplate(id, { shape: 'typed', header: { format: 'IMAGE' } });

		const { text: list } = await service.get('/wa_official/templates');

		expect(list).toContain('"header":[{"type":"IMAGE","url":"https://');
	});
});

describe('a destination', () => {
	it('may begin with the plus of the international form, by every route', async () => {
		const plus = `+${NUMBER}`;
		await control.inbox({ route: 'business', from: NUMBER, text: 'Hello' });
		await broadcast({ destination: plus });
		await text({ destination: plus });
		await replyNow({ recipient: plus });
		await sms({ GSM: plus });

		expect((await messages()).map(({ to }) => to)).toEqual(Array.from({ length: 4 }, () => NUMBER));
	});
});

describe('an SMS', () => {
	it('may go out on the last day of its balance', async () => {
		const today = (await control.now()).toISOString().slice(0, 10);
		await control.account({ sms_expired_date: today });

		expect(await smsStatus()).toBe('0');
		await advance(24 * HOUR);
		expect(await smsStatus()).toBe('-7');
	});

	it('is none of an OTP with otp=N', async () => {
		expect(await smsStatus({ SMSText: 'Your OTP is 1', otp: 'N' })).toBe('-10');
	});

	it('arrives garbled if the alphabet of SMS lacks its characters and unicode is off', async () => {
		await sms({ SMSText: 'Ça va? ✓ € 😀 ñ Ñ ع' });

		expect(await messages()).toMatchObject([{ text: 'Ça va? ? € ? ñ Ñ ?' }]);
	});
});

describe('a file', () => {
	const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

	/** The file server holds a download until it is let go. */
	const heldDownload = () => {
		let held: ServerResponse | undefined;
		receiver.answerBy((response) => {
			held = response;
		});
		const sending = media({ media_url: `${receiver.url}/a.png` });
		return {
			sending,
			asked: receiver.take('/a.png', 1),
			release: () => held?.writeHead(200, { 'content-type': 'image/png' }).end(PNG),
		};
	};

	it('in base64 that is cut off is refused', async () => {
		const answer = await media({ media_url: undefined, media_base64: 'iVBORw0KGgo' });

		expect(answer.status).toBe(422);
	});

	it('without content is refused', async () => {
		const answer = await media({ media_url: files.url('photo.png', 0) });

		expect(answer.status).toBe(422);
	});

	it('whose kind nothing shows is refused', async () => {
		const answer = await media({ media_url: files.url('file', 10) });

		expect(answer.status).toBe(422);
	});

	it('is paid by the account as it is once the file is there', async () => {
		await control.account({ wa_balance: 10 });
		const { sending, asked, release } = heldDownload();
		await asked;
		await control.account({ userid: 'somebody' });
		release();

		expect((await sending).status).toBe(201);
		expect(await credits()).toBe(8);
	});

	it('that comes after a reset sends no message', async () => {
		const { sending, asked, release } = heldDownload();
		await asked;
		await control.reset();
		release();

		expect((await sending).status).toBe(503);
		expect(await messages()).toEqual([]);
	});
});

describe('an account', () => {
	it('is changed by a patch', async () => {
		await control.account({ userid: 'somebody' });

		const { text: answer } = await service.get('/auth/api_key');

		expect(z.object({ data: z.object({ userid: z.string() }) }).parse(JSON.parse(answer))).toEqual({
			data: { userid: 'somebody' },
		});
	});
});

describe('the clock', () => {
	it.each([
		['POST', '/clock/advance', { ms: 1e16 }],
		['PATCH', '/clock', { speed: 1e15 }],
	])('does not leave the calendar: %s %s %j', async (method, path, body) => {
		await expect(control.call(method, path, body)).rejects.toThrow('400');

		expect((await text()).status).toBe(201);
	});
});
