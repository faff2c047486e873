import type { Stored } from '../../n8n/api';
import { chain, splitOut, webhook, type TestNode } from '../../n8n/workflows';
import { people, post } from '../frame/nodes';
import type { Report } from '../frame/report';
import type { Endings } from '../frame/runner';
import type { Testbed } from '../frame/testbed';
import type { Witness } from '../frame/witness';

/** Lists that a webhook brings to a node. */

export interface Benchmark {
	title: string;
	/** For a person who does it again. */
	how: string;
	run: (world: { endings: Endings; service: Witness }, report: Report) => Promise<void>;
}

const WITHIN_MS = 900_000;
/** What was sent before no longer counts for the limit. */
export const FORGOTTEN_MS = 1100;

export const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

/** A webhook that sends to people through this node. */
export async function published({ api }: Testbed, path: string, node: TestNode): Promise<Stored> {
	const nodes = [webhook(path), splitOut('body.people'), node];
	const workflow = await api.createWorkflow(chain(path, nodes));
	await api.activate(workflow);
	return workflow;
}

interface Named {
	name: string;
	count: number;
}

/** An execution for each list, all at the same time. Resolves when all have ended. */
export async function atOnce(
	{ api, webhookUrl }: Testbed,
	path: string,
	workflow: Stored,
	lists: Named[],
) {
	const known = await api.idsOf(workflow);
	for (const { name, count } of lists) {
		await post(`${webhookUrl}/${path}`, { people: people(count, name) });
	}
	const options = { count: lists.length, mustBeOver: true, withinMs: WITHIN_MS, everyMs: 1000 };
	return api.fresh(workflow, known, options);
}
