import { until, type Stored } from '../../n8n/api';
import type { Cluster } from './cluster';

/** How many executions of a workflow stand in the database, by their status. */
export async function statusesOf(
	{ database }: Cluster,
	{ id }: Pick<Stored, 'id'>,
): Promise<Record<string, number>> {
	const rows = await database.rows(
		`select status, count(*) from execution_entity where "workflowId" = '${id}' group by status order by status`,
	);
	return Object.fromEntries(rows.map(([status = '', count]) => [status, Number(count)]));
}

export async function executionsOf({ database }: Cluster, { id }: Stored): Promise<string[]> {
	const rows = await database.rows(
		`select id from execution_entity where "workflowId" = '${id}' order by id`,
	);
	return rows.flatMap(([execution]) => execution ?? []);
}

const UNDER_WAY = ['new', 'running', 'waiting'];

/** Waits until so many executions of a workflow are over. */
export function allOver(
	cluster: Cluster,
	workflow: Stored,
	count: number,
	withinMs = 300_000,
): Promise<Record<string, number>> {
	return until(
		`${count} executions to end`,
		async () => {
			const statuses = await statusesOf(cluster, workflow);
			const over = Object.entries(statuses)
				.filter(([status]) => !UNDER_WAY.includes(status))
				.reduce((sum, [, found]) => sum + found, 0);
			return over >= count ? statuses : undefined;
		},
		withinMs,
	);
}
