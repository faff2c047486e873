import type { Stored } from '../../n8n/api';
import { called, chain } from '../../n8n/workflows';
import { AYU, useN8n } from '../useN8n';
import { useExamples } from './useExamples';

const CHANNEL = '11111111-1111-4111-8111-111111111111';
const WELCOME = '22222222-aaaa-4aaa-8aaa-222222222222';

describe('One number, several workflows', () => {
	const testbed = useN8n({ simulator: { speed: 0 } });
	const name = 'one-number-several-workflows';
	const { workflow, register } = useExamples(testbed, { names: [name], unpublished: true });

	it('A message and a report that come to one URL each start their own workflow', async () => {
		const end = { name: 'End', type: 'n8n-nodes-base.noOp' };
		const reports = await testbed.publish(chain('My reports', [called, end]));
		const answers = await testbed.publish(chain('My answers', [called, end]));
		const calling = ({ id }: Stored) => ({ workflowId: { __rl: true, mode: 'id', value: id } });
		const stored = await testbed.api.setParameters(workflow(name), {
			'Note the report': calling(reports),
			'Answer the message': calling(answers),
		});
		await testbed.api.activate(stored);
		for (const kind of ['officialInbox', 'officialStatus'])
			await register(kind, name, 'Callback arrived');
		const send = testbed.node('Send', {
			resource: 'whatsappOfficial',
			operation: 'broadcast',
			channelId: { __rl: true, mode: 'id', value: CHANNEL },
			templateId: { __rl: true, mode: 'id', value: WELCOME },
			destination: AYU,
			destinationName: 'Ayu',
			parametersMode: 'none',
		});

		await testbed.control.write({ route: 'official', from: AYU, text: 'Hello?' });
		const message = await testbed.api.nextExecution(answers);
		const refNo = (await testbed.finished([send])).output('Send')[0]?.ref_no;
		await testbed.control.move(String(refNo), 'D');
		const report = await testbed.api.nextExecution(reports);

		expect(message.output('End')).toMatchObject([
			{ event: 'whatsappOfficialInbox', from: AYU, text: 'Hello?' },
		]);
		expect(report.output('End')).toMatchObject([
			{ event: 'whatsappOfficialStatus', ref_no: refNo, status: 'delivered' },
		]);
		expect(await testbed.api.executions(answers)).toHaveLength(1);
	});
});
