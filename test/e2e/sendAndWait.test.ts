import { randomUUID } from 'node:crypto';

import { z } from 'zod';

import { passTime, sqlite } from '../campaigns/frame/database';
import { LOOKS_OFTEN } from '../campaigns/frame/preload';
import { until, type Stored } from '../n8n/api';
import { controlOf } from '../n8n/control';
import { createCredentials, type Credentials } from '../n8n/playground';
import { N8N_1, N8N_2 } from '../n8n/versions';
import { chain, items, ourType, start, type TestNode } from '../n8n/workflows';
import {
	linkIn,
	postAnswer,
	publishedInbox,
	waitingExecution,
	type Filled,
} from './support/questions';
import { useN8n } from './useN8n';

type Json = Record<string, unknown>;

const AYU = '628123456789';
const NODE = 'Ask';

const single = { approvalOptions: { values: { approvalType: 'single' } } };
const double = {};
const freeText = { responseType: 'freeText' };

const choices = (...options: string[]) => ({
	fieldOptions: { values: options.map((option) => ({ option })) },
});

/** A field of each type; only the first is required. */
const form = {
	responseType: 'customForm',
	formFields: {
		values: [
			{ fieldLabel: 'Day', fieldType: 'date', requiredField: true },
			{ fieldLabel: 'Boxes', fieldType: 'number' },
			{ fieldLabel: 'Extras', fieldType: 'checkbox', ...choices('Ribbon', 'Card') },
			{ fieldLabel: 'Size', fieldType: 'dropdown', ...choices('S', 'M "wide"') },
			{ fieldLabel: 'Mail', fieldType: 'email' },
			{ fieldLabel: 'Name', fieldType: 'text' },
			{ fieldLabel: 'Note', fieldType: 'textarea' },
		],
	},
};

/** What a person does on the page of a question, and what comes out. */
const ANSWERS: [what: string, question: Json, filled: Filled, data: Json][] = [
	['approves what can only be approved', single, { approved: 'true' }, { approved: true }],
	['approves', double, { approved: 'true' }, { approved: true }],
	['declines', double, { approved: 'false' }, { approved: false }],
	[
		'declines with a reason',
		double,
		{ approved: 'false', reason: ' Too much.\r\nAsk Budi. ' },
		{ approved: false, chatInput: 'Too much.\nAsk Budi.' },
	],
	['writes a text', freeText, { text: 'On Monday 🙂' }, { text: 'On Monday 🙂' }],
	[
		'fills in a form',
		form,
		{
			'field-0': '2026-12-24',
			'field-1': '3,5',
			'field-2': ['Card', 'Ribbon'],
			'field-3': 'M "wide"',
			'field-4': 'ayu@example.com',
			'field-5': ' Ayu <3 ',
			'field-6': 'One\r\nTwo',
		},
		{
			Day: '2026-12-24',
			Boxes: 3.5,
			Extras: ['Ribbon', 'Card'],
			Size: 'M "wide"',
			Mail: 'ayu@example.com',
			Name: 'Ayu <3',
			Note: 'One\nTwo',
		},
	],
	[
		'fills in only what a form requires',
		form,
		{ 'field-0': '2026-12-24', 'field-1': '', 'field-3': '', 'field-4': '', 'field-6': '' },
		{ Day: '2026-12-24', Boxes: null, Extras: [], Size: null, Mail: null, Name: null, Note: null },
	],
];

/** Which button a person taps in the chat. */
const TAPS: [what: string, question: Json, label: string, data: Json][] = [
	['taps the button that approves', single, 'Approve', { approved: true, answered_by: AYU }],
	['taps the button that declines', double, 'Decline', { approved: false, answered_by: AYU }],
];

const withButtons = z.object({
	messages: z.array(
		z.object({
			ref_no: z.string(),
			buttons: z.array(z.object({ id: z.string(), title: z.string() }).passthrough()),
		}),
	),
});

const told = z.object({ approved: z.boolean().optional() }).passthrough();

describe.each([N8N_2, N8N_1].map((version) => [version.n8n, version] as const))(
	'Send and Wait for Response in n8n %s',
	(_number, version) => {
		const testbed = useN8n({ version, simulator: { speed: 0 }, env: LOOKS_OFTEN });
		let credentials: Credentials = {};

		beforeAll(async () => {
			const { api, simulator } = testbed;
			credentials = await createCredentials(api, { simulator: simulator.url, model: '' });
		});

		beforeEach(() => control().reset());

		const control = () => controlOf(testbed.simulator.url);

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

		let callbackUrl = '';

		/** The person taps a button in the chat. */
		const tap = async (label: string) => {
			const { messages } = withButtons.parse(await control().call('GET', '/messages'));
			const asked = messages.findLast(({ buttons }) => buttons.length > 0);
			const button = asked?.buttons.find(({ title }) => title === label);
			await fetch(`${testbed.simulator.url}/phone/answer`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify({
					...{ number: AYU, chat: 'business:gateway-1', text: label },
					button: { message: asked?.ref_no, id: button?.id },
				}),
			}).then(({ status }) => {
				expect(status).toBe(204);
			});
		};

		const run = async (nodes: readonly TestNode[]): Promise<{ workflow: Stored; id: string }> => {
			const workflow = await testbed.api.createWorkflow(chain('Ask', [start, ...nodes]));
			return { workflow, id: await testbed.api.run(workflow, start.name) };
		};

		const waiting = (id: string) => waitingExecution(testbed.api, id);

		/** Runs it until it waits, and hands over the link that the person got. */
		const asked = async (node: TestNode, list: readonly Json[] = [{ order: 1042 }]) => {
			const { id, workflow } = await run([items(list), node]);
			await waiting(id);
			const link = linkIn((await received()).at(-1));
			return { id, workflow, link };
		};

		const outcome = async (id: string) => {
			await testbed.api.finished(id);
			// n8n 1 stores how an execution ended just before what it did.
			return until('its output', async () => {
				const execution = await testbed.api.execution(id);
				expect(execution.error).toBeUndefined();
				return execution.output(NODE)[0];
			});
		};

		describe.each(Object.keys(ROUTES))('Route %s', (resource) => {
			it.each(ANSWERS)(
				'The workflow goes on when the person %s',
				async (_, question, filled, data) => {
					const { id, link } = await asked(
						asking(resource, { ...(await ROUTES[resource]?.()), ...question }),
					);

					const page = await fetch(link);
					const answered = await postAnswer(link, filled, question.responseType === 'customForm');

					expect(await received()).toHaveLength(1);
					expect(page.status).toBe(200);
					expect(await page.text()).toContain('Refund &lt;120,000&gt;\nto order 1042?');
					expect(answered.status).toBe(200);
					expect(await answered.text()).toContain('Thank you');
					expect(await outcome(id)).toEqual({
						data: { ...data, respondedAt: expect.any(String) as string },
					});
				},
			);
		});

		describe('Buttons of whatsappBusiness', () => {
			const inChat = { answerBy: 'buttons', message: 'Refund?' };

			beforeAll(async () => {
				({ url: callbackUrl } = await publishedInbox(testbed));
			});

			it.each(TAPS)(
				'The workflow goes on when the person %s by buttons',
				async (_, question, label, data) => {
					const to = await ROUTES.whatsappBusiness?.();
					const { id } = await run([
						items([{ order: 1042 }]),
						asking('whatsappBusiness', { ...to, ...question, ...inChat }),
					]);
					await waiting(id);
					// What the person wrote before is a message like any other.
					await control().register({ business: callbackUrl });

					await tap(label);

					expect(await outcome(id)).toEqual({
						data: { ...data, respondedAt: expect.any(String) as string },
					});
				},
			);

			it.each(['.', '%2e', './', '*', 'undefined'])(
				'An execution that waits for something else does not go on: %s',
				async (node) => {
					const { id } = await run([
						{
							name: NODE,
							type: 'n8n-nodes-base.wait',
							typeVersion: 1.1,
							webhookId: randomUUID(),
							parameters: { resume: 'webhook', httpMethod: 'POST', options: {} },
						},
					]);
					await waiting(id);

					const { status } = await fetch(callbackUrl, {
						method: 'POST',
						headers: { 'content-type': 'application/json' },
						body: JSON.stringify({ text: `answer:${id}/${node}?approved=true&x=1` }),
					});

					expect(status).toBe(200);
					expect((await testbed.api.execution(id)).status).toBe('waiting');
				},
			);
		});

		it('The workflow goes on with its input when nobody answers in time, on each route', async () => {
			const questions = [...new Set(ANSWERS.map(([, question]) => question))];
			const options = { limitWaitTime: { values: { resumeAmount: 1, resumeUnit: 'hours' } } };
			const waits: { id: string; link: string | undefined }[] = [];
			for (const [resource, to] of Object.entries(ROUTES)) {
				const parameters = await to();
				for (const question of questions) {
					waits.push(await asked(asking(resource, { ...parameters, ...question, options })));
				}
			}
			const { id: inChat } = await run([
				items([{ order: 1042 }]),
				asking('whatsappBusiness', {
					...(await ROUTES.whatsappBusiness?.()),
					...{ answerBy: 'buttons', message: 'Refund?', options },
				}),
			]);
			await waiting(inChat);
			waits.push({ id: inChat, link: undefined });

			for (const { id } of waits) await passTime(sqlite(testbed.userFolder), id);

			for (const { id } of waits) expect(await outcome(id)).toEqual({ order: 1042 });
			for (const link of waits.flatMap((wait) => wait.link ?? [])) {
				expect((await postAnswer(link, { approved: 'true' })).status).toBeLessThan(500);
			}
			expect(waits).toHaveLength(Object.keys(ROUTES).length * questions.length + 1);
		});

		const byLink = () => asked(asking('whatsappUnofficial', { destination: AYU }));

		it('A request that only looks answers nothing: GET, HEAD, and ten link previewers', async () => {
			const { id, link } = await byLink();
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
			expect((await testbed.api.execution(id)).status).toBe('waiting');
			await postAnswer(link, { approved: 'true' });
			expect(await outcome(id)).toMatchObject({ data: { approved: true } });
		});

		it('A question is answered once, though several answers come at once and again', async () => {
			const { id, link, workflow } = await asked(
				asking('whatsappUnofficial', { destination: AYU, ...double }),
			);

			const answers = await Promise.all(
				[1, 2, 3].map(() => postAnswer(link, { approved: 'true' })),
			);
			const pages = await Promise.all(answers.map((answered) => answered.text()));
			const result = await outcome(id);
			const late = await postAnswer(link, { approved: 'false' });

			// One that comes after the end sees n8n's own page.
			expect(pages.filter((text) => text.includes('Thank you'))).toHaveLength(1);
			expect(result).toMatchObject({ data: { approved: true } });
			expect(late.status).toBeLessThan(500);
			expect((await testbed.api.execution(id)).runs(NODE)).toBe(1);
			expect(await testbed.api.executions(workflow)).toHaveLength(1);
		});

		it('A link with a changed, a missing or a further parameter is refused', async () => {
			const { id, link } = await byLink();
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
			expect((await testbed.api.execution(id)).status).toBe('waiting');
		});

		it('The question is asked for the first of several items only', async () => {
			const { id, link } = await asked(
				asking('whatsappUnofficial', { destination: '={{ $json.to }}' }),
				[{ to: AYU }, { to: '628123456780' }],
			);

			await postAnswer(link, { approved: 'true' });

			expect(await outcome(id)).toMatchObject({ data: { approved: true } });
			expect(await control().messages()).toHaveLength(1);
		});

		it('Each round of a loop asks by its own link', async () => {
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
			const stored = await testbed.api.createWorkflow({
				...workflow,
				connections: {
					...workflow.connections,
					Loop: { main: [[], [{ node: NODE, type: 'main', index: 0 }]] },
					[NODE]: { main: [[{ node: 'Loop', type: 'main', index: 0 }]] },
				},
			});
			const id = await testbed.api.run(stored, start.name);
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
				const ended = await testbed.api.finished(id);
				return ended.runs(NODE) === 2 ? ended : undefined;
			});
			expect(wrong.status).toBe(410);
			expect(page).toContain('Question 2');
			expect(execution.status).toBe('success');
			expect(told.parse(execution.output(NODE)[0]?.data).approved).toBe(false);
		});

		it('Validate Only shows the message and does not wait', async () => {
			const { id } = await run([
				items([{}]),
				asking('whatsappUnofficial', { destination: AYU, options: { validateOnly: true } }),
			]);

			expect(await outcome(id)).toMatchObject({ sent: false, credits: 1 });
			expect(await received()).toEqual([]);
		});

		it.each(['stopWorkflow', 'continueRegularOutput'])(
			'The question is asked once if the connection is dropped and Retry On Fail is on (%s)',
			async (onError) => {
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
						{ retryOnFail: true, maxTries: 3, waitBetweenTries: 100, onError },
					),
				]);

				const execution = await testbed.api.finished(id);

				expect(execution.raw).toContain('It may have been sent');
				expect(await received()).toHaveLength(1);
			},
		);

		it('The nodes behind it name the item that was asked about', async () => {
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

			const execution = await testbed.api.finished(id);
			expect(execution.output('Behind')).toEqual([{ order: 1042, ok: true }]);
		});
	},
);
