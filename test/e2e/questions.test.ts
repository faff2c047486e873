import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { z } from 'zod';

import { until, type Stored } from '../n8n/api';
import { controlOf } from '../n8n/control';
import { startModel, type Model } from '../n8n/model';
import { createCredentials, type Credentials } from '../n8n/playground';
import { startN8n } from '../n8n/start';
import { clockEnv, LOOKS_OFTEN, moveClock } from '../campaigns/frame/preload';
import { N8N_2 } from '../n8n/versions';
import { chain, items, ourType, start, webhook, type TestNode } from '../n8n/workflows';
import { linkIn, postAnswer, publishedInbox, waitingExecution } from './support/questions';
import { useN8n } from './useN8n';

type Json = Record<string, unknown>;

const AYU = '628123456789';
const OWNER_OF_SHOP = '628123456700';

const withButtons = z.object({
	messages: z.array(
		z.object({ buttons: z.array(z.object({ id: z.string(), title: z.string() }).passthrough()) }),
	),
});

describe('Send and Wait', () => {
	const folder = mkdtempSync(path.join(tmpdir(), 'questions-'));
	const env = {
		...clockEnv(folder),
		NODE_OPTIONS: `${clockEnv(folder).NODE_OPTIONS} ${LOOKS_OFTEN.NODE_OPTIONS}`,
	};
	const testbed = useN8n({ simulator: { speed: 0 }, env });
	let credentials: Credentials = {};
	let model: Model;

	beforeAll(async () => {
		model = await startModel();
		const { api, simulator } = testbed;
		credentials = await createCredentials(api, { simulator: simulator.url, model: model.url });
	});

	afterAll(async () => {
		await model.stop();
		rmSync(folder, { recursive: true });
	});

	beforeEach(async () => {
		moveClock(folder, 0);
		await control().reset();
	});

	const control = () => controlOf(testbed.simulator.url);

	const credential = (type: string) => ({ [type]: credentials[type] ?? { id: '', name: '' } });

	const asking = (resource: string, parameters: Json): TestNode => ({
		id: randomUUID(),
		name: 'Ask',
		type: ourType('messagingService'),
		parameters: { resource, operation: 'sendAndWait', message: 'Refund?', ...parameters },
		credentials: credential('messagingServiceApi'),
	});

	const received = async (number: string) =>
		(await control().messages()).filter(({ to }) => to === number).map(({ text }) => text);

	const asked = async (node: TestNode) => {
		const workflow = await testbed.api.createWorkflow(chain('Ask', [start, items([{}]), node]));
		const id = await testbed.api.run(workflow, start.name);
		await waitingExecution(testbed.api, id);
		return id;
	};

	const HOUR_MS = 3_600_000;

	const within = (minutes: number) => ({
		options: { limitWaitTime: { values: { resumeAmount: minutes, resumeUnit: 'minutes' } } },
	});

	/** Resolves when n8n has seen that an hour has passed: a question of less than that has ended. */
	const anHourLater = async (): Promise<void> => {
		const id = await asked(
			asking('whatsappUnofficial', { destination: '628123456788', ...within(59) }),
		);
		moveClock(folder, HOUR_MS);
		expect((await testbed.api.finished(id)).output('Ask')).toEqual([{}]);
	};

	const answerOf = async (id: string) => {
		const execution = await testbed.api.finished(id);
		expect(execution.error).toBeUndefined();
		return execution.output('Ask')[0]?.data;
	};

	/** Starts n8n again after it has been ended, on another port. */
	const startAgain = async () => {
		// After a crash n8n waits ten seconds before it starts.
		rmSync(path.join(testbed.userFolder, '.n8n/crash.journal'), { force: true });
		testbed.restart(await startN8n({ version: N8N_2, userFolder: testbed.userFolder, env }));
	};

	/** The link, where n8n is now. */
	const here = (link: string) => {
		const url = new URL(link);
		url.host = new URL(testbed.n8n.url).host;
		return url.href;
	};

	it.each(['stop', 'kill'] as const)('A question survives a restart of n8n: %s', async (end) => {
		const id = await asked(asking('whatsappUnofficial', { destination: AYU }));
		const link = linkIn((await received(AYU))[0]);

		await testbed.n8n[end]();
		await startAgain();
		const page = await fetch(here(link));
		await postAnswer(here(link), { approved: 'true' });

		expect(await page.text()).toContain('Refund?');
		expect(await answerOf(id)).toMatchObject({ approved: true });
		expect(await received(AYU)).toHaveLength(1);
	});

	describe('Question of an execution that is retried', () => {
		const LATE_MS = 300_000;

		it('A question is not asked again if n8n was killed before it knew that it was asked', async () => {
			await control().addFault({ kind: 'slowFirstByte', ms: LATE_MS, times: 1 });
			const hook = randomUUID();
			const workflow = await testbed.api.createWorkflow(
				chain('Ask', [webhook(hook), asking('whatsappUnofficial', { destination: AYU })]),
			);
			await testbed.api.activate(workflow);
			await fetch(`${testbed.n8n.url}/webhook/${hook}`, { method: 'POST' });
			const link = await until('the question', async () => {
				const [text] = await received(AYU);
				return text === undefined ? undefined : linkIn(text);
			});
			await testbed.n8n.kill();
			await startAgain();
			const crashed = await testbed.api.nextExecution(workflow);

			const retried = await testbed.api.finished(await testbed.api.retry(crashed.id));
			const late = await postAnswer(here(link), { approved: 'true' });

			expect(crashed.status).toBe('crashed');
			expect(retried.status).toBe('error');
			expect(retried.failureOf('Ask')?.message).toContain('may have been sent');
			expect(late.status).toBe(409);
			expect(await received(AYU)).toHaveLength(1);
		});

		it('A question of a stopped execution is not asked again, and goes on as unanswered', async () => {
			const id = await asked(asking('whatsappUnofficial', { destination: AYU }));

			await testbed.api.stop(id);
			const retried = await testbed.api.finished(await testbed.api.retry(id));

			expect(retried.output('Ask')).toEqual([{}]);
			expect(await received(AYU)).toHaveLength(1);
		});

		it('A question keeps its answer if a node behind it failed', async () => {
			const fails = {
				name: 'Fails',
				type: 'n8n-nodes-base.stopAndError',
				parameters: { errorMessage: 'Not today' },
			};
			const workflow = await testbed.api.createWorkflow(
				chain('Ask', [
					start,
					items([{}]),
					asking('whatsappUnofficial', { destination: AYU }),
					fails,
				]),
			);
			const id = await testbed.api.run(workflow, start.name);
			await waitingExecution(testbed.api, id);
			await postAnswer(linkIn((await received(AYU))[0]), { approved: 'true' });
			expect((await testbed.api.finished(id)).status).toBe('error');

			const retried = await testbed.api.finished(await testbed.api.retry(id));

			expect(retried.error).toBe('Not today');
			expect(retried.output('Ask')).toMatchObject([{ data: { approved: true } }]);
			expect(await received(AYU)).toHaveLength(1);
		});
	});

	it('None of two hundred hostile requests answers a question, and the person does after them', async () => {
		const id = await asked(
			asking('whatsappUnofficial', {
				destination: AYU,
				approvalOptions: { values: { approvalType: 'double' } },
			}),
		);
		const link = linkIn((await received(AYU))[0]);
		const form = 'application/x-www-form-urlencoded';
		const deep = `${'{"a":'.repeat(500)}1${'}'.repeat(500)}`;
		const hostile: [type: string, body: string][] = [
			[form, ''],
			[form, 'approved=TRUE'],
			[form, 'approved=true&approved=false'],
			[form, 'approved[toString]=true'],
			[form, '__proto__[approved]=true'],
			[form, 'constructor[prototype][approved]=true'],
			[form, `approved=false&reason=${'x'.repeat(20_000)}`],
			[form, Array.from({ length: 900 }, (_, at) => `k${at}=v`).join('&')],
			[form, '%E0%A4%A'],
			['application/json', '{'],
			['application/json', 'null'],
			['application/json', '[{"approved":"true"}]'],
			['application/json', '{"approved":true}'],
			['application/json', '{"__proto__":{"approved":"true"}}'],
			['application/json', deep],
			['application/json', JSON.stringify({ a: 'x'.repeat(600_000) })],
			['text/plain', 'approved=true'],
			['application/json', '{"approved":"true"}'],
			['text/xml', '<approved>true</approved>'],
			['application/xml', '<!DOCTYPE a [<!ENTITY b "c">]><approved>&b;</approved>'],
			[
				'multipart/form-data; boundary=x',
				'--x\r\nContent-Disposition: form-data\r\n\r\n1\r\n--x--',
			],
			['multipart/form-data; boundary=x', '--x--'],
			['image/png', '\u0089PNG'],
			['', 'approved=true'],
		];
		const statuses = new Map<number, number>();
		const send = async (at: number) => {
			const [type, body] = hostile[at % hostile.length] ?? ['', ''];
			const { status } = await fetch(link, {
				method: 'POST',
				body: Buffer.from(body),
				headers: { ...(type !== '' && { 'content-type': type }), 'x-number': String(at) },
			});
			statuses.set(status, (statuses.get(status) ?? 0) + 1);
		};

		for (let at = 0; at < 200; at += 10) {
			await Promise.all(Array.from({ length: 10 }, (_, more) => send(at + more)));
		}

		expect([...statuses.keys()].filter((status) => status < 400 || status >= 500)).toEqual([]);
		expect((await testbed.api.execution(id)).status).toBe('waiting');
		await postAnswer(link, { approved: 'true' });
		expect(await answerOf(id)).toMatchObject({ approved: true });
	});

	describe('Question with buttons in the chat', () => {
		let trigger: Stored;
		let url: string;

		beforeAll(async () => {
			({ trigger, url } = await publishedInbox(testbed));
		});

		const inChat = async () => {
			await control().write({ route: 'business', from: AYU, text: 'Hello?' });
			await control().register({ business: url });
			const id = await asked(
				asking('whatsappBusiness', {
					gatewayId: 'gateway-1',
					recipient: AYU,
					answerBy: 'buttons',
					approvalOptions: {
						values: { approvalType: 'double', approveLabel: 'Yes', disapproveLabel: 'No' },
					},
				}),
			);
			const { messages } = withButtons.parse(await control().call('GET', '/messages'));
			return { id, buttons: messages.findLast(({ buttons }) => buttons.length > 0)?.buttons ?? [] };
		};

		const tap = (id: string) =>
			fetch(url, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify({ any: [{ shape: { reply: { id, title: 'x' } } }], message_id: 'm1' }),
			});

		const started = async () => (await testbed.api.executions(trigger)).length;

		it('A tap goes on by its button and starts nothing', async () => {
			const { id, buttons } = await inChat();
			const before = await started();

			const answers = [await tap(buttons[1]?.id ?? ''), await tap(buttons[1]?.id ?? '')];

			expect(buttons.map(({ title }) => title)).toEqual(['Yes', 'No']);
			expect(Math.max(...buttons.map(({ id: one }) => one.length))).toBeLessThanOrEqual(256);
			expect(await answerOf(id)).toMatchObject({ approved: false });
			expect(answers.map(({ status }) => status)).toEqual([200, 200]);
			expect(await started()).toBe(before);
		});

		it('A button of another n8n or a forged one is a message', async () => {
			const { id, buttons } = await inChat();
			const own = buttons[0]?.id ?? '';
			const before = await started();
			const foreign = [
				own.replace(/signature=..../, 'signature=0000'),
				own.replace('approved=true', 'approved=false'),
				own.replace(/^answer:\d+/, 'answer:999999'),
			];

			for (const one of foreign) expect((await tap(one)).status).toBe(200);

			await until('each to start the workflow', async () =>
				(await started()) === before + foreign.length ? true : undefined,
			);
			expect((await testbed.api.execution(id)).status).toBe('waiting');
		});
	});

	describe('Question before an agent may use its tool', () => {
		const link = (node: string, type: string) => ({ [type]: [[{ node, type, index: 0 }]] });

		const send: TestNode = {
			name: 'Tool',
			type: ourType('messagingServiceTool'),
			parameters: {
				descriptionType: 'manual',
				toolDescription: 'Refunds the order and tells the customer',
				resource: 'whatsappUnofficial',
				operation: 'sendText',
				destination: AYU,
				message: "={{ $fromAI('message', 'The text', 'string') }}",
			},
		};

		const review: TestNode = {
			name: 'Review',
			type: ourType('messagingServiceHitlTool'),
			parameters: {
				destination: OWNER_OF_SHOP,
				approvalOptions: { values: { approvalType: 'double' } },
			},
		};

		/** An agent with tools, one behind the other; it waits for a person. */
		const agent = async (tools: readonly TestNode[]) => {
			const workflow = await testbed.api.createWorkflow({
				name: 'Refunds',
				settings: { executionOrder: 'v1' },
				nodes: [
					start,
					{
						name: 'Agent',
						type: '@n8n/n8n-nodes-langchain.agent',
						typeVersion: 3.1,
						parameters: { promptType: 'define', text: 'Refund order 1042', options: {} },
					},
					{
						name: 'Model',
						type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
						typeVersion: 1.3,
						parameters: {
							model: { __rl: true, mode: 'id', value: 'stand-in' },
							responsesApiEnabled: false,
							options: { maxRetries: 0 },
						},
						credentials: credential('openAiApi'),
					},
					...tools.map((tool) => ({ ...tool, credentials: credential('messagingServiceApi') })),
				].map((node, index) => ({
					id: randomUUID(),
					typeVersion: 1,
					parameters: {},
					position: [index * 220, 0],
					...node,
				})),
				connections: {
					[start.name]: link('Agent', 'main'),
					Model: link('Agent', 'ai_languageModel'),
					...Object.fromEntries(
						tools.map(({ name }, at) => [name, link(tools[at - 1]?.name ?? 'Agent', 'ai_tool')]),
					),
				},
			});
			const id = await testbed.api.run(workflow, start.name);
			await waitingExecution(testbed.api, id);
			return id;
		};

		it('An agent that asks by its tool gets what the person writes', async () => {
			const id = await agent([
				{
					...send,
					parameters: {
						...send.parameters,
						operation: 'sendAndWait',
						destination: OWNER_OF_SHOP,
						responseType: 'freeText',
					},
				},
			]);

			await postAnswer(linkIn((await received(OWNER_OF_SHOP))[0]), { text: 'Ask Budi first' });

			const execution = await testbed.api.finished(id);
			expect(execution.error).toBeUndefined();
			expect(JSON.stringify(model.requests.at(-1)?.body)).toContain('Ask Budi first');
			expect(await received(OWNER_OF_SHOP)).toHaveLength(1);
		});

		const later = [
			['at once', () => Promise.resolve()],
			['an hour later', anHourLater],
		] as const;

		it.each(later)('The tool runs once the person approves, %s', async (_, pass) => {
			const id = await agent([review, send]);
			const [question] = await received(OWNER_OF_SHOP);
			const before = await received(AYU);

			await pass();
			await postAnswer(linkIn(question), { approved: 'true' });

			const execution = await testbed.api.finished(id);
			expect(execution.error).toBeUndefined();
			expect(JSON.stringify(model.requests.at(-1)?.body)).toContain('ref_no');
			expect(question).toContain('Tool');
			expect(before).toEqual([]);
			expect(await received(AYU)).toHaveLength(1);
			expect(await received(OWNER_OF_SHOP)).toHaveLength(1);
		});

		it.each(later)(
			'The tool does not run when the person declines, and the agent reads why, %s',
			async (_, pass) => {
				const id = await agent([review, send]);
				const [question] = await received(OWNER_OF_SHOP);

				await pass();
				await postAnswer(linkIn(question), { approved: 'false', reason: 'Only half of it' });

				const execution = await testbed.api.finished(id);
				expect(execution.error).toBeUndefined();
				expect(await received(AYU)).toEqual([]);
				expect(JSON.stringify(model.requests.at(-1)?.body)).toContain('Only half of it');
			},
		);

		it('The tool does not run when nobody answers in time', async () => {
			const id = await agent([
				{ ...review, parameters: { ...review.parameters, ...within(59) } },
				send,
			]);

			await anHourLater();

			await testbed.api.finished(id);
			expect(await received(AYU)).toEqual([]);
		});
	});
});
