import { randomUUID } from 'node:crypto';

import { z } from 'zod';

import { until, type Stored } from '../n8n/api';
import { controlOf } from '../n8n/control';
import { createCredentials, type Credentials } from '../n8n/playground';
import { N8N_1, N8N_2 } from '../n8n/versions';
import { chain, items, ourType, start, type TestNode } from '../n8n/workflows';
import { linkIn, postAnswer, waitingExecution } from './support/questions';
import { useN8n } from './useN8n';

type Json = Record<string, unknown>;

const AYU = '628123456789';
const NODE = 'Ask';

const told = z.object({ approved: z.boolean().optional() }).passthrough();

describe.each([N8N_2, N8N_1].map((version) => [version.n8n, version] as const))(
	'Send and Wait for Response in n8n %s',
	(_number, version) => {
		const world = useN8n({ version, simulator: { speed: 0 } });
		let credentials: Credentials = {};

		beforeAll(async () => {
			const { api, simulator } = world;
			credentials = await createCredentials(api, { simulator: simulator.url, model: '' });
		});

		beforeEach(() => control().reset());

		const control = () => controlOf(world.simulator.url);

		const asking = (resource: string, parameters: Json = {}, settings: Json = {}): TestNode => ({
			id: randomUUID(),
			name: NODE,
			type: ourType('messagingService'),
			parameters: {
				resource,
				operation: 'sendAndWait',
				message: 'Refund <120,000>\nto order 1042?',
				...parameters,
			},
			credentials: {
				messagingServiceApi: credentials.messagingServiceApi ?? { id: '', name: '' },
			},
			...settings,
		});

		const ROUTES: Record<string, () => Promise<Json>> = {
			whatsappUnofficial: () => Promise.resolve({ destination: AYU }),
			whatsappOfficial: async () => ({
				roomId: (await control().write({ route: 'official', from: AYU, text: 'Hello?' })).room_id,
			}),
			whatsappBusiness: async () => {
				await control().write({ route: 'business', from: AYU, text: 'Hello?' });
				return { gatewayId: 'gateway-1', recipient: AYU };
			},
		};

		/** What the person got: the texts of the messages, in order. */
		const received = async () =>
			(await control().messages()).filter(({ to }) => to === AYU).map(({ text }) => text ?? '');

		const run = async (nodes: readonly TestNode[]): Promise<{ workflow: Stored; id: string }> => {
			const workflow = await world.api.createWorkflow(chain('Ask', [start, ...nodes]));
			return { workflow, id: await world.api.run(workflow, start.name) };
		};

		const waiting = (id: string) => waitingExecution(world.api, id);

		/** Runs it until it waits, and hands over the link that the person got. */
		const asked = async (node: TestNode, list: readonly Json[] = [{ order: 1042 }]) => {
			const { id, workflow } = await run([items(list), node]);
			await waiting(id);
			const link = linkIn((await received()).at(-1));
			return { id, workflow, link };
		};

		const outcome = async (id: string) => {
			await world.api.finished(id);
			// n8n 1 stores how an execution ended just before what it did.
			return until('its output', async () => {
				const execution = await world.api.execution(id);
				expect(execution.error).toBeUndefined();
				return execution.output(NODE)[0];
			});
		};

		const double = { approvalOptions: { values: { approvalType: 'double' } } };

		describe.each(Object.keys(ROUTES))('on %s', (resource) => {
			const parameters = async () => ROUTES[resource]?.() ?? {};

			it('goes on when the person approves on the page', async () => {
				const { id, link } = await asked(asking(resource, await parameters()));

				const page = await fetch(link);
				const answered = await postAnswer(link, { approved: 'true' });

				expect(await received()).toHaveLength(1);
				expect(page.status).toBe(200);
				expect(await page.text()).toContain('Refund &lt;120,000&gt;\nto order 1042?');
				expect(answered.status).toBe(200);
				expect(await answered.text()).toContain('Thank you');
				expect(await outcome(id)).toEqual({
					data: { approved: true, respondedAt: expect.any(String) as string },
				});
			});

			it('goes on with the reason when the person declines', async () => {
				const { id, link } = await asked(asking(resource, { ...(await parameters()), ...double }));

				await postAnswer(link, { approved: 'false', reason: ' Too much.\r\nAsk Budi. ' });

				expect(await outcome(id)).toMatchObject({
					data: { approved: false, chatInput: 'Too much.\nAsk Budi.' },
				});
			});

			it('goes on with the text that the person writes', async () => {
				const { id, link } = await asked(
					asking(resource, { ...(await parameters()), responseType: 'freeText' }),
				);

				await postAnswer(link, { text: 'On Monday 🙂' });

				expect(await outcome(id)).toMatchObject({ data: { text: 'On Monday 🙂' } });
			});

			it('goes on with the form that the person fills in', async () => {
				const { id, link } = await asked(
					asking(resource, {
						...(await parameters()),
						responseType: 'customForm',
						formFields: {
							values: [
								{ fieldLabel: 'Day', fieldType: 'date', requiredField: true },
								{ fieldLabel: 'Boxes', fieldType: 'number' },
								{
									fieldLabel: 'Extras',
									fieldType: 'checkbox',
									fieldOptions: { values: [{ option: 'Ribbon' }, { option: 'Card' }] },
								},
							],
						},
					}),
				);

				await postAnswer(
					link,
					{ 'field-0': '2026-12-24', 'field-1': '3', 'field-2': ['Card', 'Ribbon'] },
					true,
				);

				expect(await outcome(id)).toMatchObject({
					data: { Day: '2026-12-24', Boxes: 3, Extras: ['Ribbon', 'Card'] },
				});
			});
		});

		// n8n looks for executions whose time is over once a minute.
		it('goes on with its input when nobody answers in time, on every route', async () => {
			const soon = { limitType: 'afterTimeInterval', resumeAmount: 0.02, resumeUnit: 'minutes' };
			const waits: { id: string; link: string }[] = [];
			for (const [resource, parameters] of Object.entries(ROUTES)) {
				const options = { limitWaitTime: { values: soon } };
				waits.push(await asked(asking(resource, { ...(await parameters()), options })));
			}

			for (const { id, link } of waits) {
				expect(await outcome(id)).toEqual({ order: 1042 });
				expect((await postAnswer(link, { approved: 'true' })).status).toBeLessThan(500);
			}
		});

		const single = async () => asked(asking('whatsappUnofficial', { destination: AYU }));

		it('is not answered by whoever only looks: GET, HEAD, and ten link previewers', async () => {
			const { id, link } = await single();
			const looks = [
				fetch(link, { method: 'HEAD' }),
				...[
					'WhatsApp/2.23.20.0',
					'facebookexternalhit/1.1',
					'TelegramBot (like TwitterBot)',
					'Slackbot-LinkExpanding 1.0',
					'Mozilla/5.0 (compatible; Googlebot/2.1)',
					'SkypeUriPreview Preview/0.5',
					'Twitterbot/1.0',
					'LinkedInBot/1.0',
					'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36',
					'',
				].map((agent) => fetch(link, { headers: { 'user-agent': agent } })),
			];

			const answers = await Promise.all(looks);

			expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
			expect((await world.api.execution(id)).status).toBe('waiting');
			await postAnswer(link, { approved: 'true' });
			expect(await outcome(id)).toMatchObject({ data: { approved: true } });
		});

		it('is answered once, though several answers come at once and again', async () => {
			const { id, link, workflow } = await asked(
				asking('whatsappUnofficial', { destination: AYU, ...double }),
			);

			const answers = await Promise.all(
				[1, 2, 3].map(() => postAnswer(link, { approved: 'true' })),
			);
			const statuses = answers.map(({ status }) => status).sort();
			const result = await outcome(id);
			const late = await postAnswer(link, { approved: 'false' });

			expect(statuses.filter((status) => status === 200)).toHaveLength(1);
			expect(result).toMatchObject({ data: { approved: true } });
			expect(late.status).toBeLessThan(500);
			expect((await world.api.execution(id)).runs(NODE)).toBe(1);
			expect(await world.api.executions(workflow)).toHaveLength(1);
		});

		it('refuses a link with a changed, a missing or a further parameter', async () => {
			const { id, link } = await single();
			const changed = (change: (query: URLSearchParams) => void) => {
				const url = new URL(link);
				change(url.searchParams);
				return url.href;
			};
			const names = [...new URL(link).searchParams.keys()];
			const forged = [
				...names.map((name) =>
					changed((query) => {
						query.set(name, 'x');
					}),
				),
				...names.map((name) =>
					changed((query) => {
						query.delete(name);
					}),
				),
				changed((query) => {
					query.append('approved', 'true');
				}),
				changed((query) => {
					query.append('nonce', 'x');
				}),
			];

			const answers = await Promise.all(forged.map((url) => postAnswer(url, { approved: 'true' })));

			expect(names).toHaveLength(2);
			expect(answers.map(({ status }) => status)).toEqual(forged.map(() => 401));
			expect((await world.api.execution(id)).status).toBe('waiting');
		});

		it('asks the first of several items only', async () => {
			const { id, link } = await asked(
				asking('whatsappUnofficial', { destination: '={{ $json.to }}' }),
				[{ to: AYU }, { to: '628123456780' }],
			);

			await postAnswer(link, { approved: 'true' });

			expect(await outcome(id)).toMatchObject({ data: { approved: true } });
			expect(await control().messages()).toHaveLength(1);
		});

		it('asks each round of a loop by its own link', async () => {
			const node = asking('whatsappUnofficial', {
				destination: AYU,
				message: '=Question {{ $("Loop").item.json.number }}',
				...double,
			});
			const list = items([{ number: 1 }, { number: 2 }]);
			const loop: TestNode = {
				name: 'Loop',
				type: 'n8n-nodes-base.splitInBatches',
				typeVersion: 3,
				parameters: { options: {} },
			};
			const workflow = chain('Loop', [start, list, loop, node]);
			const stored = await world.api.createWorkflow({
				...workflow,
				connections: {
					...workflow.connections,
					Loop: { main: [[], [{ node: NODE, type: 'main', index: 0 }]] },
					[NODE]: { main: [[{ node: 'Loop', type: 'main', index: 0 }]] },
				},
			});
			const id = await world.api.run(stored, start.name);
			await waiting(id);
			const first = linkIn((await received())[0]);

			expect((await postAnswer(first, { approved: 'true' })).status).toBe(200);
			const second = await until('the second question', async () => {
				const texts = await received();
				return texts.length === 2 ? linkIn(texts[1]) : undefined;
			});
			await waiting(id);
			const wrong = await postAnswer(first, { approved: 'true' });
			const page = await (await fetch(second)).text();
			await postAnswer(second, { approved: 'false' });

			// n8n 1 stores how an execution ended just before what it did.
			const execution = await until('both rounds', async () => {
				const ended = await world.api.finished(id);
				return ended.runs(NODE) === 2 ? ended : undefined;
			});
			expect(wrong.status).toBe(410);
			expect(page).toContain('Question 2');
			expect(execution.status).toBe('success');
			expect(told.parse(execution.output(NODE)[0]?.data).approved).toBe(false);
		});

		it('with Validate Only shows the message and does not wait', async () => {
			const { id } = await run([
				items([{}]),
				asking('whatsappUnofficial', { destination: AYU, options: { validateOnly: true } }),
			]);

			expect(await outcome(id)).toMatchObject({ sent: false, credits: 1 });
			expect(await received()).toEqual([]);
		});

		it('asks once, though the connection is dropped after acceptance and Retry On Fail is on', async () => {
			await control().addFault({
				kind: 'dropAfter',
				times: 1,
				path: '/whatsapp/message',
			});
			const { id } = await run([
				items([{}]),
				asking(
					'whatsappUnofficial',
					{ destination: AYU },
					{ retryOnFail: true, maxTries: 3, waitBetweenTries: 100 },
				),
			]);

			const execution = await world.api.finished(id);

			expect(execution.status).toBe('error');
			expect(await received()).toHaveLength(1);
		});

		it('lets the nodes behind it name the item that was asked about', async () => {
			const behind: TestNode = {
				name: 'Behind',
				type: 'n8n-nodes-base.set',
				typeVersion: 3.4,
				parameters: {
					mode: 'raw',
					jsonOutput: '={{ { order: $("Items").item.json.order, ok: $json.data.approved } }}',
				},
			};
			const { id } = await run([
				items([{ order: 1042 }]),
				asking('whatsappUnofficial', { destination: AYU }),
				behind,
			]);
			await waiting(id);

			await postAnswer(linkIn((await received())[0]), { approved: 'true' });

			const execution = await world.api.finished(id);
			expect(execution.output('Behind')).toEqual([{ order: 1042, ok: true }]);
		});
	},
);
