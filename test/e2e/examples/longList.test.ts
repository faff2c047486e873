import { until } from '../../n8n/api';
import { longListOf } from '../../n8n/editedExample';
import { useN8n } from '../useN8n';
import { useExamples } from './useExamples';

/** Fewer than a channel takes in a minute, so that nothing waits for the clock. */
const NUMBERS = Array.from({ length: 50 }, (_, at) => `62800001${7100 + at}`);
const A_TIME = 10;
const KILL_AFTER = [5, 25];
const LIST = 'broadcast-to-a-long-list';

describe('Broadcast to a long list', () => {
	const testbed = useN8n();
	const { workflow, run, rowsOf, register } = useExamples(testbed, {
		names: [LIST],
		edited: { [LIST]: () => longListOf(5, A_TIME, 3) },
		unpublished: true,
	});

	it('Everyone is reached once or reported as uncertain, though n8n is killed on the way', async () => {
		const sentTo = async () =>
			(await testbed.control.messages()).map(({ to }) => to).filter((to) => NUMBERS.includes(to));
		const insert = {
			resource: 'row',
			operation: 'insert',
			options: {},
			dataTableId: { __rl: true, mode: 'name', value: 'long_list' },
			columns: { mappingMode: 'autoMapInputData', value: null },
		};
		// As its note says: the workflow is executed once before it is published.
		expect((await run(LIST)).output('Add a person')).toHaveLength(1);
		const list = NUMBERS.map((number, at) => ({ number, name: `Ayu ${at}`, order: `A-${at}` }));
		await testbed.finished(
			[{ name: 'Fill', type: 'n8n-nodes-base.dataTable', parameters: insert }],
			list,
		);
		await testbed.api.activate(workflow(LIST));

		for (const accepted of KILL_AFTER) {
			await until('some to be sent', async () => (await sentTo()).length >= accepted);
			await testbed.n8n.kill();
			await testbed.startN8n();
			// n8n has another port now.
			await register('officialStatus', LIST, 'Report arrived');
		}
		const outcomes = await until('nobody to be left', async () => {
			const found = (await rowsOf('long_list')).map(({ outcome }) =>
				typeof outcome === 'string' ? outcome : '',
			);
			return found.every((one) => /^(accepted|sent before|may have)/.test(one)) ? found : undefined;
		});

		const sent = await sentTo();
		const uncertain = outcomes.filter((one) => one.startsWith('may'));
		expect(outcomes).toHaveLength(NUMBERS.length + 1);
		expect(sent.sort()).toEqual([...new Set(sent)].sort());
		expect(sent.length).toBeGreaterThanOrEqual(NUMBERS.length - uncertain.length);
		expect(uncertain.length).toBeLessThanOrEqual(KILL_AFTER.length * A_TIME);
		await until('a report', async () => (await rowsOf('long_list')).some((row) => row.delivered));
	});
});
