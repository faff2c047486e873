import { z } from 'zod';

import { newAgent } from '../../n8n/agents';
import { postAnswer } from '../../n8n/questions';
import { linkTo } from '../support/questions';
import { useN8n } from '../useN8n';
import { containing, OTHER_SENDER, SENDER, useExamples } from './useExamples';

const offered = z.object({
	tools: z.array(
		z.object({
			function: z.object({ parameters: z.object({ properties: z.record(z.unknown()) }) }),
		}),
	),
});

describe('Examples of conversations', () => {
	const testbed = useN8n({ env: { N8N_ENABLED_MODULES: 'agents' } });
	const { workflow, write, startedBy, register } = useExamples(testbed, {
		names: [
			...['ai-agent', 'ai-agent-that-asks-first', 'ask-and-wait-for-a-reply'],
			...['hand-over-to-a-person', 'message-an-agent'],
		],
	});

	it('The AI agent answers a person from the sender that was written to', async () => {
		const from = '628000000040';
		await register('unofficialInbox', 'ai-agent');

		const [execution] = await startedBy('ai-agent', () => write(from, 'Do you open on Sunday?'));

		const text = containing('Do you open on Sunday?');
		expect(execution?.output('AI Agent')).toEqual([{ output: text }]);
		expect(await testbed.sentTo(from)).toMatchObject([{ route: 'unofficial', from: SENDER, text }]);
		// The text alone is the model's to choose.
		const { tools } = offered.parse(testbed.model.requests[0]);
		expect(tools.map((tool) => Object.keys(tool.function.parameters.properties))).toEqual([
			['message'],
		]);
	});

	it('The workflow goes on with what the person writes back', async () => {
		const asked = '628000000011';
		await register('unofficialInbox', 'ask-and-wait-for-a-reply');
		const name = 'ask-and-wait-for-a-reply';
		const { id } = await testbed.waiting(await testbed.api.run(workflow(name), 'Start by hand'));

		await write(asked, 'Forged', 'unofficial', OTHER_SENDER);
		for (const from of ['628000000099', asked]) await write(from, `It is ${from}`);

		const execution = await testbed.api.finished(id);
		expect(execution.output('Reply')).toEqual([{ number: asked, reply: `It is ${asked}` }]);
		expect(await testbed.sentTo(asked)).toMatchObject([
			{ text: 'Which day suits you for the delivery?' },
		]);
	});

	it.each([
		['refunds only after the owner agreed', '628000000091', { approved: 'true' }],
		[
			'does not refund when the owner declines',
			'628000000092',
			{ approved: 'false', reason: 'It was delivered' },
		],
	])('The AI agent that asks first %s', async (_, from, answer) => {
		const name = 'ai-agent-that-asks-first';
		const [owner, bookKeeper] = ['628000000012', '628000000013'];
		const refunds = async () =>
			(await testbed.sentTo(bookKeeper)).filter(({ text }) => text.includes(from));
		await register('unofficialInbox', name);
		const asked = (await testbed.sentTo(owner)).length;
		const known = await testbed.api.idsOf(workflow(name));
		await write(from, 'I want my money back');
		const link = await linkTo(testbed, owner, asked);
		const question = (await testbed.sentTo(owner)).at(-1)?.text;
		expect(question).toMatch(
			/^The agent wants to use Refund:\n\n\{\n "amount": ".+",\n "order": ".+"\n\}/,
		);
		const [{ id } = { id: '' }] = await testbed.api.fresh(workflow(name), known);
		await testbed.waiting(id);
		const before = await refunds();

		await postAnswer(link, answer);

		expect((await testbed.api.finished(id)).error).toBeUndefined();
		expect(before).toEqual([]);
		expect(await refunds()).toHaveLength(answer.approved === 'true' ? 1 : 0);
		expect(await testbed.sentTo(from)).toMatchObject([
			{ text: containing('reason' in answer ? answer.reason : '') },
		]);
	});

	it('The agent that hands over is silent until the colleague is done', async () => {
		const name = 'hand-over-to-a-person';
		const [customer, colleague] = ['628000000058', '628000000057'];
		await register('unofficialInbox', name);
		const says = (from: string, text: string, to?: string) =>
			startedBy(name, () => write(from, text, 'unofficial', to));

		await says(customer, 'I want to talk to a person');
		const [told] = await testbed.sentTo(colleague);
		await says(colleague, `Done ${customer}`, OTHER_SENDER);
		await says(customer, 'Hello?');
		const whileSilent = await testbed.sentTo(customer);
		await says(colleague, `Done ${customer}`);
		await says(customer, 'Thank you');

		expect(told?.text).toContain(`done ${customer}`);
		expect(whileSilent).toHaveLength(1);
		expect(await testbed.sentTo(customer)).toHaveLength(2);
	});

	it('An agent of n8n answers each conversation in its own session', async () => {
		const [ayu, budi] = ['628000000221', '628000000222'];
		const { id, path } = await newAgent(testbed.api, testbed.credential('openAiApi').openAiApi?.id);
		await testbed.api.request('POST', `${path}/publish`, z.unknown(), {});
		// n8n chooses an agent by its ID only.
		const stored = await testbed.api.setParameters(workflow('message-an-agent'), {
			'Message an Agent': { agentId: { __rl: true, mode: 'id', value: id } },
		});
		await testbed.api.activate(stored);
		await register('officialInbox', 'message-an-agent');
		const says = (from: string, text: string) =>
			startedBy('message-an-agent', () => write(from, text, 'official'));

		const [first] = await says(ayu, 'Do you open on Sunday?');
		const [second] = await says(ayu, 'And on Monday?');
		await says(budi, 'Where is my parcel?');

		const sessions = [first, second].map((one) => one?.output('Message arrived')[0]?.sessionId);
		expect(first?.output('Message an Agent')).toMatchObject([
			{ text: containing('Sunday'), session: { sessionId: sessions[0] } },
		]);
		expect(sessions[1]).toBe(sessions[0]);
		expect(await testbed.sentTo(ayu)).toMatchObject([
			...[{ text: containing('Sunday') }, { text: containing('Monday') }],
		]);
		const asked = testbed.model.requests.map((one) => JSON.stringify(one));
		expect(asked.find((one) => one.includes('on Monday'))).toContain('on Sunday');
		expect(asked.find((one) => one.includes('my parcel'))).not.toContain('on Sunday');
	});
});
