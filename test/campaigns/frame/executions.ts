import { isOver, until, type Stored } from '../../n8n/api';
import type { Testbed } from './testbed';

export async function statusesOf({ database }: Testbed, ...workflows: readonly Stored[]) {
	const ids = workflows.map(({ id }) => `'${id}'`).join();
	const rows = await database.rows(
		`select status, count(*) from execution_entity where "workflowId" in (${ids}) group by status`,
	);
	return Object.fromEntries(rows.map(([status = '', count]) => [status, Number(count)]));
}

export async function executionsOf({ database }: Testbed, { id }: Stored): Promise<string[]> {
	const rows = await database.rows(
		`select id from execution_entity where "workflowId" = '${id}' order by id`,
	);
	return rows.map(([execution = '']) => execution);
}

/** Waits until this many executions of these workflows are over, and none is under way. */
export const allOver = (
	bed: Testbed,
	workflows: readonly Stored[],
	count: number,
	withinMs = 1_200_000,
) =>
	until(
		`${count} executions to end`,
		async () => {
			const statuses = await statusesOf(bed, ...workflows);
			const all = Object.entries(statuses);
			const over = all.reduce((sum, [status, found]) => sum + (isOver(status) ? found : 0), 0);
			return over >= count && all.every(([status]) => isOver(status)) && statuses;
		},
		withinMs,
	);
