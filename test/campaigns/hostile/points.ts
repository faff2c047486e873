import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { z } from 'zod';

import { until } from '../../n8n/api';
import type { TestNode } from '../../n8n/workflows';
import {
	callbackPath,
	loginTo,
	nothingBehind,
	pinned,
	post,
	published,
	runByHand,
	SEND,
	trigger,
} from '../frame/nodes';
import type { Part } from '../frame/report';
import type { Testbed } from '../frame/testbed';
import type { HostileService } from './answers';
import { send } from './http';
import { SECRETS } from './secrets';

/** What only a real n8n can tell of a weak token, a deleted credential and its own HTTP Request node. */

export interface Scene {
	bed: Testbed;
	service: HostileService;
	part: Part;
}

const EVENTS = { events: ['whatsappOfficialStatus'], options: {} };

/** What n8n's log says of an activation that our trigger refuses. */
const refusalsIn = async (bed: Testbed) => (await bed.logOf()).split('is too weak').length;

const SETTLED_MS = 15_000;

/** What becomes of the activation of a workflow with this trigger: n8n's log or its webhook says so later. */
async function activating(bed: Testbed, node: TestNode): Promise<string> {
	const { api } = bed;
	const url = `${api.url}/webhook/${callbackPath(String(node.webhookId))}`;
	const before = await refusalsIn(bed);
	const isRefused = async () => (await refusalsIn(bed)) > before;
	const isThere = async () => (await send(url)).status !== 404;
	const workflow = await api.createWorkflow(nothingBehind(String(node.webhookId), node));
	await api.publish(workflow);
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

async function weakToken({ bed, part }: Scene): Promise<void> {
	for (const [which, token, outcome] of [
		['weak', 'passwordpassword1234567890', 'refused'],
		['strong', SECRETS.callbackToken, 'activated'],
	] as const) {
		const node = await trigger(bed.api, randomUUID(), EVENTS, token);
		const found = await activating(bed, node);
		part.same(`A trigger with a ${which} token is ${outcome}`, found, outcome);
	}
}

async function withoutCredential({ bed: { api }, part }: Scene): Promise<void> {
	const path = 'hostile-without-credential';
	const node = await trigger(api, path, EVENTS, SECRETS.callbackToken);
	const workflow = await published(api, nothingBehind(path, node));
	const { id = '' } = node.credentials?.messagingServiceCallbackApi ?? {};
	await api.request('DELETE', `/credentials/${id}`, z.unknown());
	const url = `${api.url}/webhook/${callbackPath(path)}?token=${SECRETS.callbackToken}`;
	const { status } = await post(url, { ref_no: 'a', status: 'read' });
	part.same(
		'With the credential deleted, a call starts nothing',
		[status, await api.count(workflow)],
		[503, 0],
	);
}

async function keyForTheServiceOnly({ bed: { api }, service, part }: Scene): Promise<void> {
	const before = service.requests();
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
	const id = await runByHand(api, pinned('Asks elsewhere', [{}], asks));
	const { status } = await api.finished(id);
	part.same(
		'n8n’s HTTP Request node does not get the API key, and asks nothing with it',
		[status, service.requests() - before],
		['error', 0],
	);
}

export async function eachPoint(scene: Scene): Promise<void> {
	await weakToken(scene);
	await withoutCredential(scene);
	await keyForTheServiceOnly(scene);
}
