import { startSimulator } from '.';
import { control, TEST_KEY, useService } from './conformance/client';
import { SETTLED } from './conformance/expect';
import {
	broadcast,
	lookUp,
	NUMBER,
	replyNow,
	sms,
	smsStatus,
	text,
	textRef,
} from './conformance/requests';

/** The documentation is silent on these points of messages. README.md has the decisions. */

useService();

describe('Messages', () => {
	it('A message follows the fate that is set for its number', async () => {
		await control.call('PUT', `/numbers/${NUMBER}`, { whatsapp: 'failed', sms: -9 });
		await text();
		await control.advance(SETTLED);

		expect(await control.messages()).toMatchObject([{ status: 'F' }]);
		expect(await smsStatus()).toBe('-9');
	});

	it('A message that is moved by hand goes on from there, once', async () => {
		const ref = await textRef();
		await control.advance(500);
		await control.move(ref, 'D');
		await control.advance(SETTLED);

		const { history } = await control.message(ref);
		expect(history.map(({ status }) => status)).toEqual(['U', 'Q', 'D', 'R']);
	});

	it('The status of a message is not shown to another account', async () => {
		expect((await lookUp(await textRef(), { key: TEST_KEY })).status).toBe(422);
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

describe('Clock', () => {
	it.each([
		['POST', '/clock/advance', { ms: 1e16 }],
		['PATCH', '/clock', { speed: 1e15 }],
	])('A date outside the calendar is refused: %s %s %j', async (method, path, body) => {
		await expect(control.call(method, path, body)).rejects.toThrow('400');

		expect((await text()).status).toBe(201);
	});
});
