import { randomUUID } from 'node:crypto';

import { z } from 'zod';

import { until, type Json, type N8nApi } from '../../n8n/api';
import { controlOf } from '../../n8n/control';
import { approve, linkIn } from '../../n8n/questions';
import { whileTelling } from '../../n8n/say';
import { items, start } from '../../n8n/workflows';
import { startSimulator } from '../../simulator';
import { inLanes, inLoop, loginTo, pinned, runByHand, SEND, sends } from '../frame/nodes';
import type { Endings } from '../frame/runner';
import { readHeapMB } from './gauge';
import { send } from './http';
import { hostileRequests, hostileTaps, type Hostile } from './questionRequests';
import type { Receiver } from './workflows';

const LANES = 8;
const AYU = '628123456789';

const toldButtons = z.object({
	messages: z.array(z.object({ buttons: z.array(z.object({ id: z.string() })) })),
});

/** Questions that wait in n8n, and what a person has got of them. */
async function asking(api: N8nApi, endings: Endings) {
	const simulator = await startSimulator({ speed: 0 });
	endings.add(() => simulator.stop());
	const control = controlOf(simulator.url);
	const login = await loginTo(api, simulator.url);
	await control.write({ route: 'business', from: AYU, text: 'Hello?' });
	const asks = (parameters: Json) => ({
		...sends(login, { operation: 'sendAndWait', message: 'Refund?', ...parameters }),
		id: randomUUID(),
	});
	const byLink = asks({ resource: 'whatsappUnofficial', destination: AYU });
	const inChat = asks({
		...{ resource: 'whatsappBusiness', answerBy: 'buttons' },
		...{ gatewayId: 'gateway-1', recipient: AYU },
	});
	/** Waits for a question, and tells its link; of one in the chat, the ID that approves. */
	const asked = async (id: string, runs: number): Promise<string> => {
		await until(`question ${runs}`, async () => {
			const execution = await api.execution(id);
			return execution.status === 'waiting' && execution.runs(SEND) >= runs;
		});
		const { messages } = toldButtons.parse(await control.call('GET', '/messages'));
		const { text } = (await control.messages()).at(-1) ?? {};
		return messages.at(-1)?.buttons[0]?.id ?? linkIn(text);
	};
	const answer = (one: string) => {
		const url = one.replace('answer:', `${api.url}/webhook-waiting/`).replace(/\.[\w-]{22}$/, '');
		return approve(url);
	};
	/** In a loop, whose first question was answered: n8n signs both alike. */
	const twice = async (node: typeof byLink) => {
		const two = [start, items([{ number: 1 }, { number: 2 }])];
		const id = await runByHand(api, inLoop('Asks twice', two, 1, node));
		const earlier = await asked(id, 1);
		await answer(earlier);
		return { id, earlier, open: await asked(id, 2) };
	};
	const once = async (node: typeof byLink) => {
		const id = await runByHand(api, pinned('Asks', [{}], node));
		return { id, open: await asked(id, 1) };
	};
	const [page, otherPage] = [await twice(byLink), await once(byLink)];
	const [chat, otherChat] = [await twice(inChat), await once(inChat)];
	return {
		page: { ...page, other: otherPage.open },
		chat: { ...chat, other: otherChat.open },
		all: [page, otherPage, chat, otherChat],
		answer,
	};
}

/** Whether n8n fails in the same way for an address that leads to no node of ours: it does if the execution is no number. */
async function isOfN8n(one: Hostile, status: number): Promise<boolean> {
	const url = one.url.replace(/(webhook-waiting\/[^/]*)\/.*/, '$1/none');
	return url !== one.url && (await send(url, one)).status === status;
}

export async function hostileToQuestions(
	api: N8nApi,
	endings: Endings,
	{ workflow, path }: Receiver,
	{ count, seed, gaugePort }: { count: number; seed: number; gaugePort: number },
) {
	const asked = await asking(api, endings);
	const url = `${api.url}/webhook/${path}`;
	const wrong: string[] = [];
	let sent = 0;
	const attack = async (one: Hostile) => {
		const { status, text } = await send(one.url, one);
		sent++;
		if (status >= 500 && !(await isOfN8n(one, status))) {
			wrong.push(`${one.kind}: ${status} ${text.slice(0, 120)} ${one.url}`.slice(0, 300));
		}
		if (text.includes('Thank you')) wrong.push(`${one.kind} was thanked for: ${one.url}`);
	};
	/** @returns n8n's heap in MB after all questions have ended */
	const attacks = async (times: number, from: number) => {
		const requests = [...hostileRequests(times, from, asked.page)];
		await inLanes([...requests, ...hostileTaps(times, from, asked.chat, url)], LANES, attack);
		await until('all to be over', async () => (await api.count(workflow, 'running')) === 0);
		return readHeapMB(gaugePort);
	};
	const first = Math.ceil(count / 10);
	const [before, after] = await whileTelling(
		`${count} hostile requests to questions, and as many taps`,
		async () => [await attacks(first, seed), await attacks(count - first, seed + 1)] as const,
		() => `${sent} sent`,
	);
	for (const { id } of asked.all) {
		const { status } = await api.execution(id);
		if (status !== 'waiting') wrong.push(`Execution ${id} does not wait any more: ${status}`);
	}
	for (const { id, open } of asked.all) {
		await asked.answer(open);
		const { status, output } = await api.finished(id);
		const data = JSON.stringify(output(SEND));
		if (status !== 'success' || !data.includes('"approved":true')) {
			wrong.push(`The person was not heard: ${status} ${data}`);
		}
	}
	return { sent, before, after, wrong };
}
