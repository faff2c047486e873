import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { eventually } from '../support/eventually';
import type { Setting } from '../support/harness';
import { keepMarks } from '../support/marks';
import type { Answer } from '../support/service';
import { texts } from '../support/texts';
import { useService } from '../support/useService';
import { useSimulator } from '../support/useSimulator';
import { runOperation } from './operations/support';

const [WITHOUT_WHATSAPP, NEVER_SENT, PHONE] = ['628000001001', '628000001003', '6281234567890'];

describe('Wait for Delivery', () => {
	const simulator = useSimulator();
	beforeEach(async () => {
		await keepMarks();
		simulator.service.clock.speed = 20;
	});
	afterEach(() => {
		jest.restoreAllMocks();
	});

	const requests = (method: string) =>
		simulator.service.journal.list().entries.filter((one) => one.method === method);

	const sending = (
		numbers: string[],
		options: INodeParameters = {},
		settings: Partial<INode> = { onError: 'continueErrorOutput' },
		given: Partial<Setting> = {},
	) => {
		const items = numbers.map((to) => ({ to, text: 'Hello' }));
		return texts(simulator, items, { waitForDelivery: 2, ...options }, { settings, ...given });
	};

	it('A message that arrives leaves by the success output, and one that does not by the error output', async () => {
		const { outputs } = await sending([WITHOUT_WHATSAPP, PHONE, NEVER_SENT]).run();

		const failed = (to: string): IDataObject => ({
			to,
			text: 'Hello',
			destination: to,
			ref_no: expect.any(String) as string,
			was_sent: 'yes',
			delivered: false,
		});
		expect(outputs[0]).toEqual([
			expect.objectContaining({ destination: PHONE, text: 'Hello', delivered: true }),
		]);
		expect(outputs[0]?.[0]?.status).toMatch(/^(?:delivered|read)$/);
		expect(outputs[1]).toEqual([
			expect.objectContaining({
				...failed(WITHOUT_WHATSAPP),
				error: 'The message was accepted, but not delivered: its status is failed',
			}),
			expect.objectContaining({
				...failed(NEVER_SENT),
				error: 'The message was accepted, but not delivered in time: its status is queued',
			}),
		]);
	});

	it('All messages leave before the first wait, and no wait sends one again', async () => {
		const retrying = {
			onError: 'continueRegularOutput',
			retryOnFail: true,
			maxTries: 2,
			waitBetweenTries: 1,
		} as const;
		await sending([WITHOUT_WHATSAPP, PHONE], {}, retrying).run();
		const methods = simulator.service.journal.list().entries.map(({ method }) => method);
		expect(requests('POST')).toHaveLength(2);
		expect(methods.slice(0, 2)).toEqual(['POST', 'POST']);
	});

	it('With On Error: Stop, the error says that the message was accepted, and Retry waits without sending', async () => {
		const execution = sending([PHONE, WITHOUT_WHATSAPP], {}, {});
		const stopped = await execution.run();
		expect(stopped.error?.message).toMatch(/not delivered: its status is failed/);
		expect(stopped.error?.description).toMatch(/2 were accepted/);

		const retried = await execution.retry(stopped);
		expect(retried.error?.message).toMatch(/not delivered: its status is failed/);
		expect(requests('POST')).toHaveLength(2);
	});

	it('A stop during the wait leaves the Send Once Key used', async () => {
		const options = { waitForDelivery: 60, sendOnceKey: 'order 1' };
		const keyed = () => sending([NEVER_SENT], options, undefined, { workflowId: 'delivery' });
		const execution = keyed();
		let cancel: () => void = () => undefined;
		const running = execution.run((stop) => (cancel = stop));
		await eventually(() => {
			expect(requests('GET').length).toBeGreaterThan(0);
		});
		cancel();
		await running;

		const again = await keyed().run();
		expect(again.outputs[0]?.[0]).toMatchObject({ already_sent: true });
		// Whether it arrived is not known, so what follows the error output may reach the person.
		const retried = await execution.retryFromStart();
		expect(retried.outputs[1]?.[0]).toMatchObject({ was_sent: 'yes' });
		expect(requests('POST')).toHaveLength(1);
	});
});

describe('Wait for Delivery, where the status cannot be read', () => {
	const service = useService();

	const send = (status: Answer, settings: Partial<INode> = {}) => {
		const sent = { json: { error: false, data: { destination: PHONE, ref_no: 'r-1' } } };
		service.answer = ({ method }) => (method === 'POST' ? sent : status);
		const text = { resource: 'whatsappUnofficial', operation: 'sendText', message: 'Hello' };
		const options = { waitForDelivery: 1 };
		return runOperation(service.url, { ...text, destination: PHONE, options }, { settings });
	};

	it('The error quotes a status that is not documented, so that no log of n8n has it', async () => {
		const data = { destination: PHONE, ref_no: 'r-1', status: 'Gone, Anna' };
		const { error } = await send({ json: { error: false, data } });
		expect(error?.message).toContain('not delivered in time: its status is …');
	});

	it('The item fails, and does not say that it was not delivered', async () => {
		const { outputs } = await send({ status: 404, json: {} }, { onError: 'continueErrorOutput' });

		expect(outputs[1]?.[0]).toMatchObject({
			error: expect.stringMatching(/not known whether it was delivered/) as string,
			was_sent: 'yes',
		});
		expect(outputs[1]?.[0]).not.toHaveProperty('delivered');
	});
});
