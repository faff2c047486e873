import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { isOver, until, type Json, type Stored } from '../../n8n/api';
import { approve, linkIn } from '../../n8n/questions';
import { CALLBACK_TOKEN, callbackUrlOf } from '../../n8n/playground';
import { chain, ourType, splitOut, webhook, type TestNode } from '../../n8n/workflows';
import { EXAMPLES } from '../../support/operations';
import { percent } from '../frame/measure';
import { loginTo, people, post, SEND, sends, TEXT } from '../frame/nodes';
import type { Report } from '../frame/report';
import { startTestbed, type Testbed } from '../frame/testbed';
import { acceptedTimes, doubledOf, sendsIn, tallyOf, type Witness } from '../frame/witness';
import type { Benchmark } from './world';

/** What two workers and a webhook process do together. A worker that is killed: npm run test:killed -- --only queue. */

const EACH = Number(process.env.BENCH_ITEMS ?? 800);
const ON_CHANNEL = 70;
/** n8n lists at most 100 executions, and one that ran twice must show. */
const CALLBACKS = 50;
const LEAST = 88;
const MOST_REFUSED = 0.03;
const FORGOTTEN_MS = 1100;
const WITHIN_MS = 900_000;

const within = (times: readonly number[], from: number, ms: number) =>
	times.filter((at) => at >= from && at < from + ms).length;

/** A webhook that sends to people through this node. */
async function published({ api }: Testbed, path: string, node: TestNode): Promise<Stored> {
	const nodes = [webhook(path), splitOut('body.people'), node];
	const workflow = await api.createWorkflow(chain(path, nodes));
	await api.activate(workflow);
	return workflow;
}

/** Two executions at the same time, each with a list of its own if it is named. */
async function twoAtOnce(
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

interface Named {
	name: string;
	count: number;
}

async function oneKey(bed: Testbed, service: Witness) {
	const path = 'one-key';
	const credentials = await loginTo(bed.api, service.url);
	const workflow = await published(bed, path, sends(credentials));
	service.reset({ latencyMs: 50 });
	await sleep(FORGOTTEN_MS);
	const lists = ['first', 'second'].map((name) => ({ name, count: EACH }));
	await twoAtOnce(bed, path, workflow, lists);
	const entries = await service.journal();
	const accepted = sendsIn(entries).filter(({ outcome }) => outcome === 'accepted');
	const [one = [], other = []] = lists.map(({ name }) =>
		accepted.filter(({ message }) => message.startsWith(name)).map(({ ms }) => ms),
	);
	const began = Math.max(one[0] ?? 0, other[0] ?? 0) + 5000;
	const both = [one, other].map((times) => within(times, began, 1000));
	const ended = Math.min(one.at(-1) ?? 0, other.at(-1) ?? 0);
	const all = accepted.map(({ ms }) => ms);
	let full = ended;
	while (full < (all.at(-1) ?? 0) - 500 && within(all, full, 500) < 45) full += 50;
	const { perSecond, refusedShare, lost } = tallyOf(entries, EACH);
	const twice = doubledOf(acceptedTimes(entries, 'message'));
	return { perSecond, refusedShare, lost, twice, both, tookOverMs: full - ended };
}

async function sameKeys(bed: Testbed, service: Witness) {
	const path = 'same-keys';
	const options = { sendOnceKey: '={{ $json.text }}' };
	const settings = { onError: 'continueRegularOutput' };
	const credentials = await loginTo(bed.api, service.url);
	const workflow = await published(bed, path, sends(credentials, { ...TEXT, options }, settings));
	service.reset();
	const list = { name: 'same', count: 400 };
	const over = await twoAtOnce(bed, path, workflow, [list, list]);
	const times = acceptedTimes(await service.journal(), 'message');
	const told = await Promise.all(
		over.map(async ({ id }) => toldOf((await bed.api.execution(id)).output(SEND))),
	);
	return { reached: times.size, twice: doubledOf(times), told };
}

/** How many items each execution calls sent by itself, sent by another, and perhaps sent. */
const toldOf = (items: readonly Json[]) => ({
	sent: items.filter((json) => !('error' in json) && json.already_sent !== true).length,
	earlier: items.filter((json) => json.already_sent === true).length,
	maybe: items.filter((json) => json.was_sent === 'maybe').length,
});

async function oneChannel(bed: Testbed, service: Witness) {
	const path = 'one-channel';
	const credentials = await loginTo(bed.api, service.url);
	const parameters = {
		resource: 'whatsappOfficial',
		operation: 'broadcast',
		...EXAMPLES['whatsappOfficial broadcast']?.item,
		destination: '={{ $json.to }}',
	};
	const workflow = await published(bed, path, sends(credentials, parameters));
	service.reset();
	const lists = ['a', 'b'].map((name) => ({ name, count: ON_CHANNEL }));
	await twoAtOnce(bed, path, workflow, lists);
	// The node reads the template, too.
	const isBroadcast = ({ endpoint }: { endpoint: string | null }) =>
		endpoint === 'official.broadcast';
	const sent = (await service.journal()).filter(isBroadcast);
	const times = sent.filter(({ outcome }) => outcome === 'accepted').map(({ ms }) => ms);
	const refused = sent.filter(({ outcome }) => outcome === 'limited').length;
	const lasted = (times.at(-1) ?? 0) - (times[0] ?? 0);
	const perMinute = ((times.length - 1) * 60_000) / lasted;
	return { accepted: times.length, perMinute, refusedShare: refused / sent.length };
}

async function callbacks(bed: Testbed) {
	const { api, webhookUrl } = bed;
	const type = 'messagingServiceCallbackApi';
	const token = await api.createCredential(type, 'Token', { token: CALLBACK_TOKEN });
	const trigger = {
		name: 'Trigger',
		type: ourType('messagingServiceTrigger'),
		webhookId: randomUUID(),
		parameters: { authentication: 'token', events: ['pushInbox'] },
		credentials: { [type]: token },
	};
	const end = { name: 'End', type: 'n8n-nodes-base.noOp' };
	const workflow = await api.createWorkflow(chain('Callbacks', [trigger, end]));
	await api.activate(workflow);
	const url = callbackUrlOf(new URL(webhookUrl).origin, workflow, trigger.name);
	const began = performance.now();
	let taken = 0;
	for (let at = 0; at < CALLBACKS; at += 10) {
		const calls = Array.from({ length: 10 }, (_, next) =>
			post(url, {
				id: `${at + next}`,
				gateway_number: '6280000000011',
				originator: '61491570006',
				receive_date: '2026-11-20 10:00:00',
				msg: 'Hello',
			}),
		);
		taken += (await Promise.all(calls)).filter(({ ok }) => ok).length;
	}
	const perSecond = (CALLBACKS * 1000) / (performance.now() - began);
	const all = () => api.executions(workflow, 2 * CALLBACKS);
	await until('all to end', async () => {
		const over = (await all()).filter(({ status }) => isOver(status));
		return over.length >= taken;
	});
	return { taken, executions: (await all()).length, perSecond };
}

async function question(bed: Testbed, service: Witness) {
	const path = 'question';
	const parameters = {
		resource: 'whatsappUnofficial',
		...EXAMPLES['whatsappUnofficial sendAndWait']?.item,
	};
	const credentials = await loginTo(bed.api, service.url);
	const ask = sends(credentials, { ...parameters, operation: 'sendAndWait' });
	const workflow = await published(bed, path, ask);
	service.reset();
	await post(`${bed.webhookUrl}/${path}`, { people: people(1, 'question') });
	const id = await until(
		'the question to wait',
		async () => (await bed.api.executions(workflow)).find(({ status }) => status === 'waiting')?.id,
	);
	const [asked] = sendsIn(await service.journal());
	const link = linkIn(asked?.message);
	const isOfWebhooks = new URL(link).origin === new URL(bed.webhookUrl).origin;
	const { status } = await approve(link);
	const execution = await bed.api.finished(id);
	return { isOfWebhooks, status, output: execution.output(SEND)[0]?.data };
}

function tellShares(report: Report, all: Record<string, Awaited<ReturnType<typeof oneKey>>>): void {
	report.table(
		[
			'',
			'Accepted a second',
			'Refused',
			'After five seconds',
			'Taken over within',
			'Lost',
			'Twice',
		],
		Object.entries(all).map(([name, one]) => [
			...[name, one.perSecond.toFixed(1), percent(one.refusedShare), one.both.join(' + ')],
			...[`${(one.tookOverMs / 1000).toFixed(1)} s`, `${one.lost}`, `${one.twice}`],
		]),
	);
}

export const queue: Benchmark = {
	title: 'Queue mode: two workers and a webhook process next to one process',
	how: `${EACH} texts in each of two executions with one key; the same 400 keys in both; ${ON_CHANNEL} templates in each of two executions on one channel; ${CALLBACKS} callbacks, ten at a time; a question. A worker runs one execution at a time.`,
	run: async ({ service, fresh, endings }, report) => {
		const one = await fresh(({ bed }) => oneKey(bed, service));
		await endings.within(async (inner) => {
			const bed = await startTestbed(inner, { isQueue: true, concurrency: 1 });
			const two = await oneKey(bed, service);
			tellShares(report, { 'one process': one, 'two workers': two });
			report.holds(
				`At least ${LEAST} a second, at most ${percent(MOST_REFUSED)} refused, nothing twice`,
				[
					...(two.perSecond < LEAST ? [`${two.perSecond.toFixed(1)} a second`] : []),
					...(two.refusedShare > MOST_REFUSED ? [`${percent(two.refusedShare)} refused`] : []),
					...(two.twice > 0 ? [`${two.twice} twice`] : []),
				],
			);
			const figures = {
				'the same keys': await sameKeys(bed, service),
				callbacks: await callbacks(bed),
				'a question': await question(bed, service),
				'one channel': await oneChannel(bed, service),
			};
			report.table(
				['', 'Found'],
				Object.entries(figures).map(([name, found]) => [name, JSON.stringify(found)]),
			);
		});
	},
};
