import { MessagingService } from '../../nodes/MessagingService/MessagingService.node';
import { runNode } from '../support/harness';
import { loginTo } from '../support/login';
import { useSimulator } from '../support/useSimulator';

/** Get Status with Wait Until, against messages that move while it waits. */
describe('Get Status with Wait Until', () => {
	const simulator = useSimulator();

	const send = async (destination: string): Promise<unknown> => {
		const { outputs } = await runNode({
			nodeType: new MessagingService(),
			parameters: {
				resource: 'whatsappUnofficial',
				operation: 'sendText',
				destination,
				message: 'Hello',
			},
			items: [{}],
			credentials: loginTo(simulator.url),
		});
		return outputs[0]?.[0]?.ref_no;
	};

	const statusOf = async (refNo: unknown, wait: Record<string, string | number>, simplify = true) =>
		await runNode({
			nodeType: new MessagingService(),
			parameters: {
				resource: 'whatsappUnofficial',
				operation: 'getStatus',
				refNo: String(refNo),
				simplify,
				...wait,
			},
			items: [{}],
			credentials: loginTo(simulator.url),
		});

	const asked = () =>
		simulator.service.journal
			.list()
			.entries.filter(({ endpoint }) => endpoint === 'unofficial.getStatus').length;

	it.each([
		['delivered', '6281234567890', 'reached', ['delivered', 'read']],
		['read', '6281234567890', 'reached', ['read']],
		['final', '6281234567890', 'reached', ['read']],
		['final', '628000001001', 'reached', ['failed']],
		['delivered', '628000001001', 'ended_otherwise', ['failed']],
		['read', '628000001002', 'ended_otherwise', ['aborted']],
	])('Get Status waits for %s of %s: %s', async (waitFor, destination, result, names) => {
		const refNo = await send(destination);
		simulator.service.clock.speed = 5;

		const { outputs } = await statusOf(refNo, { waitFor, maxWait: 300 });

		expect(names).toContain(outputs[0]?.[0]?.status_name);
		expect(outputs[0]?.[0]?.wait_result).toBe(result);
	});

	it('A wait whose time is up outputs what it knew', async () => {
		const refNo = await send('628000001004');
		simulator.service.clock.advance(10_000);

		const { outputs } = await statusOf(refNo, { waitFor: 'read', maxWait: 3 });

		expect(outputs[0]?.[0]).toMatchObject({
			status: 'sent',
			status_code: 'S',
			status_name: 'sent',
			is_final: false,
			wait_result: 'timed_out',
		});
		// Ever more slowly: a handful of times, not ten a second.
		expect(asked()).toBeLessThanOrEqual(8);
	});

	it('A wait goes on when the service fails for a moment', async () => {
		const refNo = await send('6281234567890');
		simulator.service.clock.advance(60_000);
		simulator.service.faults.add({
			kind: 'status',
			status: 502,
			headers: {},
			processed: false,
			times: 1,
		});

		const { outputs } = await statusOf(refNo, { waitFor: 'read', maxWait: 300 });

		expect(outputs[0]?.[0]?.wait_result).toBe('reached');
	});

	it('Get Status asks once if nothing is waited for', async () => {
		const refNo = await send('6281234567890');

		const { outputs } = await statusOf(refNo, {});

		expect(asked()).toBe(1);
		expect(outputs[0]?.[0]).not.toHaveProperty('wait_result');
	});

	it('The whole record is output without Simplify, waited for or not', async () => {
		const refNo = await send('6281234567890');
		simulator.service.clock.advance(60_000);

		const plain = (await statusOf(refNo, {}, false)).outputs[0]?.[0];
		const waited = (await statusOf(refNo, { waitFor: 'read', maxWait: 300 }, false))
			.outputs[0]?.[0];

		expect(plain).toMatchObject({
			message: 'Hello',
			is_group: false,
			create_date: expect.any(String) as string,
		});
		expect(waited).toEqual({ ...plain, wait_result: 'reached' });
	});
});
