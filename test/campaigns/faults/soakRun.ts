import { setTimeout as sleep } from 'node:timers/promises';

import { z } from 'zod';

import { isOver, until, type N8nApi, type Stored } from '../../n8n/api';
import { say } from '../../n8n/say';
import { startSimulator, type Simulator } from '../../simulator';
import { faultSchema } from '../../simulator/http/faults';
import type { Entry } from '../../simulator/http/journal';
import { checkSends } from './check';
import { credentialFor } from './credential';
import { look } from './execution';
import { watch, type Gauge } from './gauge';
import { SEND_TEXT } from './operations';
import { doubledOf, type Times } from '../../support/counted';
import { acceptedOf, itemsFor, SECRETS } from './service';
import { SOAK_FAULTS } from './soakFaults';
import { HOOK, HOOK_PATH, soakWorkflow } from './soakWorkflow';
import { trendOf, type Trend } from './trend';
import { NODE } from './workflow';
import type { World } from './world';

/** Many executions of one broadcast back to back, at the service's full rate, with five faults in a hundred requests. */

export const SOAK_ITEMS = 500;
/** Some wait for answers that come late; meanwhile the others send. */
export const AT_ONCE = 4;
/** Those that start together end together, and then nobody sends. */
const APART_MS = 3000;
/** Of the 100 that the service takes, some are given up for the requests that it refuses by chance. */
export const FULL_RATE = 95;
const LATENCY_MS = 50;
const LOOK_EVERY_MS = 500;

interface Measured {
	minutes: number;
	executions: number;
	messages: number;
	requests: number;
	faults: number;
	accepted: number;
	twice: number;
	requestsPerSecond: number;
	acceptedPerSecond: number;
	told: { sent: number; notSent: number; unknown: number };
	rss: Trend;
	heap: Trend;
	handles: Trend;
	wrong: string[];
}

export const isFullRate = ({ requestsPerSecond }: Pick<Measured, 'requestsPerSecond'>) =>
	requestsPerSecond >= FULL_RATE;

const hookItem = z.object({ body: z.object({ run: z.number() }) });

/** What the service saw of each execution. */
class Witness {
	private readonly runs = new Map<number, Entry[]>();
	private last = 0;
	requests = 0;
	faults = 0;
	missed = 0;
	firstMs = Number.NaN;
	lastMs = Number.NaN;

	constructor(private readonly simulator: Simulator) {}

	/** The journal keeps only the last requests: it is read in time. */
	read(): void {
		for (const entry of this.simulator.service.journal.list(this.last).entries) {
			this.missed += entry.id - this.last - 1;
			this.last = entry.id;
			this.requests++;
			if (entry.fault !== null) this.faults++;
			if (Number.isNaN(this.firstMs)) this.firstMs = entry.ms;
			this.lastMs = entry.ms;
			const run = Number(/"Run (\d+),/.exec(entry.body)?.[1]);
			this.of(run).push(entry);
		}
	}

	of(run: number): Entry[] {
		let entries = this.runs.get(run);
		if (!entries) this.runs.set(run, (entries = []));
		return entries;
	}

	/** Each run with how often its messages were accepted. */
	accepted(): Times<number>[] {
		return [...this.runs.values()].map((entries) => acceptedOf(entries, SEND_TEXT));
	}
}

const post = (url: string, run: number) =>
	fetch(`${url}/webhook/${HOOK_PATH}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', connection: 'close' },
		body: JSON.stringify({ run, people: itemsFor(SOAK_ITEMS, `Run ${run}`) }),
	});

/** The first call waits until n8n knows the webhook, which comes after it has activated the workflow. */
const call = (url: string, run: number) =>
	until('the webhook to take a call', async () => {
		const answer = await post(url, run);
		const text = await answer.text();
		if (answer.status === 404 && run === 1) return undefined;
		if (!answer.ok) throw new Error(`The webhook answered ${answer.status}: ${text}`);
		return true;
	});

/** Executions that are over and were not looked at yet. */
async function freshlyOver(api: N8nApi, workflow: Stored, seen: Set<string>): Promise<string[]> {
	const over = (await api.executions(workflow, 20)).filter(
		({ id, status }) => isOver(status) && !seen.has(id),
	);
	for (const { id } of over) seen.add(id);
	return over.map(({ id }) => id);
}

export async function soak({ n8n, api }: World, minutes: number): Promise<Measured> {
	const simulator = await startSimulator({
		speed: 0,
		journal: 20_000,
		messages: 5_000,
		settings: { latencyMs: LATENCY_MS },
	});
	let gauge: Gauge | undefined;
	const main = simulator.service.state.accounts.get('main');
	// Whoever sends for long needs the credits for it.
	if (main) main.wa_balance = 1e9;
	for (const fault of SOAK_FAULTS) simulator.service.faults.add(faultSchema.parse(fault));
	try {
		const credential = await credentialFor(api, SEND_TEXT.credential, simulator.url);
		const workflow = await api.createWorkflow(soakWorkflow(credential.forNode));
		await api.activate(workflow);
		gauge = watch(n8n);
		return await keepSending({ n8n, api }, workflow, { simulator, gauge, minutes });
	} finally {
		gauge?.stop();
		await simulator.stop();
	}
}

async function keepSending(
	{ n8n, api }: Pick<World, 'n8n' | 'api'>,
	workflow: Stored,
	{ simulator, gauge, minutes }: { simulator: Simulator; gauge: Gauge; minutes: number },
): Promise<Measured> {
	const witness = new Witness(simulator);
	const seen = new Set<string>();
	const told = { sent: 0, notSent: 0, unknown: 0 };
	const wrong: string[] = [];
	const from = performance.now();
	let called = 0;
	let over = 0;
	let nextWord = 1;
	let calledAt = Number.NEGATIVE_INFINITY;

	const judge = async (id: string) => {
		const execution = await look(api, id, NODE);
		witness.read();
		const run = hookItem.safeParse(execution.itemsOf(HOOK)[0]?.json).data?.body.run;
		if (run === undefined || execution.status !== 'success') {
			wrong.push(`execution ${id} ended as ${execution.status}`);
			return;
		}
		const accepted = acceptedOf(witness.of(run), SEND_TEXT);
		const verdict = checkSends(execution, accepted, SOAK_ITEMS, SECRETS);
		told.sent += verdict.told.sent;
		told.notSent += verdict.told.notSent;
		told.unknown += verdict.told.unknown;
		wrong.push(...verdict.wrong.map((what) => `execution ${id}: ${what}`));
	};

	for (;;) {
		const passed = (performance.now() - from) / 60_000;
		const mayCall = called - over < AT_ONCE && performance.now() - calledAt >= APART_MS;
		if (passed < minutes && mayCall) {
			calledAt = performance.now();
			await call(n8n.url, ++called);
		}
		if (passed >= minutes && over === called) break;
		if (passed > minutes + 2) {
			wrong.push(`${called - over} executions did not end`);
			break;
		}
		await sleep(LOOK_EVERY_MS);
		witness.read();
		for (const id of await freshlyOver(api, workflow, seen)) {
			await judge(id);
			over++;
		}
		if (passed >= nextWord) {
			say(
				`  … minute ${nextWord++}: ${over} executions, ${witness.requests} requests, ${wrong.length} faults found`,
			);
		}
	}
	const readings = gauge.stop().filter(({ minute }) => minute <= minutes);
	witness.read();
	if (witness.missed > 0) wrong.push(`${witness.missed} requests were not witnessed`);

	const runs = witness.accepted();
	const accepted = runs.reduce((sum, run) => sum + run.size, 0);
	const twice = runs.reduce((sum, run) => sum + doubledOf(run), 0);
	const seconds = (witness.lastMs - witness.firstMs) / 1000;
	const trend = (of: 'rssMB' | 'heapMB' | 'handles') =>
		trendOf(readings.map(({ minute, [of]: value }) => ({ minute, value })));
	return {
		minutes,
		executions: over,
		messages: over * SOAK_ITEMS,
		requests: witness.requests,
		faults: witness.faults,
		accepted,
		twice,
		requestsPerSecond: witness.requests / seconds,
		acceptedPerSecond: accepted / seconds,
		told,
		rss: trend('rssMB'),
		heap: trend('heapMB'),
		handles: trend('handles'),
		wrong,
	};
}
