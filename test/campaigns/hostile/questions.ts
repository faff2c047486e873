import { randomUUID } from 'node:crypto';

import { z } from 'zod';

import { until, type N8nApi } from '../../n8n/api';
import { controlOf } from '../../n8n/control';
import { whileTelling } from '../../n8n/say';
import { chain, items, ourType, start, type TestNode } from '../../n8n/workflows';
import { startSimulator } from '../../simulator';
import { drawing } from '../../support/drawing';
import { executionsOf } from './flood';
import { readHeap } from './gauge';
import { inParallel, send, type Sent } from './http';
import type { Receiver } from './workflows';

/** Requests to the address of a question, and taps on buttons, none of which is an answer. */

export interface Questions {
	requests: number;
	taps: number;
	/** How many were answered so. */
	byStatus: Record<string, number>;
	/** Of n8n, when a tenth had come, and when all had. */
	heapMB: [before: number, after: number];
	wrong: string[];
}

/** n8n keeps some of what it has seen, up to a limit. */
export const MOST_MORE_MB = 16;

const AT_ONCE = 8;
const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
const ASK = 'Ask';
const LOOP = 'Loop';
const AYU = '628123456789';

interface Hostile extends Sent {
	kind: string;
	url: string;
}

/** Addresses, or the IDs of buttons, that n8n itself has signed. */
interface Signed {
	/** Of the question that is open. */
	open: string;
	/** Of the one before it, in the same loop. */
	earlier: string;
	/** Of another execution. */
	other: string;
}

const queryOf = (url: string) => url.slice(url.indexOf('?'));
const pathOf = (url: string) => url.slice(0, url.indexOf('?'));

/** What must not be taken for an answer, though the address is right. */
const NO_ANSWERS: [type: string, body: string][] = [
	[FORM, ''],
	[FORM, 'approved=TRUE'],
	[FORM, 'approved=true&approved=false'],
	[FORM, 'approved[toString]=true'],
	[FORM, '__proto__[approved]=true'],
	[FORM, `approved=false&reason=${'x'.repeat(20_000)}`],
	[FORM, 'k=v&'.repeat(900)],
	[FORM, '%E0%A4%A'],
	[JSON_TYPE, '{'],
	[JSON_TYPE, 'null'],
	[JSON_TYPE, '[{"approved":"true"}]'],
	[JSON_TYPE, '{"approved":"true"}'],
	[JSON_TYPE, '{"__proto__":{"approved":"true"}}'],
	[JSON_TYPE, `${'{"a":'.repeat(500)}1${'}'.repeat(500)}`],
	[JSON_TYPE, JSON.stringify({ a: 'x'.repeat(600_000) })],
	['text/plain', 'approved=true'],
	['application/xml', '<!DOCTYPE a [<!ENTITY b "true">]><approved>&b;</approved>'],
	['multipart/form-data; boundary=x', '--x--'],
	['', 'approved=true'],
];

/** Changes to what n8n has signed: none of them has a right signature. */
function forging(signed: Signed, seed: number) {
	const { open, earlier, other } = signed;
	const drawn = drawing(seed);
	const { upTo, pick } = drawn;
	const query = (url: string, change: (query: URLSearchParams) => void) => {
		const changed = new URLSearchParams(queryOf(url));
		change(changed);
		return `${pathOf(url)}?${changed.toString()}`;
	};
	const names = [...new URLSearchParams(queryOf(open)).keys()];
	const name = () => names[upTo(names.length)] ?? '';
	const ids = [...pathOf(open).matchAll(/[^/:]+/g)].map(([id]) => id);
	const [execution = '', node = ''] = ids.slice(-2);
	const odd = () =>
		pick(
			'0',
			'-1',
			'99999999',
			'9'.repeat(39),
			'9'.repeat(400),
			'1e9',
			'NaN',
			'%00',
			"1'%20or%201",
		);
	const forge = (): string =>
		pick<() => string>(
			() =>
				query(open, (one) => {
					const value = one.get(name()) ?? '';
					const at = upTo(value.length);
					one.set(
						name(),
						`${value.slice(0, at)}${pick('a', 'A', '0', '-')}x${value.slice(at + 2)}`,
					);
				}),
			() =>
				query(open, (one) => {
					one.set(name(), pick('', 'x', 'x'.repeat(3000), 'undefined', '\u0000'));
				}),
			() =>
				query(open, (one) => {
					one.delete(name());
				}),
			() => `${open}&${pick('approved=true', 'nonce=x', '__proto__[a]=1', 'token=x', 'x')}`,
			() => `${pathOf(open)}?${pick('approved=true', 'a', '')}&x=${queryOf(open).slice(1)}`,
			() => open.replace(name(), `${name()}[]`),
			() => pathOf(open) + queryOf(pick(other, earlier)).toUpperCase(),
			() => pathOf(other) + queryOf(open),
			() => pathOf(open) + queryOf(other),
			() => open.replace(`${execution}/${node}`, `${odd()}/${node}`),
			() =>
				open.replace(node, pick(randomUUID(), '__proto__', 'x'.repeat(90), '.', '%2e%2e', '%2f')),
		)();
	/** None that is right after all, such as one where a letter became the same letter. */
	const forged = (): string => {
		const made = forge();
		return made === open || made === other ? forged() : made;
	};
	return { ...drawn, forged };
}

export function* hostileRequests(count: number, seed: number, signed: Signed): Generator<Hostile> {
	const { pick, upTo, forged } = forging(signed, seed);
	for (let made = 0; made < count; made++) {
		const kind = pick('forged', 'forged', 'earlier', 'look', 'no answer');
		const answer = { headers: { 'content-type': FORM }, body: Buffer.from('approved=true') };
		switch (kind) {
			case 'forged':
				yield {
					kind,
					url: forged(),
					method: pick('POST', 'POST', 'PUT', 'GET', 'DELETE'),
					...answer,
				};
				break;
			case 'earlier':
				yield { kind, url: signed.earlier, method: 'POST', ...answer };
				break;
			case 'look': {
				const agent = pick('WhatsApp/2.23.20.0', 'facebookexternalhit/1.1', 'Mozilla/5.0', '');
				const headers = { 'user-agent': agent, 'x-http-method-override': 'POST' };
				yield { kind, url: signed.open, method: pick('GET', 'HEAD', 'OPTIONS'), headers };
				break;
			}
			default: {
				const [type, body] = NO_ANSWERS[upTo(NO_ANSWERS.length)] ?? ['', ''];
				const headers: Record<string, string> = type === '' ? {} : { 'content-type': type };
				yield { kind, url: signed.open, method: 'POST', headers, body: Buffer.from(body) };
			}
		}
	}
}

/** @param url of a trigger that takes any payload */
export function* hostileTaps(
	count: number,
	seed: number,
	signed: Signed,
	url: string,
): Generator<Hostile> {
	const { pick, upTo, forged } = forging(signed, seed);
	const levels = (inner: string) => {
		const deep = upTo(400);
		return `${'{"a":['.repeat(deep)}${inner}${']}'.repeat(deep)}`;
	};
	for (let made = 0; made < count; made++) {
		const id = JSON.stringify(pick(forged, forged, forged, () => signed.earlier)());
		const body = pick(
			`{"button_id":${id}}`,
			`{"a":${levels(`{"id":${id}}`)}}`,
			`{"a":[${Array.from({ length: upTo(300) }, () => JSON.stringify(forged())).join(',')}]}`,
			`{${id}:"x","text":"Yes"}`,
			`{"text":${JSON.stringify(`Here: ${signed.open}`)}}`,
			`{"a":${JSON.stringify(signed.open.replace('answer:', 'ANSWER:'))}}`,
		);
		yield {
			kind: 'tap',
			url,
			headers: { 'content-type': JSON_TYPE },
			body: Buffer.from(body),
		};
	}
}

const toldButtons = z.object({
	messages: z.array(z.object({ to: z.string(), buttons: z.array(z.object({ id: z.string() })) })),
});

/** Questions that wait in n8n, and what a person has got of them. */
async function asking(api: N8nApi) {
	const simulator = await startSimulator({ speed: 0 });
	const control = controlOf(simulator.url);
	const messagingServiceApi = await api.createCredential('messagingServiceApi', 'Asks', {
		baseUrl: simulator.url,
		apiKey: 'simulator-key',
	});
	await control.write({ route: 'business', from: AYU, text: 'Hello?' });
	const node = (parameters: Record<string, unknown>): TestNode => ({
		id: randomUUID(),
		name: ASK,
		type: ourType('messagingService'),
		parameters: {
			operation: 'sendAndWait',
			message: 'Refund?',
			...parameters,
		},
		credentials: { messagingServiceApi },
	});
	const byLink = { resource: 'whatsappUnofficial', destination: AYU };
	const inChat = {
		...{ resource: 'whatsappBusiness', answerBy: 'buttons' },
		...{ gatewayId: 'gateway-1', recipient: AYU },
	};
	const waits = async (what: string, id: string, runs: number) =>
		until(what, async () => {
			const { status, runs: count } = await api.execution(id);
			return status === 'waiting' && count(ASK) >= runs ? true : undefined;
		});
	/** The link of each question, oldest first; of those in the chat, the ID that approves. */
	const asked = async (): Promise<string[]> => {
		const { messages } = toldButtons.parse(await control.call('GET', '/messages'));
		const texts = await control.messages();
		return messages.map(
			({ buttons: [approve] }, at) =>
				approve?.id ?? /http\S+$/.exec(texts[at]?.text ?? '')?.[0] ?? '',
		);
	};
	const urlOf = (one: string) =>
		one.replace('answer:', `${api.url}/webhook-waiting/`).replace(/\.[\w-]{22}$/, '');
	const answer = (one: string) =>
		send(urlOf(one), { headers: { 'content-type': FORM }, body: Buffer.from('approved=true') });

	/** In a loop, whose first question was answered: n8n signs both alike. */
	const second = async (parameters: Record<string, unknown>) => {
		const workflow = chain('Asks twice', [
			...[start, items([{ number: 1 }, { number: 2 }])],
			{ name: LOOP, type: 'n8n-nodes-base.splitInBatches', typeVersion: 3, parameters: {} },
			node(parameters),
		]);
		const to = (name: string) => [{ node: name, type: 'main', index: 0 }];
		const stored = await api.createWorkflow({
			...workflow,
			connections: {
				...workflow.connections,
				[LOOP]: { main: [[], to(ASK)] },
				[ASK]: { main: [to(LOOP)] },
			},
		});
		const id = await api.run(stored, start.name);
		await waits('the first question', id, 1);
		const earlier = (await asked()).at(-1) ?? '';
		await answer(earlier);
		await waits('the second question', id, 2);
		return { id, earlier, open: (await asked()).at(-1) ?? '' };
	};
	const once = async (parameters: Record<string, unknown>) => {
		const workflow = chain('Asks', [start, items([{}]), node(parameters)]);
		const id = await api.run(await api.createWorkflow(workflow), start.name);
		await waits('the question', id, 1);
		return { id, open: (await asked()).at(-1) ?? '' };
	};
	const page = await second(byLink);
	const otherPage = await once(byLink);
	const chat = await second(inChat);
	const otherChat = await once(inChat);
	return {
		page: { ...page, other: otherPage.open },
		chat: { ...chat, other: otherChat.open },
		ids: [page.id, otherPage.id, chat.id, otherChat.id],
		open: [page.open, otherPage.open, chat.open, otherChat.open],
		answer,
		stop: () => simulator.stop(),
	};
}

/** Whether n8n fails in the same way for an address that leads to no node of ours: it does if the execution is no number. */
async function isOfN8n(one: Hostile, status: number): Promise<boolean> {
	const url = one.url.replace(/(webhook-waiting\/[^/]*)\/.*/, '$1/none');
	return url !== one.url && (await send(url, one)).status === status;
}

const settled = (api: N8nApi, receiver: Receiver) =>
	until('all executions to be over', async () =>
		(await executionsOf(api, receiver, 'running')) === 0 ? true : undefined,
	);

export async function hostileToQuestions(
	api: N8nApi,
	receiver: Receiver,
	{ count, seed, gaugePort }: { count: number; seed: number; gaugePort: number },
): Promise<Questions> {
	const asked = await asking(api);
	try {
		const url = `${api.url}/webhook/${receiver.path}`;
		const byStatus: Record<string, number> = {};
		const wrong: string[] = [];
		let sent = 0;
		const attack = async (one: Hostile) => {
			const { status, text } = await send(one.url, one);
			sent++;
			byStatus[status] = (byStatus[status] ?? 0) + 1;
			if (status >= 500 && !(await isOfN8n(one, status))) {
				wrong.push(`${one.kind}: ${status} ${text.slice(0, 120)} ${one.url}`.slice(0, 300));
			}
			if (text.includes('Thank you')) wrong.push(`${one.kind} was thanked for: ${one.url}`);
		};
		const all = (times: number, from: number) => [
			...hostileRequests(times, from, asked.page),
			...hostileTaps(times, from, asked.chat, url),
		];
		const heap = async () => {
			await settled(api, receiver);
			return readHeap(gaugePort);
		};
		const first = Math.ceil(count / 10);
		const telling = () => `${sent} sent`;
		const before = await whileTelling(
			`${count} hostile requests to questions, and as many taps`,
			async () => {
				await inParallel(all(first, seed), AT_ONCE, attack);
				const warm = await heap();
				await inParallel(all(count - first, seed + 1), AT_ONCE, attack);
				return warm;
			},
			telling,
		);
		const after = await heap();
		for (const id of asked.ids) {
			const { status } = await api.execution(id);
			if (status !== 'waiting') wrong.push(`Execution ${id} does not wait any more: ${status}`);
		}
		// The person is heard after all of them.
		for (const [at, open] of asked.open.entries()) {
			await asked.answer(open);
			const { status, output } = await api.finished(asked.ids[at] ?? '');
			const data = JSON.stringify(output(ASK));
			if (status !== 'success' || !data.includes('"approved":true')) {
				wrong.push(`The person was not heard: ${status} ${data}`);
			}
		}
		return { requests: count, taps: count, byStatus, heapMB: [before, after], wrong };
	} finally {
		await asked.stop();
	}
}
