import { z } from 'zod';

import { startSimulator } from '.';
import { control, service, TEST_KEY, useService, type Fields } from './conformance/client';
import { HOUR, SETTLED } from './conformance/expect';
import {
	broadcast,
	credits,
	NUMBER,
	replyNow,
	sms,
	smsStatus,
	text,
	textRef,
} from './conformance/requests';

/** README.md decides these points of messages, as the documentation does not. */

useService();

const byTestHost = (fields: Fields = {}) =>
	service.post(
		'/whatsapp/message',
		{ destination: NUMBER, message: 'Hello', ...fields },
		{ key: TEST_KEY },
	);

describe('Messages', () => {
	it('A message follows the fate that is set for its number', async () => {
		await control.call('PUT', `/numbers/${NUMBER}`, { whatsapp: 'failed', sms: -9 });
		await text();
		await control.advance(SETTLED);

		expect(await control.messages()).toMatchObject([{ status: 'F' }]);
		expect(await smsStatus()).toBe('-9');
	});

	it('A message that would be sent just when its timeout ends fails', async () => {
		await text({ timeout: 1 });
		await control.advance(SETTLED);

		expect(await control.messages()).toMatchObject([{ status: 'F' }]);
	});

	it('A message that is moved by hand goes on from there, once', async () => {
		const ref = await textRef();
		await control.advance(500);
		await control.move(ref, 'D');
		await control.advance(SETTLED);

		const { history } = await control.message(ref);
		expect(history.map(({ status }) => status)).toEqual(['U', 'Q', 'D', 'R']);
	});

	it('A message by SMS is never read', async () => {
		await sms();
		await control.advance(HOUR);

		expect(await control.messages()).toMatchObject([{ status: 'D' }]);
	});

	it('An aborted message does not give the last credit back', async () => {
		await control.account({ wa_balance: 1 });

		const sent = [await text({ destination: '628000001002' }), await text()];
		await control.advance(SETTLED);

		expect(sent.map(({ status }) => status)).toEqual([201, 422]);
		expect(await credits()).toBe(0);
	});

	it('A message that failed gives its credits back once', async () => {
		await control.account({ wa_balance: 10 });
		const ref = await textRef();
		await control.move(ref, 'F');
		await control.move(ref, 'F');

		expect(await credits()).toBe(10);
	});

	it('A message by SMS takes one of the SMS balance', async () => {
		await control.account({ sms_balance: 1 });

		expect([await smsStatus(), await smsStatus()]).toEqual(['0', '-2']);
	});

	it('The status of a message is not shown to another account', async () => {
		const ref = await textRef();

		const answer = await service.get(`/whatsapp/status/${ref}`, { key: TEST_KEY });

		expect(answer.status).toBe(422);
	});

	it('A message keeps emoji sequences that mean no character', async () => {
		await text({ message: '\\U0010FFFD \\U00110000 \\U0000D800' });

		expect(await control.messages()).toMatchObject([
			{ text: '\u{10FFFD} \\U00110000 \\U0000D800' },
		]);
	});

	it('The list of messages may be limited to the oldest', async () => {
		await text({ message: 'first' });
		await text({ message: 'second' });

		expect(await control.call('GET', '/messages?limit=1')).toMatchObject({
			messages: [{ text: 'first' }],
		});
	});

	it('The oldest message is dropped if there are too many, and no ref_no comes twice', async () => {
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

describe('Un-subscription links', () => {
	const follow = async () => {
		const [link = ''] = /http:\S+/.exec((await control.messages()).at(-1)?.text ?? '') ?? [];
		expect((await service.at('GET', new URL(link).pathname, { key: null })).status).toBe(200);
	};

	it('A followed link stops only unofficial messages of the account that sent it', async () => {
		await byTestHost({ include_unsubscribe: true });
		await follow();
		await byTestHost();
		await text();
		await broadcast();
		await control.advance(SETTLED);

		const [, ...after] = (await control.messages()).map(({ status }) => status);
		expect(after).toEqual(['A', 'R', 'R']);
	});

	it('A member who follows the link puts the group on the exclusion list', async () => {
		await text({
			destination: 'My family group',
			is_group: true,
			include_unsubscribe: true,
		});
		await follow();

		expect(await control.exclusions()).toEqual([{ account: 'main', number: 'My family group' }]);
	});
});

describe('Destinations', () => {
	it('A destination may begin with the plus of the international form, by every route', async () => {
		const plus = `+${NUMBER}`;
		await control.inbox({ route: 'business', from: NUMBER, text: 'Hello' });
		await broadcast({ destination: plus });
		await text({ destination: plus });
		await replyNow({ recipient: plus });
		await sms({ GSM: plus });

		expect((await control.messages()).map(({ to }) => to)).toEqual(
			Array.from({ length: 4 }, () => NUMBER),
		);
	});
});

describe('SMS messages', () => {
	it('An SMS is accepted on the day on which the SMS balance expires, and not on the next', async () => {
		const today = (await control.now()).toISOString().slice(0, 10);
		await control.account({ sms_expired_date: today });

		expect(await smsStatus()).toBe('0');
		await control.advance(24 * HOUR);
		expect(await smsStatus()).toBe('-7');
	});

	it('An SMS with an OTP and otp=N gets -10', async () => {
		expect(await smsStatus({ SMSText: 'Your OTP is 1', otp: 'N' })).toBe('-10');
	});

	it('An SMS without unicode has a question mark for an unknown character', async () => {
		await sms({ SMSText: 'Ça va? ✓ € 😀 ñ Ñ ع' });

		expect(await control.messages()).toMatchObject([{ text: 'Ça va? ? € ? ñ Ñ ?' }]);
	});
});

describe('Accounts', () => {
	it('A patch changes an account', async () => {
		await control.account({ userid: 'somebody' });

		const { text: answer } = await service.get('/auth/api_key');

		expect(z.object({ data: z.object({ userid: z.string() }) }).parse(JSON.parse(answer))).toEqual({
			data: { userid: 'somebody' },
		});
	});
});

describe('Clock', () => {
	it.each([
		['POST', '/clock/advance', { ms: 1e16 }],
		['PATCH', '/clock', { speed: 1e15 }],
	])('A date outside the calendar is refused: %s %s %j', async (method, path, body) => {
		await expect(control.call(method, path, body)).rejects.toThrow('400');

		expect((await text()).status).toBe(201);
	});
});
