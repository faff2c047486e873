import { until } from '../../n8n/api';
import { withNodes } from '../../n8n/editedExample';
import { readFirstSteps } from '../../n8n/playground';
import { postAnswer } from '../../n8n/questions';
import { linkTo } from '../support/questions';
import { post, useN8n } from '../useN8n';
import { useExamples } from './useExamples';

const AYU = '6281234567081';
const BUDI = '6281234567082';
const OWNER = '6281234567085';

const chosen = (digits: string) => ({ __rl: true, mode: 'list', value: digits });
/** What only the person who copies it can choose: a template without placeholders. */
const CHOSEN = {
	channelId: chosen('11111111-1111-4111-8111-111111111111'),
	templateId: chosen('22222222-aaaa-4aaa-8aaa-222222222222'),
};

describe('First steps', () => {
	const testbed = useN8n({ simulator: { speed: 0 } });
	const all = readFirstSteps();
	/** A trigger and one node. */
	const single = Object.keys(all).filter((name) => all[name]?.nodes.length === 2);
	const { workflow, urlOf, run, rowsOf, register } = useExamples(testbed, {
		names: Object.keys(all),
		from: all,
		edited: {
			broadcast: (example) =>
				withNodes(example, Object.fromEntries(example.nodes.map(({ name }) => [name, CHOSEN]))),
		},
	});

	it.each(single)('The first step %s runs as it is', async (name) => {
		// A Business message needs somebody who wrote first.
		await testbed.control.write({ route: 'business', from: '6281234567890', text: 'Hello?' });
		const [trigger, node] = all[name]?.nodes ?? [];

		const execution = await run(name, trigger?.name);

		expect(execution.error).toBeUndefined();
		expect(execution.output(node?.name ?? '')).toHaveLength(1);
	});

	describe('campaign', () => {
		const rows = async () =>
			(await rowsOf('my_campaign')).map(({ ref_no: ref, name, delivered, read }) => ({
				ref,
				name,
				delivered,
				read,
			}));

		it('The campaign keeps who has read it, in whatever order the reports come', async () => {
			await register('officialStatus', 'who-has-read-it', 'Report arrived');

			const execution = await run('campaign');
			const [ayu] = await testbed.sentTo(AYU);
			const [budi] = await testbed.sentTo(BUDI);
			for (const [message, status] of [
				[ayu, 'R'],
				[ayu, 'D'],
				[budi, 'D'],
			] as const) {
				await testbed.control.call('POST', `/messages/${message?.ref_no ?? ''}/move`, { status });
			}

			expect(execution.error).toBeUndefined();
			const found = await until('all reports to be kept', async () => {
				const kept = await rows();
				const times = kept.flatMap(({ delivered, read }) => [delivered, read]);
				return times.filter((time) => typeof time === 'string').length === 3 ? kept : undefined;
			});
			const time: unknown = expect.stringMatching(/^20/);
			expect(found).toEqual([
				{ ref: ayu?.ref_no, name: 'Ayu Lestari', delivered: time, read: time },
				{ ref: budi?.ref_no, name: 'Budi Santoso', delivered: time, read: null },
			]);
		});

		it('The campaign keeps one row of a message whose report comes first', async () => {
			await post(urlOf('who-has-read-it', 'Report arrived'), { ref_no: 'early', status: 'read' });

			const found = await until('the early report', async () => {
				const early = (await rows()).filter(({ ref }) => ref === 'early');
				return early.length > 0 ? early : undefined;
			});
			expect(found).toMatchObject([{ name: null, delivered: null }]);
		});

		it('The campaign is sent to nobody twice', async () => {
			await run('campaign');

			expect(await testbed.sentTo(AYU)).toHaveLength(1);
		});
	});

	it.each([
		['Yes', 'true'],
		['No', 'false'],
	])('The workflow goes on at %s if the answer to the question is %s', async (node, approved) => {
		const before = (await testbed.sentTo(OWNER)).length;
		const run = await testbed.api.run(workflow('small-approval'), 'Start by hand');
		const { id } = await testbed.waiting(run);

		await postAnswer(await linkTo(testbed, OWNER, before), { approved });

		const execution = await testbed.api.finished(id);
		expect(execution.runs(node)).toBe(1);
		expect(execution.runs('Yes') + execution.runs('No')).toBe(1);
	});
});
