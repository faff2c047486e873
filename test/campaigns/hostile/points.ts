import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import { parse } from 'flatted';
import { z } from 'zod';

import { until, type N8nApi } from '../../n8n/api';
import { chain, ourType, start, type TestNode } from '../../n8n/workflows';
import { startSimulator } from '../../simulator';
import type { HostileService } from './answers';
import { executionsOf } from './flood';
import { send, sendAndHangUp, sendJson } from './http';
import { SECRETS } from './secrets';
import { callbackPath, SENDS, trigger, type Receiver, type ReceiverName } from './workflows';

/** What an attacker would try one by one. */

export interface Point {
	what: string;
	saw: string;
	holds: boolean;
}

interface Ground {
	api: N8nApi;
	/** Of n8n. */
	log: string;
	receivers: Record<ReceiverName, Receiver>;
	service: HostileService;
}

const TOKEN = `?token=${SECRETS.callbackToken}`;
const report = (ref: string) => ({ ref_no: ref, status: 'read' });

const noted = (what: string, saw: unknown, expected: unknown): Point => {
	const [seen, wanted] = [JSON.stringify(saw), JSON.stringify(expected)];
	return { what, saw: seen, holds: seen === wanted };
};

type Node = ReturnType<typeof trigger>;

const behind: TestNode = { name: 'Behind', type: 'n8n-nodes-base.noOp' };

const called = (api: N8nApi, webhookId: string) =>
	send(`${api.url}/webhook/${callbackPath(webhookId)}`, {});

/** What n8n's log says of an activation that our trigger refuses. */
const REFUSALS =
	/Authentication is neither None nor Token|Allowed IPs contains no address|The token of the credential is too weak/g;

const refusalsIn = (log: string) => readFileSync(log, 'utf8').match(REFUSALS)?.length ?? 0;

const SETTLED_MS = 15_000;

/** Both come after n8n's answer to the activation: its webhook, or why there is none. */
const outcomeOfActivation = (
	{ api, log }: Pick<Ground, 'api' | 'log'>,
	webhookId: string,
	refusedBefore: number,
): Promise<string> =>
	until('the activation to end', async () => {
		if (refusalsIn(log) > refusedBefore) return 'refused';
		if ((await called(api, webhookId)).status === 404) return undefined;
		// n8n registers the webhook first, and takes it back if our trigger refuses.
		await sleep(SETTLED_MS);
		if (refusalsIn(log) > refusedBefore) return 'refused';
		return (await called(api, webhookId)).status === 404 ? undefined : 'activated';
	});

/** What becomes of the activation of a workflow with this trigger. */
async function activating(ground: Ground, node: Node, webhookId: string): Promise<string> {
	const before = refusalsIn(ground.log);
	const workflow = await ground.api.createWorkflow(chain(webhookId, [node, behind]));
	await ground.api.publish(workflow);
	const outcome = await outcomeOfActivation(ground, webhookId, before);
	// Else n8n tries again later, and its log says so again.
	await ground.api.request('POST', `/workflows/${workflow.id}/deactivate`, z.unknown(), {});
	return outcome;
}

const tokenCredential = (api: N8nApi, token: string) =>
	api.createCredential('messagingServiceCallbackApi', 'Another', { token });

async function wrongSettings(ground: Ground): Promise<Point[]> {
	const { api } = ground;
	const strong = await tokenCredential(api, SECRETS.callbackToken);
	const weak = await tokenCredential(api, 'passwordpassword1234567890');
	const withParameters = (parameters: Record<string, unknown>, credential = strong) => {
		const id = randomUUID();
		const all = { events: ['whatsappOfficialStatus'], options: {}, ...parameters };
		return activating(ground, trigger('messagingServiceStatusTrigger', id, all, credential), id);
	};
	const found: Point[] = [];
	for (const authentication of ['Token', '', 'none ', '={{ "none" }}', '={{ undefined }}']) {
		found.push(
			noted(
				`A trigger whose Authentication is ${JSON.stringify(authentication)} is not activated`,
				await withParameters({ authentication }),
				'refused',
			),
		);
	}
	found.push(
		noted(
			'A trigger with an empty list of addresses from an expression is not activated',
			await withParameters({ authentication: 'token', options: { allowedIps: '={{ "" }}' } }),
			'refused',
		),
		noted(
			'A trigger with a weak token is not activated',
			await withParameters({ authentication: 'token' }, weak),
			'refused',
		),
		noted(
			'A trigger with a strong token is activated',
			await withParameters({ authentication: 'token' }),
			'activated',
		),
	);
	const { status, message } = await api.testCredential('messagingServiceCallbackApi', 'Weak', {
		token: 'passwordpassword1234567890',
	});
	return [
		...found,
		noted(
			'The test of a weak token fails and offers a random one',
			[status, /[\dA-Za-z_-]{24,}/.test(message)],
			['Error', true],
		),
	];
}

async function callersAlone({ api, receivers }: Ground): Promise<Point[]> {
	const url = `${api.url}/webhook/${receivers.status.path}`;
	const before = await executionsOf(api, receivers.status);
	const statuses = async (calls: Promise<{ status: number }>[]) =>
		(await Promise.all(calls)).map(({ status }) => status);
	const refused = await statuses([
		sendJson(url, report('a')),
		sendJson(`${url}?token=`, report('b')),
		sendJson(`${url}?token=${SECRETS.callbackToken.slice(1)}`, report('c')),
		sendJson(`${url}?token[]=${SECRETS.callbackToken}`, report('d')),
		send(url, { method: 'GET' }),
	]);
	const big = '{"ref_no":9007199254740992,"status":"read"}';
	const distinct = await statuses(
		[big, big.replace('992', '993'), big].map((body) =>
			send(`${url}${TOKEN}`, {
				headers: { 'content-type': 'application/json' },
				body: Buffer.from(body),
			}),
		),
	);
	// Two are new and one is a repeat, in whichever order they came: each is answered well.
	const started = (await settledCount(api, receivers.status, before + 2)) - before;
	return [
		noted('Calls without the right token are refused', refused, [401, 401, 403, 401, 401]),
		noted(
			'Whole numbers above 2^53 are two different callbacks, and one that comes again is one',
			[distinct.every((status) => status === 200 || status === 503), started],
			[true, 2],
		),
	];
}

async function settledCount(api: N8nApi, receiver: Receiver, least: number): Promise<number> {
	for (let tried = 0; ; tried++) {
		const count = await executionsOf(api, receiver);
		if (count >= least || tried === 100) return count;
		await sleep(100);
	}
}

async function withoutCredential({ api, log }: Ground): Promise<Point[]> {
	const credential = await tokenCredential(api, SECRETS.callbackToken);
	const id = `hostile-${randomUUID()}`;
	const workflow = await api.createWorkflow(
		chain('Its credential is deleted', [
			trigger(
				'messagingServiceStatusTrigger',
				id,
				{ events: ['whatsappOfficialStatus'], authentication: 'token', options: {} },
				credential,
			),
			behind,
		]),
	);
	await api.activate(workflow);
	await outcomeOfActivation({ api, log }, id, refusalsIn(log));
	await api.request('DELETE', `/credentials/${credential.id}`, z.unknown());
	const url = `${api.url}/webhook/${callbackPath(id)}`;
	const answers = [];
	for (const ref of ['a', 'b', 'c']) {
		answers.push((await sendJson(`${url}${TOKEN}`, report(ref))).status);
	}
	return [
		noted(
			'With the credential deleted, three calls start nothing',
			[answers, await executionsOf(api, { workflow, path: '' })],
			[[503, 503, 503], 0],
		),
	];
}

async function forwarded({ api, log }: Ground): Promise<Point[]> {
	const id = `hostile-${randomUUID()}`;
	const workflow = await api.createWorkflow(
		chain('Only some addresses', [
			trigger('messagingServiceStatusTrigger', id, {
				events: ['whatsappOfficialStatus'],
				authentication: 'none',
				options: { allowedIps: '203.0.113.7, 127.0.0.1' },
			}),
			behind,
		]),
	);
	await api.activate(workflow);
	await outcomeOfActivation({ api, log }, id, refusalsIn(log));
	const url = `${api.url}/webhook/${callbackPath(id)}`;
	const through = await sendJson(url, report('a'), { 'x-forwarded-for': '203.0.113.7' });
	const direct = await sendJson(url, report('b'));
	return [
		noted(
			'A forwarded call to a list of addresses is refused with an explanation, if n8n knows of no proxy',
			[through.status, through.text.includes('A proxy forwarded'), direct.status],
			[403, true, 200],
		),
	];
}

const HANG_UPS = 60;

/** Senders that hang up. @returns what to ask a minute later */
export async function hangUps({ api, receivers }: Ground): Promise<() => Promise<Point[]>> {
	const url = `${api.url}/webhook/${receivers.status.path}${TOKEN}`;
	const refs = Array.from({ length: HANG_UPS }, (_, at) => `hung-up-${at}`);
	for (const ref of refs) await sendAndHangUp(url, report(ref));
	const from = Date.now();
	return async () => {
		await sleep(Math.max(0, 61_000 - (Date.now() - from)));
		let taken = 0;
		for (const ref of refs) {
			if ((await sendJson(url, report(ref))).status === 200) taken++;
		}
		return [
			noted(
				'After a minute, the callbacks of senders that hung up early are taken again or known',
				taken,
				HANG_UPS,
			),
		];
	};
}

const contexts = z.object({
	executionData: z.object({ contextData: z.record(z.string(), z.unknown()) }).passthrough(),
});

async function storedData({ api, service }: Ground, serviceUrl: string): Promise<Point[]> {
	const code = '482913';
	const number = '6281234509876';
	const usual = service.answers;
	let asked = 0;
	service.answers = () => ({
		kind: '',
		status: ++asked === 1 ? 200 : 500,
		headers: { 'content-type': 'application/json' },
		body: Buffer.from(
			JSON.stringify({
				error: false,
				data: { ref_no: 'r-1', destination: number, message: `Your code is ${code}` },
			}),
		),
	});
	const credential = await api.createCredential('messagingServiceApi', 'One at a time', {
		baseUrl: serviceUrl,
		apiKey: SECRETS.apiKey,
		requestsPerSecond: 1,
	});
	const workflow = await api.createWorkflow({
		...chain('Fails', [
			start,
			{
				name: SENDS,
				type: ourType('messagingService'),
				parameters: {
					resource: 'whatsappUnofficial',
					operation: 'sendText',
					destination: '={{ $json.to }}',
					message: `Your code is ${code}`,
				},
				credentials: { messagingServiceApi: credential },
			},
		]),
		pinData: {
			[start.name]: [{ json: { to: number } }, { json: { to: `${number.slice(0, -1)}5` } }],
		},
	});
	const execution = await api.finished(await api.run(workflow, start.name));
	service.answers = usual;
	const { executionData } = contexts.parse(parse(execution.raw));
	const kept = JSON.stringify(executionData.contextData);
	return [
		noted(
			'What a failed execution keeps beside the data of its nodes holds the outcomes, and no code and no number',
			[
				execution.status,
				kept.includes('"ref_no":"r-1"'),
				kept.includes(code),
				kept.includes(number),
				kept.includes(number.slice(-8)),
			],
			['error', true, false, false, false],
		),
	];
}

async function keyForTheServiceOnly(
	{ api, service }: Ground,
	serviceUrl: string,
): Promise<Point[]> {
	const credential = await api.createCredential('messagingServiceApi', 'Taken along', {
		baseUrl: serviceUrl,
		apiKey: SECRETS.apiKey,
	});
	const before = service.requests;
	const workflow = await api.createWorkflow({
		...chain('Takes the key elsewhere', [
			start,
			{
				name: SENDS,
				type: 'n8n-nodes-base.httpRequest',
				typeVersion: 4.2,
				parameters: {
					url: `${serviceUrl}/elsewhere`,
					authentication: 'predefinedCredentialType',
					nodeCredentialType: 'messagingServiceApi',
				},
				credentials: { messagingServiceApi: credential },
			},
		]),
		pinData: { [start.name]: [{ json: {} }] },
	});
	const { status } = await api.finished(await api.run(workflow, start.name));
	return [
		noted(
			'n8n’s HTTP Request node does not get the API key, and asks nothing with it',
			[status, service.requests - before],
			['error', 0],
		),
	];
}

async function simulatorAlone(): Promise<Point[]> {
	const simulator = await startSimulator({ speed: 0 });
	try {
		const foreign = await send(`${simulator.url}/control/messages`, {
			method: 'GET',
			headers: { host: 'attacker.example' },
		});
		const page = await send(`${simulator.url}/control/messages`, {
			method: 'GET',
			headers: { origin: 'http://attacker.example' },
		});
		return [
			noted(
				'The simulator refuses a foreign Host header, and a page of another origin',
				[foreign.status, page.status],
				[403, 403],
			),
		];
	} finally {
		await simulator.stop();
	}
}

export async function eachPoint(ground: Ground): Promise<Point[]> {
	const { url } = ground.service;
	return [
		...(await wrongSettings(ground)),
		...(await callersAlone(ground)),
		...(await withoutCredential(ground)),
		...(await forwarded(ground)),
		...(await storedData(ground, url)),
		...(await keyForTheServiceOnly(ground, url)),
		...(await simulatorAlone()),
	];
}
