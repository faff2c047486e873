import { once } from 'node:events';
import { request } from 'node:http';

import type { IDataObject } from 'n8n-workflow';

import { eventually } from '../../support/eventually';
import { call, useTriggers, type Call, type TriggerServer } from '../../support/webhooks';

/** Group Messages: what somebody writes in a row starts one execution. */

let refNo = 0;

const message = (text: string | null, room = 'room-a'): Call & { json: IDataObject } => ({
	json: {
		room_id: room,
		ref_no: `in-${++refNo}`,
		text,
		inbox_date: `2026-03-01 23:30:0${refNo % 10}`,
		sender_number: '6281234567890',
	},
});

describe('Group Messages', () => {
	const { inbox } = useTriggers();

	const grouping = (groupSeconds: unknown = 1) =>
		inbox({ options: { groupSeconds: groupSeconds as number } });

	/** One after the other, none of which waits for its answer. */
	async function burst(server: TriggerServer, ...calls: Call[]) {
		const before = server.calls.over;
		const answers = [];
		for (const [at, what] of calls.entries()) {
			answers.push(call(server, what));
			// n8n is through with each but the newest.
			await eventually(() => {
				expect(server.calls.over).toBeGreaterThanOrEqual(before + at);
			});
		}
		return await Promise.all(answers);
	}

	it('Messages in a row start one execution, and each is acknowledged', async () => {
		const server = await grouping();
		const [first, second, third] = [message('Hello'), message('STOP'), message('please')];
		const answers = await burst(server, first, second, third);

		expect(answers.map(({ status, text }) => [status, text])).toEqual(
			Array(3).fill([200, '{"message":"Received"}']),
		);
		expect(server.started).toHaveLength(1);
		expect(server.outputs).toMatchObject([
			{
				message_id: third.json.ref_no,
				text: 'Hello\nSTOP\nplease',
				chatInput: 'Hello\nSTOP\nplease',
				keyword: 'stop',
				sessionId: 'room-a',
				message_count: 3,
				messages: [
					{ message_id: first.json.ref_no, text: 'Hello', keyword: null },
					{ message_id: second.json.ref_no, text: 'STOP', keyword: 'stop' },
					{ message_id: third.json.ref_no, text: 'please', chatInput: 'please' },
				],
			},
		]);
	});

	it('Grouped messages without text give an agent nothing to answer', async () => {
		const server = await grouping();
		await burst(server, message(null), message(null));

		expect(server.outputs).toMatchObject([{ text: null, message_count: 2 }]);
		expect(server.outputs[0]).not.toHaveProperty('chatInput');
	});

	it('Two people and two workflows are kept apart', async () => {
		const [one, other] = [await grouping(), await grouping()];
		const calls = [message('a', 'a'), message('b', 'b'), message('a', 'a'), message('b', 'b')];
		await Promise.all([
			...calls.map((what) => call(one, what)),
			call(other, message('other', 'a')),
		]);

		expect(one.started).toHaveLength(2);
		expect(one.outputs.map(({ text }) => text).sort()).toEqual(['a\na', 'b\nb']);
		expect(other.outputs.map(({ text }) => text)).toEqual(['other']);
	});

	it('A message of an unknown conversation starts an execution immediately', async () => {
		const server = await grouping();
		await call(server, { json: { message_id: 'm', text: 'Hi' } });
		await call(server, { form: { id: '1', originator: '', msg: 'Hi' } });

		expect(server.outputs.map(({ event, message_count: count }) => [event, count])).toEqual([
			['whatsappBusiness', undefined],
			['pushInbox', undefined],
		]);
	});

	const business = (...messages: object[]): Call => ({ json: { messages } });
	const BUSINESS = { event: 'whatsappBusiness', from: '628123456789' };
	const ofAyu = (text: string) => ({ from: BUSINESS.from, id: `m-${++refNo}`, text });

	it('WhatsApp Business messages of one conversation are joined, from one call and from several', async () => {
		const server = await grouping();
		await burst(server, business(ofAyu('one'), ofAyu('two')), business(ofAyu('three')));

		expect(server.outputs).toMatchObject([
			{ ...BUSINESS, text: 'one\ntwo\nthree', message_count: 3, messages: [{}, {}, {}] },
		]);
	});

	it('A call with messages of two people starts one execution with an item for each', async () => {
		const server = await grouping();
		const other = { from: '628123456700', id: 'o', button: { payload: 'b', text: 'Hi' } };
		await call(server, business(ofAyu('one'), other, ofAyu('two')));

		expect(server.started).toHaveLength(1);
		expect(server.outputs).toMatchObject([
			{ ...BUSINESS, text: 'one\ntwo', message_count: 2 },
			{ from: other.from, text: 'Hi', message_count: 1, button_id: 'b' },
		]);
	});

	it('A repeated message counts once', async () => {
		const server = await grouping();
		const again = message('again');
		const answers = await burst(server, again, again, message('more'));
		const later = await call(server, again);

		expect(answers.map(({ status }) => status)).toEqual([200, 503, 200]);
		expect(later.text).toContain('Repeated');
		expect(server.outputs).toMatchObject([{ text: 'again\nmore', message_count: 2 }]);
	});

	it('No message is lost if n8n cannot take the execution', async () => {
		const server = await grouping();
		const both = [message('one'), message('two')];
		server.canTake = () => false;
		const refused = await burst(server, ...both);
		server.canTake = () => true;
		const taken = await burst(server, ...both);

		expect(refused.map(({ status }) => status)).toEqual([503, 500]);
		expect(taken.map(({ status }) => status)).toEqual([200, 200]);
		expect(server.outputs.map(({ text }) => text)).toEqual(['one\ntwo']);
	});

	it('A message whose sender hung up counts too', async () => {
		const server = await grouping();
		const { json } = message('gone');
		const outgoing = request(server.url, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
		});
		outgoing.on('error', () => undefined);
		outgoing.end(JSON.stringify(json));
		await once(outgoing, 'finish');
		const second = call(server, message('here'));
		await eventually(() => {
			expect(server.calls.over).toBe(1);
		});
		outgoing.destroy();

		expect((await second).status).toBe(200);
		expect(server.outputs).toMatchObject([{ message_count: 2 }]);
	});

	it.each([
		['a word', 'soon', undefined],
		['less than a second, which counts as one', 0.1, 1],
	])('The seconds may come from an expression that gives %s', async (_, groupSeconds, count) => {
		const server = await grouping(groupSeconds);
		await call(server, message('Hi'));

		expect(server.outputs[0]?.message_count).toBe(count);
	});
});
