import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { z } from 'zod';

import { until, type Json } from '../../n8n/api';
import { start, type TestNode } from '../../n8n/workflows';
import { callbackPath, loginTo, pinned, receiving, SEND, trigger } from '../frame/nodes';
import type { Part } from '../frame/report';
import type { Testbed } from '../frame/testbed';
import type { HostileService } from './answers';
import { send, sendJson } from './http';
import { SECRETS } from './secrets';

/** What only a real n8n can tell of wrong settings, a deleted credential and its own HTTP Request node. */

export interface Scene {
	bed: Testbed;
	service: HostileService;
	part: Part;
}

const STATUS = 'messagingServiceStatusTrigger';
const EVENTS = { events: ['whatsappOfficialStatus'], options: {} };

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
		return (await isThere()) && 'activated';
	});
	// Else n8n tries again later, and its log says so again.
	await api.request('POST', `/workflows/${workflow.id}/deactivate`, z.unknown(), {});
	return outcome;
}

const WRONG: [what: string, parameters: Json, token?: string][] = [
	['whose Authentication is "Token"', { authentication: 'Token' }],
	['whose Authentication is an expression of nothing', { authentication: '={{ undefined }}' }],
	['with an empty list of addresses', { options: { allowedIps: '={{ "" }}' } }],
	['with a weak token', {}, 'passwordpassword1234567890'],
];

async function wrongSettings({ bed, part }: Scene): Promise<void> {
	const activated = async (parameters: Json, token = SECRETS.callbackToken) => {
		const all = { ...EVENTS, ...parameters };
		return activating(bed, await trigger(bed.api, STATUS, randomUUID(), all, token));
	};
	for (const [what, ...given] of WRONG) {
		part.same(`A trigger ${what} is not activated`, await activated(...given), 'refused');
	}
	part.same('A trigger with a strong token is activated', await activated({}), 'activated');
}

async function withoutCredential({ bed: { api }, part }: Scene): Promise<void> {
	const path = 'hostile-without-credential';
	const node = await trigger(api, STATUS, path, EVENTS, SECRETS.callbackToken);
	const workflow = await receiving(api, path, node);
	const { id = '' } = node.credentials?.messagingServiceCallbackApi ?? {};
	await api.request('DELETE', `/credentials/${id}`, z.unknown());
	const url = `${api.url}/webhook/${callbackPath(path)}?token=${SECRETS.callbackToken}`;
	const { status } = await sendJson(url, { ref_no: 'a', status: 'read' });
	part.same(
		'With the credential deleted, a call starts nothing',
		[status, await api.count(workflow)],
		[503, 0],
	);
}

async function keyForTheServiceOnly({ bed: { api }, service, part }: Scene): Promise<void> {
	const before = service.requests;
	const asks: TestNode = {
		name: SEND,
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: {
			url: `${service.url}/elsewhere`,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: 'messagingServiceApi',
		},
		credentials: await loginTo(api, service.url, { apiKey: SECRETS.apiKey }),
	};
	const workflow = await api.createWorkflow(pinned('Asks elsewhere', [{}], asks));
	const { status } = await api.finished(await api.run(workflow, start.name));
	part.same(
		'n8n’s HTTP Request node does not get the API key, and asks nothing with it',
		[status, service.requests - before],
		['error', 0],
	);
}

export async function eachPoint(scene: Scene): Promise<void> {
	await wrongSettings(scene);
	await withoutCredential(scene);
	await keyForTheServiceOnly(scene);
}
