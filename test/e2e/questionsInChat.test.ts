import { randomUUID } from 'node:crypto';
import { createServer, request as forward, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { z } from 'zod';

import { until, type Stored } from '../n8n/api';
import { controlOf } from '../n8n/control';
import { createCredentials, type Credentials } from '../n8n/playground';
import { N8N_1, N8N_2 } from '../n8n/versions';
import { chain, items, ourType, start, type TestNode } from '../n8n/workflows';
import { postAnswer, publishedInbox, waitingExecution } from './support/questions';
import { useN8n } from './useN8n';

type Json = Record<string, unknown>;

const AYU = '628123456789';
const BUDI = '628123456700';

const withButtons = z.object({
	messages: z.array(z.object({ buttons: z.array(z.object({ id: z.string() })) })),
});

/** The IDs of both buttons of one question. */
interface Ids {
	yes: string;
	no: string;
}

const meta = (from: string | undefined, message: Json): Json => ({
	object: 'whatsapp_business_account',
	entry: [
		{
			id: '1',
			changes: [
				{
					field: 'messages',
					value: {
						messaging_product: 'whatsapp',
						metadata: { display_phone_number: '628110000000', phone_number_id: '42' },
						messages: [{ ...(from !== undefined && { from }), id: 'wamid.1', ...message }],
					},
				},
			],
		},
	],
});

const reply = (id: string): Json => ({
	context: { from: '628110000000', id: 'wamid.0' },
	type: 'interactive',
	interactive: { type: 'button_reply', button_reply: { id, title: 'Yes' } },
});

/** How a tap may come in, since that is not documented, and who is known to have tapped. */
const TAPS: [what: string, payload: (id: string) => unknown, answeredBy: string | undefined][] = [
	['entries, changes and values', (id) => meta(AYU, reply(id)), AYU],
	['a list with one message', (id) => [{ sender: Number(AYU), postback: { payload: id } }], AYU],
	[
		'JSON in a text',
		(id) => ({ data: JSON.stringify({ waId: `+${AYU}`, response_json: JSON.stringify({ id }) }) }),
		AYU,
	],
	['a number without its country', (id) => ({ originator: '0812-3456-789', msg: id }), AYU],
	[
		'a jid and keys in capitals',
		(id) => ({ FROM: `${AYU}@c.us`, SELECTED: { BUTTONID: id } }),
		AYU,
	],
	['no sender', (id) => ({ to: BUDI, button_id: id }), undefined],
	[
		'the name of a sender',
		(id) => ({ from: 'Ayu', profile: { name: 'Ayu' }, button: [id] }),
		undefined,
	],
];

/** What is no answer, though most of it holds the right ID. */
const NO_TAPS: [what: string, payload: (ids: Ids, execution: string) => unknown][] = [
	['typed', (_, execution) => ({ from: AYU, text: `answer:${execution}/x?approved=true&y` })],
	['another number', ({ yes }) => meta(BUDI, reply(yes))],
	['another number as a number', ({ yes }) => ({ sender_number: Number(BUDI), id: yes })],
	['another number in an object', ({ yes }) => ({ from: { user: BUDI, server: 'c.us' }, id: yes })],
	['another number in a text', ({ yes }) => ({ raw: JSON.stringify({ wa_id: BUDI, id: yes }) })],
	[
		'another number beside the message',
		({ yes }) => ({ contacts: [{ wa_id: BUDI }], m: [{ yes }] }),
	],
	['two numbers', ({ yes }) => ({ from: AYU, originator: BUDI, id: yes })],
	[
		'another number in a list',
		({ yes }) => [
			{ from: AYU, text: 'Hi' },
			{ from: BUDI, id: yes },
		],
	],
	['both', ({ yes, no }) => ({ from: AYU, id: yes, action: { buttons: [yes, no] } })],
	['both in one text', ({ yes, no }) => ({ from: AYU, id: yes, log: `${yes}\n${no}` })],
	['both as keys', ({ yes, no }) => ({ from: AYU, id: yes, map: { [yes]: 1, [no]: 2 } })],
	['both, one in JSON', ({ yes, no }) => ({ id: yes, raw: JSON.stringify({ b: [{ id: no }] }) })],
	[
		'quoted by a library',
		({ yes }) => ({
			key: { remoteJid: `${AYU}@s.whatsapp.net` },
			message: {
				extendedTextMessage: {
					text: 'NO! Do not pay',
					contextInfo: { quotedMessage: { buttonsMessage: { buttons: [{ buttonId: yes }] } } },
				},
			},
		}),
	],
	[
		'quoted in JSON',
		({ yes }) => ({ from: AYU, text: 'No', quotedMsg: JSON.stringify({ id: yes }) }),
	],
	['quoted in capitals', ({ yes }) => ({ FROM: AYU, QUOTED: { ID: yes } })],
	[
		'quoted in a context',
		({ yes }) => meta(AYU, { text: { body: 'No' }, context: { button: yes } }),
	],
	['replied to', ({ yes }) => ({ from: AYU, text: 'No', reply_to_message: { markup: [yes] } })],
	['an echo', ({ yes }) => ({ message_echoes: [{ from: AYU, ...reply(yes) }] })],
	[
		'an echo by its flag',
		({ yes }) => ({ from: AYU, key: { fromMe: true }, is_echo: true, id: yes }),
	],
	['a reaction', ({ yes }) => ({ from: AYU, type: 'reaction', emoji: '👎', target: { id: yes } })],
	['a reaction to it', ({ yes }) => ({ from: AYU, reaction: { emoji: '👎', to: yes } })],
	['a status', ({ yes }) => ({ statuses: [{ recipient_id: AYU, status: 'read', button: yes }] })],
	['a forwarded question', ({ yes }) => ({ from: AYU, forwardedMessage: { id: yes } })],
	['a caption', ({ yes }) => ({ from: AYU, image: { caption: `Is this yours? ${yes}` } })],
	['a caption that ends in a point', ({ yes }) => ({ from: AYU, image: { caption: `${yes}.` } })],
	[
		'an address',
		({ yes }) => ({ from: AYU, text: `https://wa.me/?text=${encodeURIComponent(yes)}` }),
	],
	['a seal of another', ({ yes, no }) => ({ from: AYU, id: yes.slice(0, -22) + no.slice(-22) })],
	[
		'a changed answer',
		({ no }) => ({ from: AYU, id: no.replace('approved=false', 'approved=true') }),
	],
	['capitals', ({ yes }) => ({ from: AYU, id: yes.toUpperCase() })],
];

describe.each([N8N_2, N8N_1].map((version) => [version.n8n, version] as const))(
	'Question with buttons in the chat, in n8n %s',
	(_number, version) => {
		/** What stands before n8n under its public address, whose host n8n 1 signs, too. */
		let proxy: Server;
		type OfProxy = (url: string) => [status: number, location?: string] | undefined;
		const toN8n: OfProxy = () => undefined;
		let answerOfProxy: OfProxy = toN8n;
		const env: Record<string, string> = {};

		beforeAll(async () => {
			proxy = createServer((request, response) => {
				const answer = answerOfProxy(request.url ?? '');
				if (answer !== undefined) {
					const [status, location] = answer;
					response.writeHead(status, location === undefined ? {} : { location }).end('A proxy');
					return;
				}
				const { method, headers } = request;
				const onward = forward(
					`${testbed.n8n.url}${request.url ?? ''}`,
					{ method, headers },
					(from) => {
						response.writeHead(from.statusCode ?? 502, from.headers);
						from.pipe(response);
					},
				);
				request.pipe(onward);
			});
			await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
			env.WEBHOOK_URL = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/`;
		});

		const testbed = useN8n({ version, simulator: { speed: 0 }, env });
		let credentials: Credentials = {};
		let trigger: Stored;
		let url: string;

		beforeAll(async () => {
			const { api, simulator } = testbed;
			credentials = await createCredentials(api, { simulator: simulator.url, model: '' });
			({ trigger, url } = await publishedInbox(testbed));
		});

		afterAll(() => proxy.close());

		beforeEach(async () => {
			answerOfProxy = toN8n;
			await control().reset();
			await control().write({ route: 'business', from: AYU, text: 'Hello?' });
		});

		const control = () => controlOf(testbed.simulator.url);

		/** Starts a question, and hands over its buttons as soon as they are on the phone. */
		const asked = async (behind: readonly TestNode[] = []) => {
			const ask: TestNode = {
				name: 'Ask',
				type: ourType('messagingService'),
				parameters: {
					...{ resource: 'whatsappBusiness', operation: 'sendAndWait' },
					...{ gatewayId: 'gateway-1', recipient: AYU },
					...{ message: 'Refund?', answerBy: 'buttons' },
				},
				credentials: {
					messagingServiceApi: credentials.messagingServiceApi ?? { id: '', name: '' },
				},
			};
			const workflow = await testbed.api.createWorkflow(
				chain('Ask', [start, items([{}]), ask, ...behind]),
			);
			const id = await testbed.api.run(workflow, start.name);
			const ids = await until('the buttons', async (): Promise<Ids | undefined> => {
				const { messages } = withButtons.parse(await control().call('GET', '/messages'));
				const [yes, no] = messages.findLast(({ buttons }) => buttons.length > 0)?.buttons ?? [];
				if (yes && no) return { yes: yes.id, no: no.id };
				const { error } = await testbed.api.execution(id);
				if (error !== undefined) throw new Error(error);
				return undefined;
			});
			return { id, ...ids };
		};

		const waiting = async () => {
			const question = await asked();
			await waitingExecution(testbed.api, question.id);
			return question;
		};

		const callBack = async (json: unknown) =>
			(
				await fetch(url, {
					method: 'POST',
					headers: { 'content-type': 'application/json' },
					body: JSON.stringify(json),
				})
			).status;

		const started = async () => (await testbed.api.executions(trigger)).length;

		const startedOnceMore = (before: number) =>
			until('the workflow to start', async () => ((await started()) > before ? true : undefined));

		const dataOf = async (id: string) =>
			until('the output', async () => (await testbed.api.finished(id)).output('Ask')[0]?.data);

		const linkOf = (id: string) =>
			`${env.WEBHOOK_URL ?? ''}webhook-waiting/${id.slice('answer:'.length, id.lastIndexOf('.'))}`;

		it.each(TAPS)('A tap in the shape of %s is understood', async (_, payload, answeredBy) => {
			const { id, no } = await waiting();
			const before = await started();

			expect(await callBack(payload(no))).toBe(200);
			expect(await callBack(payload(no))).toBe(200);

			expect(await dataOf(id)).toEqual({
				approved: false,
				respondedAt: expect.any(String) as string,
				...(answeredBy !== undefined && { answered_by: answeredBy }),
			});
			expect(await started()).toBe(before);
		});

		it('Nothing else is a tap, and each starts the workflow', async () => {
			const { id, ...ids } = await waiting();
			const before = await started();

			for (const [what, payload] of NO_TAPS) {
				const json = payload(ids, id);
				const status = await callBack(Array.isArray(json) ? json : { ...(json as Json), what });
				expect([what, status]).toEqual([what, 200]);
			}

			await until('each to start the workflow', async () =>
				(await started()) === before + NO_TAPS.length ? true : undefined,
			);
			expect((await testbed.api.execution(id)).status).toBe('waiting');
			await callBack({ from: AYU, id: ids.yes });
			expect(await dataOf(id)).toMatchObject({ approved: true, answered_by: AYU });
		});

		it('A tap counts a second after the message, though the service answers n8n after four', async () => {
			await control().addFault({ kind: 'slowFirstByte', ms: 4000, times: 1 });
			const { id, yes } = await asked();

			const status = await callBack({ from: AYU, id: yes });

			expect(status).toBe(200);
			expect(await dataOf(id)).toMatchObject({ approved: true });
		});

		it.each<[string, OfProxy]>([
			['leads elsewhere', () => [302, '/login']],
			['has no n8n behind it', () => [502]],
		])('A tap is kept for later while the address of n8n %s', async (_, broken) => {
			const { id, yes } = await waiting();
			const before = await started();

			answerOfProxy = broken;
			expect(await callBack({ id: yes })).toBe(503);
			expect((await testbed.api.execution(id)).status).toBe('waiting');
			answerOfProxy = toN8n;
			expect(await callBack({ id: yes })).toBe(200);

			expect(await dataOf(id)).toMatchObject({ approved: true });
			expect(await started()).toBe(before);
		});

		it('A redirect of the address is followed, though n8n 1 takes none from another host', async () => {
			const { id, yes } = await waiting();
			const before = await started();

			answerOfProxy = (path) => [301, `${testbed.n8n.url}${path}`];
			expect(await callBack({ id: yes })).toBe(200);

			const goesOn = version === N8N_2 ? dataOf(id) : startedOnceMore(before);
			expect(await goesOn).toBeDefined();
		});

		it('A tap starts the workflow if the address of n8n leads to another page', async () => {
			const { id, yes } = await waiting();
			const before = await started();

			answerOfProxy = () => [200];
			expect(await callBack({ id: yes })).toBe(200);

			await startedOnceMore(before);
			expect((await testbed.api.execution(id)).status).toBe('waiting');
		});

		it('A tap that comes too late starts the workflow', async () => {
			const { id, yes, no } = await waiting();
			await postAnswer(linkOf(no), {});
			await dataOf(id);
			const before = await started();

			expect(await callBack({ id: yes })).toBe(200);

			await startedOnceMore(before);
		});

		it('A tap while the execution waits for a form starts the workflow', async () => {
			const form: TestNode = {
				name: 'Wait',
				type: 'n8n-nodes-base.wait',
				typeVersion: 1.1,
				webhookId: randomUUID(),
				parameters: { resume: 'form', formTitle: 'Form', options: {} },
			};
			const { id, yes, no } = await asked([form]);
			await waitingExecution(testbed.api, id);
			await postAnswer(linkOf(no), {});
			await until('the form', async () =>
				(await testbed.api.execution(id)).runs('Wait') > 0 ? true : undefined,
			);
			await waitingExecution(testbed.api, id);
			const before = await started();

			expect(await callBack({ id: yes })).toBe(200);

			await startedOnceMore(before);
		});

		it('A question in the chat is answered there only, and by what its link says', async () => {
			const { id, yes } = await waiting();

			const page = await fetch(linkOf(yes));
			const html = await page.text();
			const refused = await postAnswer(linkOf(yes), { approved: 'false' });
			const foreign = await postAnswer(linkOf(yes), { from: BUDI });

			expect(page.headers.get('content-security-policy')).toContain('sandbox ');
			expect(html).toContain('Answer in the chat');
			expect(html).not.toMatch(/<(form|button)/);
			expect([refused.status, foreign.status]).toEqual([409, 403]);
			expect((await testbed.api.execution(id)).status).toBe('waiting');
			expect((await postAnswer(linkOf(yes), { approved: 'true' })).status).toBe(200);
			expect(await dataOf(id)).toMatchObject({ approved: true });
		});
	},
);
