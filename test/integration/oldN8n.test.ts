import type { IExecuteFunctions } from 'n8n-workflow';

import { MessagingService } from '../../nodes/MessagingService/MessagingService.node';
import { runNode } from '../support/harness';
import { nodeAt } from '../support/login';
import { useSimulator } from '../support/useSimulator';

describe('n8n that gives executions no token', () => {
	const simulator = useSimulator();
	const sent = () => simulator.service.state.messages.all();
	/** Such an n8n gives an address without a signature. */
	class Old extends MessagingService {
		override execute(this: IExecuteFunctions) {
			const resumeUrl = 'http://127.0.0.1:5678/webhook-waiting/1';
			const getWorkflowDataProxy = () => ({ $execution: { resumeUrl }, $runIndex: 0 });
			const context = new Proxy(this, {
				get: (target, key): unknown =>
					key === 'getWorkflowDataProxy' ? getWorkflowDataProxy : Reflect.get(target, key),
			});
			return MessagingService.prototype.execute.call(context);
		}
	}
	const run = (parameters: Record<string, string>, executionId = '1') =>
		runNode({
			...nodeAt(simulator.url, parameters),
			nodeType: new Old(),
			executionId,
			workflowId: 'old',
		});
	const to = { resource: 'whatsappUnofficial', destination: '6281234567890', message: 'Hello' };

	it('A balance is read', async () => {
		const { error, outputs } = await run({ resource: 'account', operation: 'getBalance' });
		expect(error).toBeUndefined();
		expect(outputs[0]?.[0]).toHaveProperty('wa_balance');
	});

	it('Each execution sends its message, and none takes another for its own', async () => {
		for (const execution of ['11', '12']) {
			expect((await run({ ...to, operation: 'sendText' }, execution)).error).toBeUndefined();
		}
		expect(sent()).toHaveLength(2);
	});

	it('A question is refused with what n8n lacks', async () => {
		const { error } = await run({ ...to, operation: 'sendAndWait', sendFrom: 'auto' });
		expect(error?.message).toMatch(/^This n8n is too old for questions/);
		expect(sent()).toEqual([]);
	});
});
