import { z } from 'zod';

import { until } from '../../n8n/api';
import { CALLBACK_TOKEN, readFirstSteps } from '../../n8n/playground';
import { controlOf } from '../../n8n/control';
import { linkIn, postAnswer, waitingExecution } from '../support/questions';
import { useN8n } from '../useN8n';
import { useExamples } from './useExamples';

const AYU = '6281234567081';
const BUDI = '6281234567082';

describe('First steps with several nodes', () => {
	const testbed = useN8n({ simulator: { speed: 0 } });
	const { workflow, messagesTo, run, rowsOf, register } = useExamples(
		testbed,
		['campaign', 'who-has-read-it', 'small-approval'],
		{ from: readFirstSteps() },
	);

	const rows = async () =>
		(await rowsOf('my_campaign')).map(({ ref_no: ref, name, delivered, read }) => ({
			ref,
			name,
			delivered,
			read,
		}));

	const move = (ref: string, status: string) =>
		controlOf(testbed.simulator.url).call('POST', `/messages/${ref}/move`, { status });

	it('The campaign keeps who has read it, in whatever order the reports come', async () => {
		await register('officialStatus', 'who-has-read-it', 'Report arrived');

		const execution = await run('campaign');
		const refs = [];
		for (const number of [AYU, BUDI]) refs.push((await messagesTo(number))[0]?.ref_no ?? '');
		const [ayu = '', budi = ''] = refs;
		await move(ayu, 'R');
		await move(ayu, 'D');
		await move(budi, 'D');

		expect(execution.error).toBeUndefined();
		const found = await until(
			'all reports to be kept',
			async () => {
				const all = await rows();
				const times = all.flatMap(({ delivered, read }) => [delivered, read]);
				return times.filter((time) => typeof time === 'string').length === 3 ? all : undefined;
			},
			60_000,
		);
		const time: unknown = expect.stringMatching(/^20/);
		expect(found).toEqual([
			{ ref: ayu, name: 'Ayu Lestari', delivered: time, read: time },
			{ ref: budi, name: 'Budi Santoso', delivered: time, read: null },
		]);
	});

	it('The campaign keeps one row of a message whose report comes first', async () => {
		const { nodes } = z
			.object({ nodes: z.array(z.object({ name: z.string(), webhookId: z.string().optional() })) })
			.parse(workflow('who-has-read-it'));
		const id = nodes.find(({ name }) => name === 'Report arrived')?.webhookId ?? '';
		await fetch(`${testbed.api.url}/webhook/${id}/callback?token=${CALLBACK_TOKEN}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ ref_no: 'early', status: 'read' }),
		});

		const found = await until('the early report', async () => {
			const early = (await rows()).filter(({ ref }) => ref === 'early');
			return early.length > 0 ? early : undefined;
		});
		expect(found).toMatchObject([{ name: null, delivered: null }]);
	});

	it('The campaign is sent to nobody twice', async () => {
		await run('campaign');

		expect(await messagesTo(AYU)).toHaveLength(1);
	});

	it.each([
		['Yes', 'true'],
		['No', 'false'],
	])('The workflow goes on at %s if the answer to the question is %s', async (node, approved) => {
		const before = (await messagesTo('6281234567085')).length;
		const id = await testbed.api.run(workflow('small-approval'), 'Start by hand');
		await waitingExecution(testbed.api, id);
		const asked = (await messagesTo('6281234567085')).slice(before);

		await postAnswer(linkIn(asked[0]?.text), { approved });

		const execution = await testbed.api.finished(id);
		expect(execution.runs(node)).toBe(1);
		expect(execution.runs('Yes') + execution.runs('No')).toBe(1);
	});
});
