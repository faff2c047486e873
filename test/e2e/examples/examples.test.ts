import { until, type Execution } from '../../n8n/api';
import { withNodes } from '../../n8n/editedExample';
import type { Example } from '../../n8n/playground';
import { post, useN8n } from '../useN8n';
import { containing, useExamples } from './useExamples';

const anyText: unknown = expect.any(String);
const WELCOME = '22222222-aaaa-4aaa-8aaa-222222222222';

/** One who gets it, one without WhatsApp, one whose phone is off. */
const PEOPLE = ['6281234567071', '628000001001', '628000001004'];

const patientForSeconds = (example: Example): Example =>
	withNodes(example, {
		People: {
			jsonOutput: JSON.stringify({
				people: PEOPLE.map((number, at) => ({
					number,
					reference: `A-${at}`,
					text: 'It is ready.',
				})),
			}),
		},
		'Wait until delivered': { maxWait: 10 },
	});

describe('Examples', () => {
	const testbed = useN8n();
	const { workflow, urlOf, write, run, startedBy, rowsOf } = useExamples(testbed, {
		edited: { 'sms-if-not-delivered': patientForSeconds },
	});

	describe('broadcast to a list', () => {
		let execution: Execution;

		beforeAll(async () => {
			execution = await run('broadcast-to-a-list');
		});

		it('The template is sent to those who can be reached', async () => {
			expect(execution.status).toBe('success');
			expect(execution.output('Sent')).toEqual([
				{ customer: 'Ayu Lestari', ref_no: anyText },
				{ customer: 'Citra Dewi', ref_no: anyText },
			]);
			expect(await testbed.sentTo('6281234567001')).toMatchObject([
				{ route: 'official', text: containing('Hello Ayu Lestari, your order A-1024') },
			]);
		});

		it('The table keeps who was not reached, why, and what to do', async () => {
			const nothing = containing('Nothing was sent for this item');
			expect(execution.output('Not sent')).toEqual([
				{
					customer: 'Budi Santoso',
					number: '0812 3456 7002',
					why: containing('is a local number: write 62… instead of the 0'),
					what_to_do: nothing,
				},
				{
					customer: 'Dewi Anggraini',
					number: '6281234567004',
					why: containing('your order {{2}} is on…) is empty'),
					what_to_do: nothing,
				},
			]);
			expect(await testbed.sentTo('6281234567004')).toEqual([]);
		});
	});

	describe('answer within 24 hours', () => {
		const name = 'answer-within-24-hours';

		it('A message that has just come is answered in its conversation', async () => {
			const from = '6281234567020';
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
			['the conversation has closed', '6281234567021', 48],
			['nobody knows when the message came', '6281234567022', undefined],
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

	describe('delivery reports', () => {
		const name = 'delivery-reports';
		const report = async (ref: string, status: string) =>
			post(urlOf(name, 'Report arrived'), { ref_no: ref, status });

		const keptOf = async (ref: string) =>
			(await rowsOf('message_reports'))
				.filter((row) => row.ref_no === ref)
				.map(({ status, rank }) => ({ status, rank }));

		/** Sends a report, and waits for the execution that it starts: reports of other messages start some too. */
		const reported = async (ref: string, status: string) => {
			expect(await report(ref, status)).toBe(200);
			const seen = new Set<string>();
			await until(`the report ${status} to be kept`, async () => {
				for (const { id, status: end } of await testbed.api.executions(workflow(name))) {
					if (end !== 'success' || seen.has(id)) continue;
					seen.add(id);
					const [told] = (await testbed.api.execution(id)).output('Report');
					if (told?.ref_no === ref && told.status === status) return true;
				}
				return undefined;
			});
		};

		it('The table keeps how far a message has come, whatever order the reports come in', async () => {
			const kept: unknown[] = [];
			for (const status of ['sent', 'read', 'delivered']) {
				await reported('late-reports', status);
				kept.push(...(await keptOf('late-reports')));
			}

			expect(kept).toEqual([
				{ status: 'sent', rank: 2 },
				{ status: 'read', rank: 4 },
				{ status: 'read', rank: 4 },
			]);
		});

		it('The table keeps one row if reports of a message come at the same time', async () => {
			await Promise.all(['read', 'sent', 'delivered'].map((status) => report('at-once', status)));

			const kept = await until('the furthest status to be kept', async () => {
				const found = await keptOf('at-once');
				return found[0]?.status === 'read' ? found : undefined;
			});
			expect(kept).toHaveLength(1);
		});

		it('The example sends a message, waits until it ends, and keeps that too', async () => {
			const execution = await run(name);

			expect(execution.status).toBe('success');
			const [sent] = await testbed.sentTo('6281234567005');
			expect(sent).toMatchObject({ route: 'unofficial', text: 'Your order is on its way' });
			expect(execution.output('Wait until it ends')).toMatchObject([
				{ ref_no: sent?.ref_no, status_name: 'read', wait_result: 'reached' },
			]);
			expect(await keptOf(sent?.ref_no ?? '')).toEqual([{ status: 'read', rank: 4 }]);
		});
	});

	it.each([
		['is quiet while there is enough', 1000, 500, []],
		['sends an SMS when credits run out', 999, 500, ['sms']],
		['sends a WhatsApp message if no SMS leaves any more', 1000, 0, ['unofficial']],
	])('The low balance alarm %s', async (_, wa, sms, routes) => {
		const owner = '6281234567006';
		const before = (await testbed.sentTo(owner)).length;
		await testbed.control.call('PATCH', '/accounts/main', { wa_balance: wa, sms_balance: sms });

		const execution = await run('low-balance-alarm', 'Every morning');

		await testbed.control.call('PATCH', '/accounts/main', { wa_balance: 1e6, sms_balance: 1e6 });
		expect(execution.status).toBe('success');
		const text = `Credits are low: WhatsApp ${wa}, SMS ${sms}. Please top up.`;
		expect((await testbed.sentTo(owner)).slice(before)).toMatchObject(
			routes.map((route) => ({ route, text })),
		);
	});

	describe('SMS if not delivered', () => {
		const routesTo = async () => {
			const all = await Promise.all(PEOPLE.map((number) => testbed.sentTo(number)));
			return all.map((messages) => messages.map(({ route }) => route));
		};

		it('An SMS goes to those whom WhatsApp did not reach, and to nobody else', async () => {
			const execution = await run('sms-if-not-delivered');

			expect(execution.error).toBeUndefined();
			expect(await routesTo()).toEqual([
				['unofficial'],
				['unofficial', 'sms'],
				['unofficial', 'sms'],
			]);
			expect(execution.output('Reached by WhatsApp')).toEqual([
				{ number: PEOPLE[0], reference: 'A-0' },
			]);
			expect(execution.output('Sent by SMS')).toHaveLength(2);
		});

		it('Nothing is sent again if the workflow is run again', async () => {
			const execution = await run('sms-if-not-delivered');

			expect(execution.output('Look it up')).toHaveLength(3);
			expect((await routesTo()).flat()).toHaveLength(5);
		});
	});
});
