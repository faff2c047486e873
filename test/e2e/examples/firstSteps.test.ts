import { readFirstSteps, type Example } from '../../n8n/playground';
import { postAnswer } from '../../n8n/questions';
import { linkTo } from '../support/questions';
import { useN8n } from '../useN8n';
import { useExamples } from './useExamples';

const chosen = (digits: string) => ({ __rl: true, mode: 'list', value: digits });
const PHONE = '628000000001';
/** What only the person who copies it can choose: a number, and a template without placeholders. */
const CHOSEN = {
	channelId: chosen('11111111-1111-4111-8111-111111111111'),
	templateId: chosen('22222222-aaaa-4aaa-8aaa-222222222222'),
	destination: PHONE,
};

const filledIn = (example: Example): Example => ({
	...example,
	nodes: example.nodes.map((node) => {
		const own = Object.entries(CHOSEN).filter(([field]) => field in node.parameters);
		return { ...node, parameters: { ...node.parameters, ...Object.fromEntries(own) } };
	}),
});

describe('First steps', () => {
	const testbed = useN8n({ simulator: { speed: 0 } });
	const all = readFirstSteps();
	/** A trigger and one node. */
	const single = Object.keys(all).filter((name) => all[name]?.nodes.length === 2);
	const { workflow, run } = useExamples(testbed, {
		names: Object.keys(all),
		from: all,
		edited: Object.fromEntries(Object.keys(all).map((name) => [name, filledIn])),
	});

	it.each(single)('The first step %s runs as soon as it has a recipient', async (name) => {
		// A Business message needs somebody who wrote first.
		await testbed.control.write({ route: 'business', from: PHONE, text: 'Hello?' });
		const [trigger, node] = all[name]?.nodes ?? [];

		const execution = await run(name, trigger?.name);

		expect(execution.error).toBeUndefined();
		expect(execution.output(node?.name ?? '')).not.toEqual([]);
	});

	it.each([
		['Yes', 'true'],
		['No', 'false'],
	])('The workflow goes on at %s if the answer to the question is %s', async (node, approved) => {
		const before = (await testbed.sentTo(PHONE)).length;
		const run = await testbed.api.run(workflow('ask-for-approval'), 'Start by hand');
		const { id } = await testbed.waiting(run);

		const link = await linkTo(testbed, PHONE, before);
		expect((await testbed.sentTo(PHONE)).at(-1)?.text).toBe(
			`Ayu asks for Friday off. Is that all right?\n\nAnswer here:\n${link}`,
		);
		await postAnswer(link, { approved });

		const execution = await testbed.api.finished(id);
		expect(execution.runs(node)).toBe(1);
		expect(['Yes', 'No', 'Nobody answered'].map((one) => execution.runs(one)).sort()).toEqual([
			0, 0, 1,
		]);
	});

	it.each([
		['simulator-key', [true, true, true, true, true]],
		['mistyped', [false, false, false, false, false]],
	])('n8n’s own nodes say whether an account works (key %s)', async (value, oks) => {
		const example = all['check-without-the-package'];
		if (example === undefined) throw new Error('There is no such example');
		const type = 'httpHeaderAuth';
		const login = await testbed.api.createCredential(type, 'Key', { name: 'APIKey', value });
		const json = JSON.stringify(example.nodes).replaceAll(
			'https://api.example.com',
			testbed.simulator.url,
		);
		const nodes = (JSON.parse(json) as Example['nodes']).map((node) =>
			node.name === 'Read' ? { ...node, credentials: { [type]: login } } : node,
		);
		const stored = await testbed.api.createWorkflow({ ...example, nodes });

		const run = await testbed.api.run(stored, 'When clicking ‘Execute workflow’');

		const { error, output } = await testbed.api.finished(run);
		expect(error).toBeUndefined();
		expect(output('Rows').map(({ ok }) => ok)).toEqual(oks);
	});
});
