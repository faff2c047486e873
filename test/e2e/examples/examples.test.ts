import { z } from 'zod';

import { until, type Execution } from '../../n8n/api';
import { startModel, type Model } from '../../n8n/model';
import { callbackUrlOf, setUpPlayground, type Playground } from '../../n8n/playground';
import { controlOf } from '../../n8n/control';
import { linkIn, postAnswer, waitingExecution } from '../support/questions';
import { useN8n } from '../useN8n';

const message = z.object({
	ref_no: z.string(),
	route: z.string(),
	from: z.string(),
	to: z.string(),
	text: z.string(),
	template_id: z.string().nullable(),
	room_id: z.string().nullable(),
	status: z.string(),
});

const row = z.object({
	ref_no: z.string(),
	status: z.string().nullable(),
	rank: z.number().nullable(),
});

/** Jest's own have no type. */
const containing = (words: string): unknown => expect.stringContaining(words);
const anyText: unknown = expect.any(String);

describe('Examples', () => {
	const testbed = useN8n();
	let model: Model;
	let playground: Playground;

	beforeAll(async () => {
		model = await startModel();
		playground = await setUpPlayground(testbed.api, {
			simulator: testbed.simulator.url,
			model: model.url,
		});
	});

	afterAll(() => model.stop());

	const control = async <T extends z.ZodTypeAny>(
		method: string,
		path: string,
		answer: T,
		body?: unknown,
	): Promise<z.output<T>> =>
		answer.parse(await controlOf(testbed.simulator.url).call(method, path, body)) as z.output<T>;

	/** What reached a number, oldest first. */
	const messagesTo = async (number: string) => {
		const answer = z.object({ messages: z.array(message) });
		const { messages } = await control('GET', `/messages?number=${number}`, answer);
		return messages;
	};

	const workflow = (name: string) => {
		const found = playground.workflows[name];
		if (found === undefined) throw new Error(`There is no example ${name}`);
		return found;
	};

	/** Presses Execute workflow. */
	const run = async (name: string, trigger: string): Promise<Execution> =>
		testbed.api.finished(await testbed.api.run(workflow(name), trigger));

	/** The execution that something outside n8n starts. */
	const startedBy = async (name: string, cause: () => Promise<unknown>): Promise<Execution> => {
		const known = await testbed.api.executions(workflow(name));
		await cause();
		return testbed.api.nextExecution(
			workflow(name),
			known.map(({ id }) => id),
		);
	};

	const callback = (kind: string): string => {
		const url = playground.callbacks[kind];
		if (url === undefined) throw new Error(`Nothing is registered for ${kind}`);
		return url;
	};

	const post = async (url: string, body: unknown) => {
		const response = await fetch(url, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
		expect(response.status).toBe(200);
	};

	describe('broadcast to a list', () => {
		let execution: Execution;

		beforeAll(async () => {
			execution = await run('broadcast-to-a-list', 'Start by hand');
		});

		it('The template is sent to those who can be reached', async () => {
			expect(execution.status).toBe('success');
			expect(execution.output('Sent')).toEqual([
				{ customer: 'Ayu Lestari', ref_no: anyText },
				{ customer: 'Citra Dewi', ref_no: anyText },
			]);
			expect(await messagesTo('6281234567001')).toMatchObject([
				{
					route: 'official',
					text: containing('Hello Ayu Lestari, your order A-1024'),
				},
			]);
		});

		it('The table keeps who was not reached, why, and what to do', async () => {
			expect(execution.output('Not sent')).toEqual([
				{
					customer: 'Budi Santoso',
					number: '0812 3456 7002',
					why: containing('is a local number: write 62… instead of the 0'),
					what_to_do: containing('Nothing was sent for this item'),
				},
				{
					customer: 'Dewi Anggraini',
					number: '6281234567004',
					why: containing('your order {{2}} is on…) is empty'),
					what_to_do: containing('Nothing was sent for this item'),
				},
			]);
			expect(await messagesTo('6281234567004')).toEqual([]);
		});
	});

	describe('answer within 24 hours', () => {
		const writes = (from: string, text: string) =>
			control('POST', '/inbox', z.object({ room_id: z.string() }), {
				route: 'official',
				from,
				text,
			});

		it('A message that has just come is answered in its conversation', async () => {
			const from = '6281234567020';
			let room = '';

			const execution = await startedBy('answer-within-24-hours', async () => {
				room = (await writes(from, 'Is my parcel on its way?')).room_id;
			});

			expect(execution.status).toBe('success');
			expect(execution.runs('Too late: send a template')).toBe(0);
			expect(await messagesTo(from)).toMatchObject([
				{
					route: 'official',
					room_id: room,
					template_id: null,
					text: containing('"Is my parcel on its way?"'),
				},
			]);
		});

		it('A template is sent if the conversation has closed', async () => {
			const from = '6281234567021';

			const execution = await startedBy('answer-within-24-hours', () =>
				post(callback('officialInbox'), {
					room_id: '3f2b8a6e-7c1d-4e5f-9a0b-1c2d3e4f5a6b',
					ref_no: 'two-days-ago',
					text: 'Hello?',
					inbox_date: new Date(Date.now() - 48 * 3600 * 1000).toISOString(),
					sender_number: from,
				}),
			);

			expect(execution.status).toBe('success');
			expect(execution.runs('Answer in the room')).toBe(0);
			expect(await messagesTo(from)).toMatchObject([
				{ route: 'official', template_id: '22222222-aaaa-4aaa-8aaa-222222222222' },
			]);
		});

		it('A template is sent if nobody knows when the message came', async () => {
			const from = '6281234567022';

			await startedBy('answer-within-24-hours', () =>
				post(callback('officialInbox'), {
					room_id: '3f2b8a6e-7c1d-4e5f-9a0b-1c2d3e4f5a6b',
					ref_no: 'without-a-date',
					text: 'Hello?',
					sender_number: from,
				}),
			);

			expect(await messagesTo(from)).toMatchObject([
				{ template_id: '22222222-aaaa-4aaa-8aaa-222222222222' },
			]);
		});
	});

	describe('delivery reports', () => {
		/** The rows of the table for a message, as n8n stores them. */
		const rowsOf = async (ref: string) => {
			const paged = <T extends z.ZodTypeAny>(entry: T) => z.object({ data: z.array(entry) });
			const { data: tables } = await testbed.api.request(
				'GET',
				'/data-tables-global',
				paged(z.object({ id: z.string(), name: z.string(), projectId: z.string() })),
			);
			const table = tables.find(({ name }) => name === 'message_reports');
			if (table === undefined) return [];
			const { data } = await testbed.api.request(
				'GET',
				`/projects/${table.projectId}/data-tables/${table.id}/rows?take=250`,
				paged(row),
			);
			return data.filter((one) => one.ref_no === ref);
		};

		/** Pushes a report, and waits for the execution that it starts: reports of other messages start some too. */
		const report = async (ref: string, status: string): Promise<Execution> => {
			await post(callback('officialStatus'), {
				ref_no: ref,
				status,
				status_date: '2026-01-02 03:04:05',
			});
			const seen = new Set<string>();
			return until(`the report ${status} to be taken`, async () => {
				const all = await testbed.api.executions(workflow('delivery-reports'));
				for (const { id } of all.filter((one) => !seen.has(one.id))) {
					const execution = await testbed.api.execution(id);
					if (execution.status === 'running' || execution.status === 'new') continue;
					seen.add(id);
					const [told] = execution.output('Report');
					if (told?.ref_no === ref && told.status === status) return execution;
				}
				return undefined;
			});
		};

		it('The table keeps how far a message has come, whatever order the reports come in', async () => {
			const seen: unknown[] = [];
			for (const status of ['sent', 'read', 'delivered']) {
				expect((await report('late-reports', status)).status).toBe('success');
				seen.push(await rowsOf('late-reports'));
			}

			expect(seen).toEqual([
				[{ ref_no: 'late-reports', status: 'sent', rank: 2 }],
				[{ ref_no: 'late-reports', status: 'read', rank: 4 }],
				[{ ref_no: 'late-reports', status: 'read', rank: 4 }],
			]);
		});

		it('The table keeps one row if reports of a message come at the same time', async () => {
			await Promise.all(
				['read', 'sent', 'delivered'].map((status) =>
					post(callback('officialStatus'), { ref_no: 'all-at-once', status }),
				),
			);

			const rows = await until('the furthest status to be kept', async () => {
				const found = await rowsOf('all-at-once');
				return found[0]?.status === 'read' ? found : undefined;
			});
			expect(rows).toHaveLength(1);
		});

		it('The example sends a message, waits until it ends, and keeps that too', async () => {
			const execution = await run('delivery-reports', 'Start by hand');

			expect(execution.status).toBe('success');
			const [sent] = await messagesTo('6281234567005');
			expect(sent).toMatchObject({ route: 'unofficial', text: 'Your order is on its way' });
			expect(execution.output('Wait until it ends')).toMatchObject([
				{ ref_no: sent?.ref_no, status_name: 'read', wait_result: 'reached' },
			]);
			expect(await rowsOf(sent?.ref_no ?? '')).toEqual([
				{ ref_no: sent?.ref_no, status: 'read', rank: 4 },
			]);
		});
	});

	describe('low balance alarm', () => {
		const owner = '6281234567006';
		const balance = (wa: number, sms: number) =>
			control('PATCH', '/accounts/main', z.unknown(), { wa_balance: wa, sms_balance: sms });

		afterAll(() => balance(1_000_000, 1_000_000));

		it('The alarm is quiet while there is enough', async () => {
			await balance(1000, 500);

			const execution = await run('low-balance-alarm', 'Every morning');

			expect(execution.status).toBe('success');
			expect(execution.output('Is it low?', 1)).toHaveLength(1);
			expect(await messagesTo(owner)).toEqual([]);
		});

		it('The alarm sends an SMS when credits run out', async () => {
			await balance(999, 500);

			const execution = await run('low-balance-alarm', 'Every morning');

			expect(execution.runs('Alarm by WhatsApp')).toBe(0);
			expect(await messagesTo(owner)).toMatchObject([
				{ route: 'sms', text: 'Credits are low: WhatsApp 999, SMS 500. Please top up.' },
			]);
		});

		it('The alarm sends a WhatsApp message if no SMS leaves any more', async () => {
			await balance(1000, 0);

			const execution = await run('low-balance-alarm', 'Every morning');

			expect(execution.status).toBe('success');
			expect((await messagesTo(owner)).at(-1)).toMatchObject({
				route: 'unofficial',
				text: 'Credits are low: WhatsApp 1000, SMS 0. Please top up.',
			});
		});
	});

	describe('AI agent', () => {
		it('The agent answers a person from the sender that was written to', async () => {
			const from = '6281234567040';

			const execution = await startedBy('ai-agent', () =>
				control('POST', '/inbox', z.unknown(), {
					route: 'unofficial',
					from,
					to: '6281100000012',
					text: 'Do you open on Sunday?',
				}),
			);

			expect(execution.status).toBe('success');
			expect(await messagesTo(from)).toMatchObject([
				{
					route: 'unofficial',
					from: '6281100000012',
					text: containing('Do you open on Sunday?'),
				},
			]);
			expect(execution.output('AI Agent')).toEqual([
				{ output: containing('Do you open on Sunday?') },
			]);

			// The text alone is the model's to choose.
			const offered = z
				.object({
					tools: z.array(
						z.object({
							function: z.object({
								parameters: z.object({ properties: z.record(z.string(), z.unknown()) }),
							}),
						}),
					),
				})
				.parse(model.requests[0]?.body);

			expect(offered.tools.map((tool) => Object.keys(tool.function.parameters.properties))).toEqual(
				[['message']],
			);
		});
	});

	/** The service knows one URL for each kind: until the end of a test, that of another example. */
	const pushedTo = async (name: string) => {
		const url = callbackUrlOf(testbed.api.url, workflow(name), 'Message arrived');
		await controlOf(testbed.simulator.url).register({ unofficialInbox: url });
	};

	afterEach(() => controlOf(testbed.simulator.url).register(playground.callbacks));

	describe('ask and wait for a reply', () => {
		it('The workflow goes on with what the person writes back', async () => {
			const name = 'ask-and-wait-for-a-reply';
			await pushedTo(name);
			const id = await testbed.api.run(workflow(name), 'Start by hand');
			await waitingExecution(testbed.api, id);
			const [question] = await messagesTo('6281234567011');

			for (const from of ['6281234567099', '6281234567011']) {
				await control('POST', '/inbox', z.unknown(), {
					route: 'unofficial',
					from,
					to: '6281100000012',
					text: `It is ${from}`,
				});
			}

			const execution = await testbed.api.finished(id);
			expect(question?.text).toBe('Which day suits you for the delivery?');
			expect(execution.output('Reply')).toEqual([
				{ number: '6281234567011', reply: 'It is 6281234567011' },
			]);
		});
	});

	describe('AI agent that asks first', () => {
		const name = 'ai-agent-that-asks-first';
		const owner = '6281234567012';
		const bookKeeper = '6281234567013';

		/** A customer wants money back; the owner gets the question. */
		const asked = async (from: string) => {
			await pushedTo(name);
			const before = (await messagesTo(owner)).length;
			const known = await testbed.api.executions(workflow(name));
			await control('POST', '/inbox', z.unknown(), {
				route: 'unofficial',
				from,
				to: '6281100000012',
				text: 'I want my money back',
			});
			const link = await until('the owner to be asked', async () => {
				const messages = await messagesTo(owner);
				return messages.length > before ? linkIn(messages.at(-1)?.text) : undefined;
			});
			const [started] = (await testbed.api.executions(workflow(name))).filter(
				(one) => !known.some(({ id }) => id === one.id),
			);
			const { id } = await waitingExecution(testbed.api, started?.id ?? '');
			return { id, link };
		};

		it('The agent refunds only after the owner agreed', async () => {
			const { id, link } = await asked('6281234567091');
			const before = await messagesTo(bookKeeper);

			await postAnswer(link, { approved: 'true' });

			const execution = await testbed.api.finished(id);
			expect(execution.error).toBeUndefined();
			expect(before).toEqual([]);
			expect(await messagesTo(bookKeeper)).toMatchObject([{ text: containing('6281234567091') }]);
			expect(await messagesTo('6281234567091')).toHaveLength(1);
		});

		it('The agent does not refund when the owner declines', async () => {
			const before = await messagesTo(bookKeeper);
			const { id, link } = await asked('6281234567092');

			await postAnswer(link, { approved: 'false', reason: 'It was delivered' });

			const execution = await testbed.api.finished(id);
			expect(execution.error).toBeUndefined();
			expect(await messagesTo(bookKeeper)).toHaveLength(before.length);
			expect(await messagesTo('6281234567092')).toMatchObject([
				{ text: containing('It was delivered') },
			]);
		});
	});
});
