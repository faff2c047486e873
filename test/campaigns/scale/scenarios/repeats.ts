import { setTimeout as sleep } from 'node:timers/promises';

import { listening } from '../../../n8n/api';
import { exampleOf } from '../../../n8n/editedExample';
import { callbackUrlOf, createCredentials, importExample } from '../../../n8n/playground';
import { allOver, executionsOf } from '../executions';
import type { Scenario } from './scenario';

/** The example that drops repeats behind the trigger: each callback comes to one process, and once more to another. */

const CALLBACKS = 30;
const RESTARTED = 10;
const WITHIN_MS = 300_000;

const push = async (url: string, id: string): Promise<void> => {
	const answer = await fetch(url, {
		method: 'POST',
		body: new URLSearchParams({
			id,
			gateway_number: '6281100000003',
			originator: '6281234567890',
			receive_date: '2026-11-21 10:00:00',
			msg: id,
		}),
	});
	if (!answer.ok) throw new Error(`The callback was answered with ${answer.status}`);
};

export const repeats: Scenario = async ({ cluster, report }) => {
	const part = report.part('Repeats that come to another process, dropped behind the trigger');
	const { api } = cluster;
	const credentials = await createCredentials(api, { simulator: cluster.service.url, model: '' });
	const workflow = await importExample(api, exampleOf('drop-repeated-callbacks'), credentials);
	await api.activate(workflow);
	const urlAt = (webhooks: string) =>
		callbackUrlOf(webhooks.replace('/webhook', ''), workflow, 'Message arrived');
	const [one, other] = [urlAt(cluster.webhookUrl), urlAt(cluster.mainUrl)];
	for (const url of [one, other]) await listening(url);

	/** How many callbacks went on so often. */
	const wentOn = async (name: string) => {
		const ids = await executionsOf(cluster, workflow);
		const times = new Map<string, number>();
		for (const id of ids) {
			for (const { text } of (await api.execution(id)).output('Go on')) {
				if (String(text).startsWith(name))
					times.set(String(text), (times.get(String(text)) ?? 0) + 1);
			}
		}
		return times;
	};
	let executions = 0;
	/** @param apartMs from one callback to the next; each comes again to the other process when all have come once */
	const trial = async (name: string, apartMs: number, isAtOnce: boolean) => {
		const names = Array.from({ length: CALLBACKS }, (_, at) => `${name} ${at}`);
		for (const id of names) {
			await Promise.all([push(one, id), ...(isAtOnce ? [push(other, id)] : [])]);
			await sleep(apartMs);
		}
		executions += CALLBACKS * (isAtOnce ? 2 : 1);
		await allOver(cluster, workflow, executions, WITHIN_MS);
		if (!isAtOnce) {
			for (const id of names) {
				await push(other, id);
				await sleep(apartMs);
			}
			executions += CALLBACKS;
			await allOver(cluster, workflow, executions, WITHIN_MS);
		}
		const times = await wentOn(name);
		part.same(`Each callback went on: ${name}`, times.size, CALLBACKS);
		return [...times.values()].filter((count) => count > 1).length;
	};

	const slow = await trial('slow', 1000, false);
	part.same('One a second: no repeat went on', slow, 0);
	const fast = await trial('fast', 100, false);
	const both = await trial('both', 1000, true);

	await cluster.stop('webhook');
	await cluster.start('webhook');
	for (let at = 0; at < RESTARTED; at++) await push(one, `slow ${at}`);
	executions += RESTARTED;
	await allOver(cluster, workflow, executions, WITHIN_MS);
	const afterRestart = [...(await wentOn('slow')).values()].filter((count) => count > 1).length;
	part.same('No repeat went on after the webhook process was started again', afterRestart, 0);

	part.figure('callbacks of each trial, each a second time', CALLBACKS);
	part.figure('one a second, the repeat some while later: repeats that went on', slow);
	part.figure('ten a second, the repeat some while later: repeats that went on', fast);
	part.figure('one a second, the repeat at the same moment: repeats that went on', both);
	part.figure(
		`${RESTARTED} after a restart of the webhook process: repeats that went on`,
		afterRestart,
	);
};
