import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { parse } from 'flatted';
import { z } from 'zod';

import { until, type Json, type N8nApi } from '../../n8n/api';
import { start, type TestNode } from '../../n8n/workflows';
import {
	callbackPath,
	loginTo,
	pinned,
	receiving,
	SEND,
	sends,
	TEXT,
	trigger,
} from '../frame/nodes';
import type { Part } from '../frame/report';
import type { Testbed } from '../frame/testbed';
import type { HostileService } from './answers';
import { JSON_TYPE, send, sendAndHangUp, sendJson } from './http';
import { SECRETS } from './secrets';
import type { Receivers } from './workflows';

/** What an attacker would try one by one. */

export interface Scene {
	bed: Testbed;
	receivers: Receivers;
	service: HostileService;
	part: Part;
}

const TOKEN = `?token=${SECRETS.callbackToken}`;
const WEAK = 'passwordpassword1234567890';
const STATUS = 'messagingServiceStatusTrigger';
const EVENTS = { events: ['whatsappOfficialStatus'], options: {} };
const report = (ref: string) => ({ ref_no: ref, status: 'read' });

/** What n8n's log says of an activation that our trigger refuses. */
const REFUSALS =
	/Authentication is neither None nor Token|Allowed IPs contains no address|The token of the credential is too weak/g;

const refusalsIn = async (bed: Testbed) => (await bed.logOf()).match(REFUSALS)?.length ?? 0;

const SETTLED_MS = 15_000;

/** What becomes of the activation of a workflow with this trigger: n8n's log or its webhook says so later. */
async function activating(bed: Testbed, node: TestNode): Promise<string> {
	const { api } = bed;
	const url = `${api.url}/webhook/${callbackPath(String(node.webhookId))}`;
	const before = await refusalsIn(bed);
	const isRefused = async () => (await refusalsIn(bed)) > before;
	const isThere = async () => (await send(url)).status !== 404;
	const workflow = await receiving(api, String(node.webhookId), node, 'publish');
	const outcome = await until('the activation to end', async () => {
		if (await isRefused()) return 'refused';
		if (!(await isThere())) return undefined;
		// n8n registers the webhook first, and takes it back if our trigger refuses.
		await sleep(SETTLED_MS);
		if (await isRefused()) return 'refused';
		return (await isThere()) ? 'activated' : undefined;
	});
	// Else n8n tries again later, and its log says so again.
	await api.request('POST', `/workflows/${workflow.id}/deactivate`, z.unknown(), {});
	return outcome;
}

async function wrongSettings({ bed, part }: Scene): Promise<void> {
	const activated = async (parameters: Json, token = SECRETS.callbackToken) =>
		activating(
			bed,
			await trigger(bed.api, STATUS, randomUUID(), { ...EVENTS, ...parameters }, token),
		);
	const wrong: [what: string, parameters: Json, token?: string][] = [
		...['Token', '', 'none ', '={{ "none" }}', '={{ undefined }}'].map(
			(authentication): [string, Json] => [
				`whose Authentication is ${JSON.stringify(authentication)}`,
				{ authentication },
			],
		),
		['with an empty list of addresses', { options: { allowedIps: '={{ "" }}' } }],
		['with a weak token', {}, WEAK],
	];
	for (const [what, ...given] of wrong) {
		part.same(`A trigger ${what} is not activated`, await activated(...given), 'refused');
	}
	part.same('A trigger with a strong token is activated', await activated({}), 'activated');
	const credential = 'messagingServiceCallbackApi';
	const { status, message } = await bed.api.testCredential(credential, 'Weak', { token: WEAK });
	part.same(
		'The test of a weak token fails and offers a random one',
		[status, /[\dA-Za-z_-]{24,}/.test(message)],
		['Error', true],
	);
}

async function callersAlone({ bed: { api }, receivers: { status }, part }: Scene): Promise<void> {
	const url = `${api.url}/webhook/${status.path}`;
	const before = await api.count(status.workflow);
	const statuses = async (calls: Promise<{ status: number }>[]) =>
		(await Promise.all(calls)).map((answer) => answer.status);
	const refused = await statuses([
		sendJson(url, report('a')),
		sendJson(`${url}?token=`, report('b')),
		sendJson(`${url}?token=${SECRETS.callbackToken.slice(1)}`, report('c')),
		sendJson(`${url}?token[]=${SECRETS.callbackToken}`, report('d')),
		send(url, { method: 'GET' }),
	]);
	part.same('Calls without the right token are refused', refused, [401, 401, 403, 401, 401]);
	const big = '{"ref_no":9007199254740992,"status":"read"}';
	const answers = await statuses(
		[big, big.replace('992', '993'), big].map((text) => sendJson(`${url}${TOKEN}`, text)),
	);
	await sleep(SETTLED_MS);
	// Two are new and one is a repeat, in any order: each is answered well.
	const isWell = answers.every((answer) => answer === 200 || answer === 503);
	part.same(
		'Whole numbers above 2^53 are two different callbacks, and one that comes again is one',
		[isWell, (await api.count(status.workflow)) - before],
		[true, 2],
	);
}

async function published({ api }: Testbed, parameters: Json, token?: string) {
	const id = `hostile-${randomUUID()}`;
	const node = await trigger(api, STATUS, id, { ...EVENTS, ...parameters }, token);
	const workflow = await receiving(api, id, node);
	return { workflow, node, url: `${api.url}/webhook/${callbackPath(id)}` };
}

async function withoutCredential({ bed, part }: Scene): Promise<void> {
	const { workflow, url, node } = await published(bed, {}, SECRETS.callbackToken);
	const { id = '' } = node.credentials?.messagingServiceCallbackApi ?? {};
	await bed.api.request('DELETE', `/credentials/${id}`, z.unknown());
	const answers = [];
	for (const ref of ['a', 'b', 'c']) {
		answers.push((await sendJson(`${url}${TOKEN}`, report(ref))).status);
	}
	part.same(
		'With the credential deleted, three calls start nothing',
		[answers, await bed.api.count(workflow)],
		[[503, 503, 503], 0],
	);
}

async function forwarded({ bed, part }: Scene): Promise<void> {
	const { url } = await published(bed, { options: { allowedIps: '203.0.113.7, 127.0.0.1' } });
	const through = await sendJson(url, report('a'), { 'x-forwarded-for': '203.0.113.7' });
	const direct = await sendJson(url, report('b'));
	part.same(
		'A forwarded call to a list of addresses is refused with an explanation, if n8n knows of no proxy',
		[through.status, through.text.includes('A proxy forwarded'), direct.status],
		[403, true, 200],
	);
}

const HANG_UPS = 60;

/** Senders that hang up. @returns what to check a minute later */
export async function hangUps({
	bed: { api },
	receivers,
	part,
}: Scene): Promise<() => Promise<void>> {
	const url = `${api.url}/webhook/${receivers.status.path}${TOKEN}`;
	const refs = Array.from({ length: HANG_UPS }, (_, at) => `hung-up-${at}`);
	for (const ref of refs) await sendAndHangUp(url, report(ref));
	const from = Date.now();
	return async () => {
		await sleep(Math.max(0, 61_000 - (Date.now() - from)));
		let taken = 0;
		for (const ref of refs) if ((await sendJson(url, report(ref))).status === 200) taken++;
		part.same(
			'After a minute, the callbacks of senders that hung up early are taken again or known',
			taken,
			HANG_UPS,
		);
	};
}

const finished = async (api: N8nApi, items: readonly object[], node: TestNode) => {
	const workflow = await api.createWorkflow(pinned('Attacked', items, node));
	return api.finished(await api.run(workflow, start.name));
};

const contexts = z.object({
	executionData: z.object({ contextData: z.record(z.string(), z.unknown()) }).passthrough(),
});

async function storedData({ bed: { api }, service, part }: Scene): Promise<void> {
	const code = '482913';
	const number = '6281234509876';
	const usual = service.answers;
	let asked = 0;
	const data = { ref_no: 'r-1', destination: number, message: `Your code is ${code}` };
	service.answers = () => ({
		kind: '',
		status: ++asked === 1 ? 200 : 500,
		headers: { 'content-type': JSON_TYPE },
		body: Buffer.from(JSON.stringify({ error: false, data })),
	});
	const login = { apiKey: SECRETS.apiKey, requestsPerSecond: 1 };
	const credential = await loginTo(api, service.url, login);
	const node = sends(credential, { ...TEXT, message: `Your code is ${code}` });
	const others = [{ to: number }, { to: `${number.slice(0, -1)}5` }];
	const { raw, status } = await finished(api, others, node);
	service.answers = usual;
	const kept = JSON.stringify(contexts.parse(parse(raw)).executionData.contextData);
	part.same(
		'What a failed execution keeps besides the data of its nodes holds the outcomes, and no code and no number',
		[
			status,
			kept.includes('"ref_no":"r-1"'),
			[code, number, number.slice(-8)].some((secret) => kept.includes(secret)),
		],
		['error', true, false],
	);
}

async function keyForTheServiceOnly({ bed: { api }, service, part }: Scene): Promise<void> {
	const before = service.requests;
	const { status } = await finished(api, [{}], {
		name: SEND,
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: {
			url: `${service.url}/elsewhere`,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: 'messagingServiceApi',
		},
		credentials: await loginTo(api, service.url, { apiKey: SECRETS.apiKey }),
	});
	part.same(
		'n8n’s HTTP Request node does not get the API key, and asks nothing with it',
		[status, service.requests - before],
		['error', 0],
	);
}

export async function eachPoint(scene: Scene): Promise<void> {
	await wrongSettings(scene);
	await callersAlone(scene);
	await withoutCredential(scene);
	await forwarded(scene);
	await storedData(scene);
	await keyForTheServiceOnly(scene);
}
