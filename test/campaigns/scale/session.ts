import { listening, until, type Stored } from '../../n8n/api';
import { receiver } from '../frame/nodes';
import type { Report } from '../frame/report';
import type { SimulatorProcess } from '../frame/simulatorProcess';
import type { Testbed } from '../frame/testbed';

export interface Session {
	bed: Testbed;
	service: SimulatorProcess;
	report: Report;
}

/** SCALE_ITEMS makes a run smaller while it is worked on. */
export const ITEMS = Math.max(40, Math.floor(Number(process.env.SCALE_ITEMS ?? '2000') / 20) * 20);

const TOKEN = '93c5e0d7428fb16a5ec29d70bf1846a3';

/** A published trigger. Its URLs carry the token: one leads to the webhook process, the other to the main process. */
export async function receiverIn(
	{ api, webhookUrl, mainUrl }: Testbed,
	id: string,
	parameters: Parameters<typeof receiver>[2],
) {
	const { workflow, path } = await receiver(api, id, parameters, TOKEN);
	const at = (webhooks: string) => `${webhooks}/${path}?token=${TOKEN}`;
	const urls = { url: at(webhookUrl), otherUrl: at(mainUrl) };
	for (const url of Object.values(urls)) await listening(url);
	return { workflow, ...urls };
}

/** How many executions of a workflow are in the database, by their status. */
export async function statusesOf({ database }: Testbed, { id }: Stored) {
	const rows = await database.rows(
		`select status, count(*) from execution_entity where "workflowId" = '${id}' group by status`,
	);
	return Object.fromEntries(rows.map(([status = '', count]) => [status, Number(count)]));
}

export async function executionsOf({ database }: Testbed, { id }: Stored): Promise<string[]> {
	const rows = await database.rows(
		`select id from execution_entity where "workflowId" = '${id}' order by id`,
	);
	return rows.map(([execution = '']) => execution);
}

const UNDER_WAY = ['new', 'running', 'waiting'];

/** Waits until this many executions of a workflow are over. */
export const allOver = (bed: Testbed, workflow: Stored, count: number, withinMs = 1_200_000) =>
	until(
		`${count} executions to end`,
		async () => {
			const statuses = await statusesOf(bed, workflow);
			const over = Object.entries(statuses)
				.filter(([status]) => !UNDER_WAY.includes(status))
				.reduce((sum, [, found]) => sum + found, 0);
			return over >= count ? statuses : undefined;
		},
		withinMs,
	);
