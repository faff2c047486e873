import { passTime, sqlite } from '../campaigns/frame/database';
import { TEXT } from '../campaigns/frame/nodes';
import { LOOKS_OFTEN } from '../campaigns/frame/preload';
import { agent, withTools } from '../n8n/agents';
import { linkIn, postAnswer } from '../n8n/questions';
import { chain, ourType, start, type TestNode } from '../n8n/workflows';
import { AYU, useN8n } from './useN8n';

const OWNER_OF_SHOP = '628123456700';
/** The recipient of the tool. */
const CUSTOMER = '628123456701';
describe('Agent', () => {
	const testbed = useN8n({ simulator: { speed: 0 }, env: LOOKS_OFTEN });

	beforeEach(() => testbed.control.reset());

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
		/** Waits for an hour. */
		const review = () => {
			const limitWaitTime = { values: { resumeAmount: 1, resumeUnit: 'hours' } };
			const options = { limitWaitTime };
			const message = '={{ $tool.name }}: {{ JSON.stringify($tool.parameters, null, 1) }}';
			const question = { destination: OWNER_OF_SHOP, sendFrom: 'auto', message, options };
			const node = testbed.node('Review', question);
			return { ...node, type: ourType('messagingServiceHitlTool') };
		};

		/** Runs an agent until it waits for a person. */
		const waiting = async (...tools: TestNode[]) => {
			const refunds = chain('Refunds', [start, agent('Refund order 1042')]);
			const parentOf = (at: number) => tools[at - 1]?.name ?? 'Agent';
			const file = withTools(refunds, testbed.credential('openAiApi'), tools, parentOf);
			const workflow = await testbed.api.createWorkflow(file);
			const { id } = await testbed.waiting(await testbed.api.run(workflow, start.name));
			const [question] = await testbed.sentTo(OWNER_OF_SHOP);
			return { id, link: linkIn(question?.text) };
		};

		it('An agent that asks by its tool gets what the person writes', async () => {
			const { id, link: page } = await waiting(
				send({
					operation: 'sendAndWait',
					destination: OWNER_OF_SHOP,
					sendFrom: 'auto',
					responseType: 'freeText',
				}),
			);

			await postAnswer(page, { text: 'Ask Budi first' });

			expect((await testbed.api.finished(id)).error).toBeUndefined();
			expect(JSON.stringify(testbed.model.requests.at(-1))).toContain('Ask Budi first');
			expect(await testbed.sentTo(OWNER_OF_SHOP)).toHaveLength(1);
		});

		it('The tool does not run when nobody answers in time', async () => {
			const { id } = await waiting(review(), send());

			await passTime(sqlite(testbed.userFolder), id);

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
				withTools(made, { openAiApi: unreachable }, [send()]),
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
			expect(await sentTo()).toEqual([AYU, CUSTOMER]);
		},
	);
});
