import { WAIT_INDEFINITELY, type INodeParameters } from 'n8n-workflow';

import { runNode } from '../support/harness';
import { nodeAt } from '../support/login';
import { useSimulator } from '../support/useSimulator';

const DAY_MS = 86_400_000;

describe('A question as everybody builds it', () => {
	const simulator = useSimulator();

	const asked = async (given: INodeParameters = {}) => {
		const { run, error } = await runNode(
			nodeAt(
				simulator.url,
				{
					resource: 'whatsappUnofficial',
					operation: 'sendAndWait',
					destination: '+62 812-7000-0001',
					message: 'Refund?',
					sender: '6280000000011',
					...given,
				},
				{
					items: [{ order: 1042 }],
					executionId: '12',
					waitingUrl: 'https://n8n.example.com/webhook-waiting',
				},
			),
		);
		expect(error).toBeUndefined();
		const [stopped] = run.data.executionData?.nodeExecutionStack ?? [];
		return { until: Number(run.waitTill), silence: stopped?.data.main?.[0]?.[0]?.json };
	};

	it('A new question waits for one day', async () => {
		const before = Date.now();
		const { until } = await asked();
		expect(until).toBeGreaterThanOrEqual(before + DAY_MS);
		expect(until).toBeLessThanOrEqual(Date.now() + DAY_MS);
	});

	it('A question without the option Limit Wait Time waits without end', async () => {
		expect((await asked({ options: {} })).until).toBe(Number(WAIT_INDEFINITELY));
		expect((await asked({ options: { pageLanguage: 'id' } })).until).toBe(
			Number(WAIT_INDEFINITELY),
		);
	});

	it('Silence has an outcome of its own, and says whom the node asked', async () => {
		expect((await asked()).silence).toEqual({
			order: 1042,
			data: { outcome: 'no_answer', asked: '6281270000001', timed_out: true },
		});
	});
});
