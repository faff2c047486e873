import { randomUUID } from 'node:crypto';

import { TEXT } from '../campaigns/frame/nodes';
import { clockEnv, moveClock, preloading } from '../campaigns/frame/preload';
import type { WorkflowFile } from '../n8n/api';
import { chain, connecting, link, ourType, start, type TestNode } from '../n8n/workflows';
import { approve, linkIn, postAnswer } from '../n8n/questions';
import { temporaryFolder } from '../support/temporaryFolder';
import { asked } from './support/questions';
import { AYU, useN8n } from './useN8n';

const OWNER_OF_SHOP = '628123456700';
/** The recipient of the tool. */
const CUSTOMER = '628123456701';
const HOUR_MS = 3_600_000;
/** A question of less than an hour. */
const WITHIN_AN_HOUR = {
	options: { limitWaitTime: { values: { resumeAmount: 59, resumeUnit: 'minutes' } } },
};

describe('Agent', () => {
	const { root: folder } = temporaryFolder('clock');
	const env = { ...clockEnv(folder), ...preloading('shiftClock.mts', 'lookOften.mjs') };
	const testbed = useN8n({ simulator: { speed: 0 }, env });

	beforeEach(async () => {
		moveClock(folder, 0);
		await testbed.control.reset();
	});

	/** Gives the agent of a workflow a model, and tools, one behind the other. */
	const withTools = (
		workflow: WorkflowFile,
		tools: readonly TestNode[],
		credentials = testbed.credential('openAiApi'),
	): WorkflowFile => {
		const model: TestNode = {
			name: 'Model',
			type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
			typeVersion: 1.3,
			parameters: {
				model: { __rl: true, mode: 'id', value: 'stand-in' },
				responsesApiEnabled: false,
				options: { maxRetries: 0 },
			},
			credentials,
		};
		const under = (name: string, type: string) => ({ [type]: [link(name, type)] });
		const added = [model, ...tools].map((node) => ({
			id: randomUUID(),
			typeVersion: 1,
			position: [0, 220],
			...node,
		}));
		return connecting(
			{ ...workflow, nodes: [...workflow.nodes, ...added] },
			{
				Model: under('Agent', 'ai_languageModel'),
				...Object.fromEntries(
					tools.map(({ name }, at) => [name, under(tools[at - 1]?.name ?? 'Agent', 'ai_tool')]),
				),
			},
		);
	};

	const agent = (text: string, typeVersion: number): TestNode => ({
		name: 'Agent',
		type: '@n8n/n8n-nodes-langchain.agent',
		typeVersion,
		parameters: { promptType: 'define', text, options: {} },
	});

	const send = (parameters = {}): TestNode => ({
		...testbed.node('Tool', {
			descriptionType: 'manual',
			toolDescription: 'Refunds the order and tells the customer',
			...TEXT,
			destination: CUSTOMER,
			message: "={{ $fromAI('message', 'The text', 'string') }}",
			...parameters,
		}),
		type: ourType('messagingServiceTool'),
	});

	describe('Question before an agent may use its tool', () => {
		const review = (parameters = {}): TestNode => ({
			...testbed.node('Review', {
				destination: OWNER_OF_SHOP,
				approvalOptions: { values: { approvalType: 'double' } },
				...parameters,
			}),
			type: ourType('messagingServiceHitlTool'),
		});

		/** Runs an agent until it waits for a person. */
		const waiting = async (...tools: TestNode[]) => {
			const workflow = await testbed.api.createWorkflow(
				withTools(chain('Refunds', [start, agent('Refund order 1042', 3.1)]), tools),
			);
			const { id } = await testbed.waiting(await testbed.api.run(workflow, start.name));
			const [question] = await testbed.sentTo(OWNER_OF_SHOP);
			return { id, question: question?.text, link: linkIn(question?.text) };
		};

		/** What the model reads in the end. */
		const readByModel = async (id: string) => {
			const execution = await testbed.api.finished(id);
			expect(execution.error).toBeUndefined();
			return JSON.stringify(testbed.model.requests.at(-1));
		};

		/** Resolves when n8n has seen that an hour has passed: a question of less than that has ended. */
		const anHourLater = async (): Promise<void> => {
			const { id } = await asked(testbed, WITHIN_AN_HOUR);
			moveClock(folder, HOUR_MS);
			expect((await testbed.api.finished(id)).output('Ask')).toEqual([{}]);
		};

		it('An agent that asks by its tool gets what the person writes', async () => {
			const { id, link: page } = await waiting(
				send({ operation: 'sendAndWait', destination: OWNER_OF_SHOP, responseType: 'freeText' }),
			);

			await postAnswer(page, { text: 'Ask Budi first' });

			expect(await readByModel(id)).toContain('Ask Budi first');
			expect(await testbed.sentTo(OWNER_OF_SHOP)).toHaveLength(1);
		});

		it('The tool runs when the person approves', async () => {
			const { id, question, link: page } = await waiting(review(), send());

			expect(await testbed.sentTo(CUSTOMER)).toEqual([]);
			await approve(page);

			expect(await readByModel(id)).toContain('ref_no');
			expect(question).toContain('Tool');
			expect(await testbed.sentTo(CUSTOMER)).toHaveLength(1);
			expect(await testbed.sentTo(OWNER_OF_SHOP)).toHaveLength(1);
		});

		it('The tool does not run when the person declines, and the agent reads why', async () => {
			const { id, link: page } = await waiting(review(), send());

			await postAnswer(page, { approved: 'false', reason: 'Only half of it' });

			expect(await readByModel(id)).toContain('Only half of it');
			expect(await testbed.sentTo(CUSTOMER)).toEqual([]);
		});

		it('The tool does not run when nobody answers in time', async () => {
			const { id } = await waiting(review(WITHIN_AN_HOUR), send());

			await anHourLater();

			await testbed.api.finished(id);
			expect(await testbed.sentTo(CUSTOMER)).toEqual([]);
		});
	});

	// Version 3 has n8n run its tools; those before ran them by themselves.
	it.each([3, 1.7])(
		'A retry calls the tool once and sends a message behind the agent, whichever failed before (agent %s)',
		async (typeVersion) => {
			const { api, simulator } = testbed;
			const unreachable = await api.createCredential('openAiApi', 'Unreachable', {
				apiKey: 'no-key-needed',
				url: 'http://127.0.0.1:9/v1',
			});
			const refused = await api.createCredential('messagingServiceApi', 'Refused', {
				baseUrl: simulator.url,
				apiKey: 'not-the-key',
			});
			const behind = testbed.node(
				'Send',
				{ ...TEXT, destination: AYU, message: 'The agent has written' },
				{ credentials: { messagingServiceApi: refused } },
			);
			const sentTo = async () => (await testbed.control.messages()).map(({ to }) => to).sort();

			const workflow = await testbed.called([agent('Write to them', typeVersion), behind], (made) =>
				withTools(made, [send()], { openAiApi: unreachable }),
			);
			const first = await api.nextExecution(workflow);
			expect(first.status).toBe('error');
			expect(first.runsOf('Agent')).toMatchObject([{ error: {} }]);
			expect(await sentTo()).toEqual([]);

			await api.updateCredential(unreachable.id, 'openAiApi', unreachable.name, {
				apiKey: 'no-key-needed',
				url: testbed.model.url,
			});
			const second = await testbed.retried(first);
			expect(second.runsOf('Agent').at(-1)?.error).toBeUndefined();
			expect(second.failureOf('Send')?.message).toContain('401');
			expect(await sentTo()).toEqual([CUSTOMER]);

			await api.updateCredential(refused.id, 'messagingServiceApi', refused.name, {
				baseUrl: simulator.url,
				apiKey: 'simulator-key',
			});
			const third = await testbed.retried(second);
			expect(third.status).toBe('success');
			expect(await sentTo()).toEqual([CUSTOMER, AYU]);
		},
	);
});
