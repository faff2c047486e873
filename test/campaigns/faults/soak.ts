import { setTimeout as sleep } from 'node:timers/promises';

import { z } from 'zod';

import { isOver } from '../../n8n/api';
import { say } from '../../n8n/say';
import { startSimulator } from '../../simulator';
import { faultSchema } from '../../simulator/http/faults';
import { acceptedOf, doubledOf, perSecond, sendsIn, timesOf } from '../frame/journal';
import { handlesOf, medianOf, rssOf } from '../frame/measure';
import { calledBy, loginTo, people, post, sends, TEXT } from '../frame/nodes';
import type { Part, Report } from '../frame/report';
import type { Endings } from '../frame/runner';
import { startTestbed, type Testbed } from '../frame/testbed';
import { checkSends } from './check';
import { acceptedIn } from './faultRun';
import { REQUEST_TIMEOUT_S, SOAK_FAULTS } from './kinds';

/** Many executions of one broadcast back to back, at the service's full rate, with five faults in a hundred requests. */

const ITEMS = 500;
/** Some wait for answers that come late; meanwhile the others send. */
const AT_ONCE = 4;
/** Those that start together end together, and then nobody sends. */
const APART_MS = 3000;
/** Of the 100 that the service takes, some are lost to the requests that it refuses by chance. */
const FULL_RATE = 95;
const LATENCY_MS = 50;
const LOOK_EVERY_MS = 500;
const READ_EVERY_MS = 10_000;
const FROM_MINUTE = 5;
/** The last quarter may lie this much above the first. */
const FLAT_WITHIN = 0.1;
/** A quarter of fewer samples says nothing. */
const FEWEST = 16;

interface Reading {
	minute: number;
	Memory: number;
	Heap: number;
	Handles: number;
}

async function readingOf(bed: Testbed, minute: number): Promise<Reading> {
	const pid = await bed.pidOf();
	const metrics = await (await fetch(`${bed.api.url}/metrics`)).text();
	const heap = /^\S*nodejs_heap_size_used_bytes (\d\S*)/m.exec(metrics)?.[1];
	return { minute, Memory: rssOf(pid), Heap: Number(heap) / 2 ** 20, Handles: handlesOf(pid) };
}

function tellTrends(part: Part, readings: readonly Reading[]): void {
	const warm = readings.filter(({ minute }) => minute >= FROM_MINUTE);
	const quarter = Math.max(1, Math.floor(warm.length / 4));
	for (const what of ['Memory', 'Heap', 'Handles'] as const) {
		const first = medianOf(warm.slice(0, quarter), (one) => one[what]);
		const last = medianOf(warm.slice(-quarter), (one) => one[what]);
		const change = `${first.toFixed(1)} in the first quarter, ${last.toFixed(1)} in the last`;
		const isFlat = last <= first * (1 + FLAT_WITHIN);
		if (warm.length >= FEWEST) part.holds(`${what} stays flat`, isFlat ? [] : [change]);
		part.figure(what, change);
	}
}

const called = z.object({ body: z.object({ run: z.number() }) });

export async function soak(endings: Endings, report: Report, minutes: number): Promise<void> {
	const part = report.part(
		'For a long time',
		`Executions of ${ITEMS} items, started by a webhook, for ${minutes} minutes, with five faults in a hundred requests.`,
		`npm run soak -- ${minutes}`,
	);
	const simulator = await startSimulator({
		...{ speed: 0, journal: 10_000 * Math.ceil(minutes), messages: 5_000 },
		settings: { latencyMs: LATENCY_MS },
	});
	endings.add(() => simulator.stop());
	const main = simulator.service.state.accounts.get('main');
	// An account that sends for long needs the credits for it.
	if (main) main.wa_balance = 1e9;
	for (const fault of SOAK_FAULTS) simulator.service.faults.add(faultSchema.parse(fault));
	const bed = await startTestbed(endings, { env: { N8N_METRICS: 'true' } });
	const { api } = bed;
	const parameters = { ...TEXT, options: { requestTimeout: REQUEST_TIMEOUT_S } };
	const onError = 'continueErrorOutput';
	const send = sends(await loginTo(api, simulator.url), parameters, { onError });
	const { workflow, url } = await calledBy(bed, 'soak', send);

	const from = performance.now();
	const minute = () => (performance.now() - from) / 60_000;
	const readings: Reading[] = [];
	const timer = setInterval(() => {
		// One reading more or less says nothing. That n8n has died is noticed elsewhere.
		readingOf(bed, minute()).then(
			(one) => readings.push(one),
			() => undefined,
		);
	}, READ_EVERY_MS);
	endings.add(() => {
		clearInterval(timer);
	});

	const seen = new Set<string>();
	const { journal } = simulator.service;
	const sums = { accepted: 0, sent: 0, notSent: 0, unknown: 0 };
	const judge = async (id: string): Promise<string[]> => {
		const execution = await api.execution(id);
		const run = called.safeParse(execution.output('Webhook')[0]).data?.body.run;
		if (run === undefined || execution.status !== 'success')
			return [`ended as ${execution.status}`];
		const requests = journal.list().entries.filter(({ body }) => body.includes(`"Run ${run},`));
		const accepted = acceptedIn(requests);
		const { told, wrong } = checkSends(execution, accepted, ITEMS);
		for (const word of ['sent', 'notSent', 'unknown'] as const) sums[word] += told[word];
		sums.accepted += accepted.size;
		return wrong;
	};

	let run = 0;
	let nextWord = 1;
	let calledAt = Number.NEGATIVE_INFINITY;
	while (minute() < minutes || seen.size < run) {
		if (minute() > minutes + 2) {
			part.holds('Every execution ends', [`${run - seen.size} did not`]);
			break;
		}
		const mayCall = run - seen.size < AT_ONCE && performance.now() - calledAt >= APART_MS;
		if (minute() < minutes && mayCall) {
			calledAt = performance.now();
			run++;
			await post(url, { run, people: people(ITEMS, `Run ${run},`) });
		}
		await sleep(LOOK_EVERY_MS);
		for (const { id, status } of await api.executions(workflow, 20)) {
			if (seen.has(id) || !isOver(status)) continue;
			seen.add(id);
			const wrong = await judge(id);
			part.holds(
				'Each message is told of truly',
				wrong.map((what) => `execution ${id}: ${what}`),
			);
		}
		if (minute() >= nextWord) say(`  … minute ${nextWord++}: ${seen.size} executions`);
	}
	clearInterval(timer);
	const { entries, dropped } = journal.list();
	const requests = sendsIn(entries);
	const rate = perSecond(requests);
	const twice = doubledOf(timesOf(acceptedOf(requests).map(({ text }) => text)));
	part.same('Every request was witnessed', dropped, 0);
	part.same('No message was accepted twice', twice, 0);
	part.holds(
		`Requests keep the full rate, ${FULL_RATE} a second`,
		rate >= FULL_RATE ? [] : [rate.toFixed(1)],
	);
	tellTrends(part, readings);
	const faults = entries.filter(({ fault }) => fault !== null).length;
	part.figure(
		'executions; requests, of them faults',
		`${seen.size}; ${requests.length}, ${faults}`,
	);
	part.figure('requests a second', rate.toFixed(1));
	for (const [what, figure] of Object.entries(sums)) part.figure(what, figure);
}
