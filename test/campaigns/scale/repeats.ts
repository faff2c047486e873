import { setTimeout as sleep } from 'node:timers/promises';

import { listening } from '../../n8n/api';
import { exampleOf } from '../../n8n/editedExample';
import { callbackUrlOf, createCredentials, importExample } from '../../n8n/playground';
import { allOver, executionsOf } from '../frame/executions';
import { doubledOf, timesOf } from '../frame/journal';
import type { Session } from './session';

/** The example that drops repeats behind the trigger: each callback comes to one process, and once more to another. */

const CALLBACKS = 30;
const RESTARTED = 10;

async function push(url: string, id: string): Promise<void> {
	const report = {
		...{ id, msg: id, gateway_number: '6281100000003', originator: '6281234567890' },
		receive_date: '2026-11-21 10:00:00',
	};
	const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(report) });
	if (!answer.ok) throw new Error(`The callback was answered with ${answer.status}`);
}

export async function repeats({ bed, service, report }: Session): Promise<void> {
	const part = report.part('Repeats that come to another process, dropped behind the trigger');
	const { api } = bed;
	const credentials = await createCredentials(api, { simulator: service.url, model: '' });
	const workflow = await importExample(api, exampleOf('drop-repeated-callbacks'), credentials);
	await api.activate(workflow);
	const urlAt = (webhooks: string) =>
		callbackUrlOf(new URL(webhooks).origin, workflow, 'Message arrived');
	const [one, other] = [urlAt(bed.webhookUrl), urlAt(bed.mainUrl)];
	for (const url of [one, other]) await listening(url);

	let executions = 0;
	const pushAll = async (names: readonly string[], urls: readonly string[], apartMs: number) => {
		for (const id of names) {
			await Promise.all(urls.map((url) => push(url, id)));
			await sleep(apartMs);
		}
		executions += names.length * urls.length;
		await allOver(bed, [workflow], executions);
	};
	/** How often each callback went on. */
	const wentOn = async (name: string) => {
		const texts: string[] = [];
		for (const id of await executionsOf(bed, workflow)) {
			const output = (await api.execution(id)).output('Go on');
			texts.push(...output.map(({ text }) => String(text)));
		}
		return timesOf(texts.filter((text) => text.startsWith(name)));
	};
	const namesOf = (name: string) => Array.from({ length: CALLBACKS }, (_, at) => `${name} ${at}`);
	/** @param turns groups of processes. All callbacks reach a whole group at the same moment, then the next group */
	const trial = async (name: string, apartMs: number, turns: readonly string[][]) => {
		for (const urls of turns) await pushAll(namesOf(name), urls, apartMs);
		const times = await wentOn(name);
		part.same(`Each callback went on: ${name}`, times.size, CALLBACKS);
		return doubledOf(times);
	};
	const slow = await trial('slow', 1000, [[one], [other]]);
	part.same('One a second: no repeat went on', slow, 0);
	const fast = await trial('fast', 100, [[one], [other]]);
	const both = await trial('both', 1000, [[one, other]]);
	await bed.strike('SIGTERM', ['webhook']);
	await bed.restore();
	await pushAll(namesOf('slow').slice(0, RESTARTED), [one], 0);
	const restarted = doubledOf(await wentOn('slow'));
	part.same('No repeat went on after the webhook process was started again', restarted, 0);
	part.figure('callbacks of each kind', CALLBACKS);
	part.figure('repeats that went on: one a second, the repeat some while later', slow);
	part.figure('ten a second, the repeat some while later', fast);
	part.figure('one a second, the repeat at the same moment', both);
}
