import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import { until, type Stored } from '../n8n/api';
import { CALLBACK_TOKEN, createCredentials } from '../n8n/playground';
import { startN8n } from '../n8n/start';
import { chain, ourType } from '../n8n/workflows';
import { useN8n } from './useN8n';

/** Group Messages in a real n8n, and what its log says of a call that it refused. */

const WEBHOOK_ID = '5d1f44d1-6c2e-4a43-9d3a-3f1c1f8c0010';
const SECONDS = 3;

let number = 0;

const bodyOf = (text: string, room: string) =>
	JSON.stringify({
		room_id: room,
		ref_no: `in-${++number}`,
		text,
		inbox_date: '2026-11-20 10:00:00',
		sender_number: '628123456789',
	});

describe('Group Messages in a real n8n', () => {
	const testbed = useN8n();
	let workflow: Stored;

	const url = (token = CALLBACK_TOKEN) =>
		`${testbed.n8n.url}/webhook/${WEBHOOK_ID}/callback?token=${token}`;

	const post = async (body: string) =>
		(
			await fetch(url(), {
				method: 'POST',
				headers: { 'content-type': 'application/json', connection: 'close' },
				body,
			})
		).status;

	/** One after the other, before any has its answer. */
	async function burst(...messages: readonly (readonly [text: string, room: string])[]) {
		const answers = [];
		for (const [text, room] of messages) {
			answers.push(post(bodyOf(text, room)));
			await sleep(300);
		}
		return await Promise.all(answers);
	}

	/** What the executions began with, the oldest first, beyond those that were there before. */
	async function startedBeyond(known: readonly string[]) {
		const fresh = (await testbed.api.executions(workflow)).filter(({ id }) => !known.includes(id));
		const all = await Promise.all(fresh.reverse().map(({ id }) => testbed.api.finished(id)));
		return all.map((execution) => execution.output('Trigger')[0]);
	}

	const known = async () => (await testbed.api.executions(workflow)).map(({ id }) => id);

	beforeAll(async () => {
		const credentials = await createCredentials(testbed.api, {
			simulator: testbed.simulator.url,
			model: '',
		});
		const callback = credentials.messagingServiceCallbackApi;
		if (callback === undefined) throw new Error('no callback credential');
		workflow = await testbed.api.createWorkflow(
			chain('Grouped', [
				{
					name: 'Trigger',
					type: ourType('messagingServiceTrigger'),
					webhookId: WEBHOOK_ID,
					parameters: {
						events: ['whatsappOfficialInbox'],
						authentication: 'token',
						options: { groupSeconds: SECONDS },
					},
					credentials: { messagingServiceCallbackApi: callback },
				},
				{ name: 'End', type: 'n8n-nodes-base.noOp' },
			]),
		);
		await testbed.api.activate(workflow);
	});

	it('Four messages in a row start one execution, and each call is acknowledged', async () => {
		const before = await known();
		const answers = await burst(['Hello', 'a'], ['I ordered', 'a'], ['a lamp', 'a'], ['STOP', 'a']);

		expect(answers).toEqual([200, 200, 200, 200]);
		expect(await startedBeyond(before)).toMatchObject([
			{ text: 'Hello\nI ordered\na lamp\nSTOP', message_count: 4, keyword: 'stop' },
		]);
	});

	it('Two people who write at the same time are kept apart', async () => {
		const before = await known();
		await burst(['a1', 'a'], ['b1', 'b'], ['a2', 'a'], ['b2', 'b']);

		const texts = (await startedBeyond(before)).map((message) => message?.text);
		expect(texts.sort()).toEqual(['a1\na2', 'b1\nb2']);
	});

	it('A gap just above the limit makes two executions', async () => {
		const before = await known();
		const first = post(bodyOf('first', 'a'));
		await sleep(SECONDS * 1000 + 500);
		await Promise.all([first, post(bodyOf('second', 'a'))]);

		const texts = (await startedBeyond(before)).map((message) => message?.text);
		expect(texts).toEqual(['first', 'second']);
	});

	it('No message is lost or taken twice if n8n is killed in the middle and the service repeats', async () => {
		const before = await known();
		const bodies = ['one', 'two', 'three'].map((text) => bodyOf(text, 'k'));
		const insisting = bodies.map((body) =>
			until('a good answer', async () =>
				(await post(body).catch(() => 0)) === 200 ? true : undefined,
			),
		);
		await sleep(1000);
		await testbed.n8n.kill();
		const started = await startN8n({ userFolder: testbed.userFolder });
		testbed.restart(started);
		await Promise.all(insisting);

		const texts = (await startedBeyond(before)).flatMap((message) =>
			String(message?.text).split('\n'),
		);
		expect(texts.sort()).toEqual(['one', 'three', 'two']);
	});

	it('The log of n8n says that a token was wrong and what to do, without a value', async () => {
		const wrong = 'c8f3d05a17e2b96f4a8d31cae5729fb6';
		for (const token of [wrong, wrong]) {
			const { status } = await fetch(url(token), { method: 'POST', body: bodyOf('Hi', 'a') });
			expect(status).toBe(403);
		}
		const lines = await until('the line in the log', () => {
			const found = readFileSync(testbed.n8n.log, 'utf8')
				.split('\n')
				.filter((line) => line.includes('The token is wrong'));
			return Promise.resolve(found.length === 0 ? undefined : found);
		});

		expect(lines).toHaveLength(1);
		expect(lines[0]).toContain(
			'Trigger, workflow Grouped: a callback was refused (403). The token is wrong. Register the URL with ?token=',
		);
		expect(readFileSync(testbed.n8n.log, 'utf8')).not.toContain(wrong);
		expect(readFileSync(testbed.n8n.log, 'utf8')).not.toContain(CALLBACK_TOKEN);
	});
});
