import type { INode, INodeParameters } from 'n8n-workflow';

import { accepted } from '../support/accepted';
import { useService } from '../support/useService';
import { runOperation } from './operations/support';

const ROOM = '123e4567-e89b-42d3-a456-426614174000';
const [ANA, BUDI] = ['62812000001', '62812000002'];
const LIST = [
	{ phone: ANA, message: 'Your code is 11' },
	{ phone: BUDI, message: 'Your code is 12' },
];

describe('Failed items', () => {
	const service = useService();

	/** The first of the list is refused, the second is accepted. */
	const refuseFirst = () => {
		service.answer = ({ body }) =>
			body.includes(ANA)
				? { status: 422, json: { detail: [{ loc: ['body'], msg: 'no', type: 'value_error' }] } }
				: { json: { error: false, data: { destination: BUDI, ref_no: 'r-2' } } };
	};

	const send = (settings: Partial<INode>, parameters: INodeParameters = {}) =>
		runOperation(
			service.url,
			{
				resource: 'whatsappUnofficial',
				operation: 'sendText',
				destination: '={{ $json.phone }}',
				message: '={{ $json.message }}',
				...parameters,
			},
			{ items: LIST, settings },
		);

	const failed = {
		...LIST[0],
		error: 'The service refused a value (422): “request: no”',
		error_advice: expect.stringMatching(/^Nothing was sent for this item\. Correct/) as string,
		error_code: 422,
		was_sent: 'no',
		destination: ANA,
	};
	const sent = accepted({ ref_no: 'r-2', destination: BUDI, text: LIST[1]?.message });

	it('A failed first item is tried again, and comes out at the error output with its own columns', async () => {
		refuseFirst();
		const retrying = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
		const { outputs, items } = await send({ onError: 'continueErrorOutput', ...retrying });
		expect(service.journal.filter(({ body }) => body.includes(ANA))).toHaveLength(3);
		expect(service.accepted()).toHaveLength(1);
		expect(outputs).toEqual([[sent], [failed]]);
		expect(items[1]?.[0]?.pairedItem).toEqual({ item: 0 });
	});

	it.each([
		[{ status: 503, text: '' }, 503, 'maybe'],
		[{ drop: 'after' } as const, null, 'maybe'],
		[{ status: 401, text: '' }, 401, 'no'],
		[{ json: { error: true, message: 'no credit' } }, null, 'no'],
		[{ json: { error: false, data: { reference: 1 } } }, null, 'yes'],
	])('A failed item says its code and whether it was sent: %j', async (answer, code, wasSent) => {
		service.answer = () => answer;
		const { outputs } = await send({ onError: 'continueErrorOutput' });
		expect(outputs[1]).toMatchObject([
			{ ...LIST[0], error_code: code, was_sent: wasSent, destination: ANA },
			{ ...LIST[1], error_code: code, was_sent: wasSent, destination: BUDI },
		]);
	});

	it('A failed reply names its conversation, and a failed read names nobody', async () => {
		service.answer = () => ({ status: 404, text: '' });
		const settings = { onError: 'continueErrorOutput' } as const;
		const official = {
			resource: 'whatsappOfficial',
			operation: 'reply',
			message: 'hi',
			roomId: ROOM,
		};
		const status = { operation: 'getStatus', refNo: 'r-1' };

		const [reply] = (await send(settings, official)).outputs[1] ?? [];
		const [read] = (await send(settings, status)).outputs[1] ?? [];

		expect(reply).toMatchObject({ error_code: 404, was_sent: 'no', room_id: ROOM });
		expect(reply).not.toHaveProperty('destination');
		expect(read).toMatchObject({ error_code: 404, was_sent: 'no' });
		expect(read).not.toHaveProperty('destination');
		expect(read?.error_advice).toContain(`The node called ${service.url}/`);
	});
});
