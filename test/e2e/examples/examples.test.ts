import type { Execution } from '../../n8n/api';
import { post, useN8n } from '../useN8n';
import { containing, useExamples } from './useExamples';

const anyText: unknown = expect.any(String);
const WELCOME = '22222222-aaaa-4aaa-8aaa-222222222222';

describe('Examples', () => {
	const testbed = useN8n();
	const { urlOf, write, run, startedBy } = useExamples(testbed);

	describe('broadcast to a list', () => {
		let execution: Execution;

		beforeAll(async () => {
			execution = await run('broadcast-to-a-list');
		});

		it('The template is sent to those who can be reached', async () => {
			expect(execution.status).toBe('success');
			expect(execution.output('Sent')).toEqual([
				{ customer: 'Ayu Lestari', ref_no: anyText, number: '628000000001' },
				{ customer: 'Citra Dewi', ref_no: anyText, number: '628000000003' },
			]);
			expect(await testbed.sentTo('628000000001')).toMatchObject([
				{ route: 'official', text: containing('Hello Ayu Lestari, your order A-1024') },
			]);
		});

		it('The table keeps who was not reached, why, and what to do', async () => {
			const nothing = containing('Nothing was sent for this item');
			expect(execution.output('Not sent')).toEqual([
				{
					customer: 'Budi Santoso',
					number: '0800 0000 002',
					why: containing('is a local number: write 62… instead of the 0'),
					what_to_do: nothing,
				},
				{
					customer: 'Dewi Anggraini',
					number: '628000000004',
					why: containing('{{2}} is empty: fill it in'),
					what_to_do: nothing,
				},
			]);
			expect(await testbed.sentTo('628000000004')).toEqual([]);
		});
	});

	describe('answer within 24 hours', () => {
		const name = 'answer-within-24-hours';

		it('A message that has just come is answered in its conversation', async () => {
			const from = '628000000020';
			let room: unknown;

			const [execution] = await startedBy(name, async () => {
				room = (await write(from, 'Is my parcel on its way?', 'official')).room_id;
			});

			expect(execution?.status).toBe('success');
			expect(await testbed.sentTo(from)).toMatchObject([
				{
					route: 'official',
					room_id: room,
					template_id: null,
					text: containing('"Is my parcel on its way?"'),
				},
			]);
		});

		it.each([
			['the conversation has closed', '628000000021', 48],
			['nobody knows when the message came', '628000000022', undefined],
		])('A template is sent if %s', async (_, from, hours) => {
			const date = hours && { inbox_date: new Date(Date.now() - hours * 3_600_000).toISOString() };

			const [execution] = await startedBy(name, () =>
				post(urlOf(name, 'Message arrived'), {
					room_id: '3f2b8a6e-7c1d-4e5f-9a0b-1c2d3e4f5a6b',
					ref_no: from,
					text: 'Hello?',
					sender_number: from,
					...date,
				}),
			);

			expect(execution?.status).toBe('success');
			expect(await testbed.sentTo(from)).toMatchObject([
				{ route: 'official', template_id: WELCOME },
			]);
		});
	});
});
