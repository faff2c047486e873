import type { INodeParameters } from 'n8n-workflow';

import { MessagingService } from '../../nodes/MessagingService/MessagingService.node';
import { runNode } from '../support/harness';
import { loginTo } from '../support/login';
import { useSimulator } from '../support/useSimulator';

/** Get Status with Wait Until, against messages that move while it waits. */
describe('Get Status with Wait Until', () => {
	const simulator = useSimulator();

	const run = async (operation: string, parameters: INodeParameters) => {
		const { outputs } = await runNode({
			nodeType: new MessagingService(),
			parameters: { resource: 'whatsappUnofficial', operation, ...parameters },
			items: [{}],
			credentials: loginTo(simulator.url),
		});
		return outputs[0]?.[0] ?? {};
	};
	const send = async (destination: string): Promise<string> => {
		const { ref_no: refNo } = await run('sendText', { destination, message: 'Hello' });
		if (typeof refNo !== 'string') throw new Error('no reference number');
		return refNo;
	};

	const asked = () =>
		simulator.service.journal
			.list()
			.entries.filter(({ endpoint }) => endpoint === 'unofficial.getStatus').length;

	it.each([
		['delivered', '6281234567890', 'reached', ['delivered', 'read']],
		['read', '628000001002', 'ended_otherwise', ['aborted']],
	])('Get Status waits for %s of %s: %s', async (waitFor, destination, result, names) => {
		const refNo = await send(destination);
		simulator.service.clock.speed = 5;

		const output = await run('getStatus', { refNo, waitFor, maxWait: 300 });

		expect(names).toContain(output.status_name);
		expect(output.wait_result).toBe(result);
	});

	it('Get Status asks once if nothing is waited for', async () => {
		const refNo = await send('6281234567890');

		const output = await run('getStatus', { refNo });

		expect(asked()).toBe(1);
		expect(output).not.toHaveProperty('wait_result');
	});

	it('The whole record is output without Simplify, waited for or not', async () => {
		const refNo = await send('6281234567890');
		simulator.service.clock.advance(60_000);

		const whole = { refNo, simplify: false };
		const plain = await run('getStatus', whole);
		const waited = await run('getStatus', { ...whole, waitFor: 'read', maxWait: 300 });

		expect(plain).toMatchObject({
			message: 'Hello',
			is_group: false,
			create_date: expect.any(String) as string,
		});
		expect(waited).toEqual({ ...plain, wait_result: 'reached' });
	});
});
