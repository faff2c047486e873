import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

import { z } from 'zod';

import { oneProcess } from '../killed/oneProcess';
import type { N8nApi, Stored } from '../../n8n/api';
import { controlOf } from '../../n8n/control';
import { assigned, exampleOf, switchedOn, withNodes } from '../../n8n/editedExample';
import { callbackUrlOf, createCredentials, importExample } from '../../n8n/playground';
import { freePorts } from '../../n8n/ports';
import { startSimulatorProcess } from '../../n8n/simulatorProcess';
import { say } from '../../n8n/say';
import { N8N_2 } from '../../n8n/versions';
import { doubledOf, timesOf } from '../../support/counted';
import { seeded } from '../../support/fakeClock';
import { startCluster, WORKERS, type Role } from './cluster';
import type { Endings } from '../frame/endings';
import type { Report } from '../frame/report';
import { SOON_GIVEN_UP, SOON_LOOKED_FOR } from './soon';

/** The three workflows of the long list, end to end, with clock and limits sped up, while n8n is killed again and again. */

const numberFrom = (name: string, otherwise: number) => Number(process.env[name] ?? otherwise);
const PEOPLE = numberFrom('LIST_PEOPLE', 5000);
const PEOPLE_IN_QUEUE = numberFrom('LIST_QUEUE_PEOPLE', 5000);
const KILLS = 5;
/** Of the service and of the node's pace. What n8n itself has to do for a message and its report takes its time. */
const SPEED = { alone: 3, queue: 2 };
const MINUTE_MS = 60_000;
const EVERY_SECONDS = 20;
/** Of what two channels take in these seconds. */
const MOST_A_TIME = 0.92 * 2 * EVERY_SECONDS;
const TAKE_AGAIN_MINUTES = 1.5;
/** Two executions may be at it, each with ten. */
const FEW_AT_A_KILL = 20;
const HEAP_MB = 512;
const LOOK_EVERY_MS = 3000;
/** So many looks that find nothing new. */
const SAME_FOR = 30;
const LONGEST_MS = 60 * 60_000;
const CHANNELS = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];

const environment = (speed: number) => ({
	CLOCK_SPEED: `${speed}`,
	// Little memory: what grows without end would end n8n.
	NODE_OPTIONS: `--max-old-space-size=${HEAP_MB} --import ${pathToFileURL(path.join(__dirname, 'fasterClock.mjs')).href}`,
	// Thousands of executions, none of which is looked at.
	EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'none',
});

const numberOf = (at: number) => `62812${String(3_450_000 + at)}`;

const row = z.object({
	number: z.string(),
	state: z.string().nullish(),
	outcome: z.string().nullish(),
	ref_no: z.string().nullish(),
	status: z.string().nullish(),
});
type Row = z.infer<typeof row>;

const counted = z.object({
	left: z.number(),
	sent: z.number(),
	delivered: z.number(),
	read: z.number(),
	failed: z.number(),
	unclear: z.number(),
});

/** An n8n that can be killed and brought back. */
interface Place {
	title: string;
	people: number;
	speed: number;
	api: N8nApi;
	/** Where production webhooks are. */
	n8n: string;
	simulator: string;
	kill: (turn: number) => Promise<void>;
	restore: () => Promise<void>;
	/** Of all its processes, in MB. */
	memory: () => Promise<number>;
}

const everySeconds = (secondsInterval: number) => ({
	rule: { interval: [{ field: 'seconds', secondsInterval }] },
});

/** The list of a run, in place of the two people. */
const spedUp = ({ people, speed }: Place) =>
	withNodes(switchedOn(exampleOf('broadcast-to-a-long-list')), {
		'Each minute': everySeconds(EVERY_SECONDS),
		Settings: assigned({
			campaign: 'test',
			// Few enough that a short list, too, is killed in five executions.
			max_per_minute: Math.min(Math.floor(MOST_A_TIME * speed), Math.ceil(people / (KILLS + 1))),
			from_hour: 0,
			until_hour: 24,
			max_per_day: 100_000,
			take_again_after_minutes: TAKE_AGAIN_MINUTES,
		}),
		'Two people': {
			jsonOutput: JSON.stringify({
				people: Array.from({ length: people }, (_, at) => ({
					number: numberOf(at),
					name: `Customer ${at}`,
					order: `A-${at}`,
				})),
			}),
		},
		'Send the template': {
			channelId: {
				__rl: true,
				mode: 'id',
				value: `={{ $json.id % 2 ? '${CHANNELS[0]}' : '${CHANNELS[1]}' }}`,
			},
		},
	});

const megabytes = (pid: number | undefined) => {
	try {
		const kilobytes = /VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${pid ?? 0}/status`, 'utf8'))?.[1];
		return Number(kilobytes ?? 0) / 1024;
	} catch {
		return 0;
	}
};

/** Starts a workflow by hand; n8n may only just be coming up. */
async function outputOf(api: N8nApi, workflow: Stored, last: string) {
	const execution = await api.finished(await api.run(workflow, 'Start by hand', last));
	if (execution.error !== undefined) throw new Error(execution.error);
	return execution;
}

async function run(place: Place, report: Report): Promise<void> {
	const { api, people, simulator, speed } = place;
	const part = report.part(place.title);
	const control = controlOf(simulator);
	await control.call('PATCH', '/clock', { speed });
	// n8n is down now and then: the service tries again until it is up, so that no report is lost by that.
	await control.call('PATCH', '/settings', {
		...{ callbackRetries: 1000, readBy: 'phone' },
		...{ channelPeriodMs: MINUTE_MS / speed, requestPeriodMs: 1000 / speed },
	});
	const credentials = await createCredentials(api, { simulator, model: '' });
	const list = await importExample(api, spedUp(place), credentials);
	const reports = await importExample(
		api,
		withNodes(exampleOf('long-list-reports'), { 'Each minute': everySeconds(15) }),
		credentials,
	);
	const progress = await importExample(api, exampleOf('long-list-progress'), credentials);
	const filled = await outputOf(api, list, 'Add to the list');
	part.same(`${people} people are in the table`, filled.output('Add to the list').length, people);
	await api.activate(reports);
	await control.register({ officialStatus: callbackUrlOf(place.n8n, reports, 'Report arrived') });
	await api.activate(list);

	const numbers = new Set(Array.from({ length: people }, (_, at) => numberOf(at)));
	const accepted = async () => (await control.messages()).filter(({ to }) => numbers.has(to));
	const random = seeded(people);
	const killAfter = Array.from({ length: KILLS }, () =>
		Math.floor(people * (0.05 + random() * 0.85)),
	).sort((one, other) => one - other);
	const from = performance.now();
	const memory: number[] = [];
	const watch = async (isOver: () => Promise<boolean>) => {
		while (!(await isOver())) {
			if (performance.now() - from > LONGEST_MS) throw new Error('The list took too long');
			memory.push(await place.memory());
			await sleep(LOOK_EVERY_MS);
		}
	};
	for (const [turn, after] of killAfter.entries()) {
		let [found, sameFor] = [-1, 0];
		// Of those whose fate a kill left unclear no more are accepted: then it is killed where nothing else comes.
		await watch(async () => {
			const now = (await accepted()).length;
			sameFor = now === found ? sameFor + 1 : 0;
			found = now;
			return now >= after || sameFor === SAME_FOR;
		});
		await place.kill(turn);
		await place.restore();
		say(`  killed ${turn + 1} times, ${(await accepted()).length} accepted`);
	}

	// The third workflow, on the way: its message to the owner says what it counted.
	const told = await outputOf(api, progress, 'Tell the owner');
	const [onTheWay] = told.output('Count').map((one) => counted.parse(one));
	const messages = (await control.messages()).map(({ text }) => text ?? '');
	const said = onTheWay && `${onTheWay.sent} sent, ${onTheWay.delivered} delivered, `;
	const wasTold = onTheWay?.left === 0 || messages.some((text) => said && text.startsWith(said));
	part.same('The owner was told on the way what was counted', wasTold, true);

	let rows: Row[] = [];
	let count = counted.parse({
		left: people,
		sent: 0,
		delivered: 0,
		read: 0,
		failed: 0,
		unclear: 0,
	});
	let same = 0;
	await watch(async () => {
		const looked = await outputOf(api, progress, 'Count');
		const before = `${count.left} ${count.delivered}`;
		rows = looked.output('The list').map((one) => row.parse(one));
		[count = count] = looked.output('Count').map((one) => counted.parse(one));
		const missing = rows.filter(({ ref_no, status }) => ref_no && status !== 'delivered').length;
		say(`  ${count.left} left, ${missing} without their report`);
		// A report that n8n had taken when it was killed does not come again.
		same = before === `${count.left} ${count.delivered}` ? same + 1 : 0;
		return count.left === 0 && (missing === 0 || same === SAME_FOR);
	});
	const took = (performance.now() - from) / 1000;

	const sent = await accepted();
	const times = timesOf(sent.map(({ to }) => to));
	const rowsOf = (state: string) => rows.filter((one) => one.state === state);
	const unclear = rowsOf('unclear');
	const numberOfRef = new Map(sent.map(({ ref_no, to }) => [ref_no, to]));
	const before = rowsOf('sent').filter(({ ref_no }) => !ref_no);
	part.same('Nobody got it twice', doubledOf(times), 0);
	part.same(
		'Every person is in the table once',
		new Set(rows.map(({ number }) => number)).size,
		people,
	);
	part.same(
		'Every person is sent, or named as unclear',
		rowsOf('sent').length + unclear.length,
		people,
	);
	part.same(
		'Few are unclear, or without their ref_no: some of those that were on their way at a kill',
		Math.max(unclear.length, before.length) <= KILLS * FEW_AT_A_KILL,
		true,
	);
	part.same(
		'Whoever counts as sent was accepted',
		rowsOf('sent').filter(({ number }) => !sent.some(({ to }) => to === number)),
		[],
	);
	part.same(
		'Each ref_no is that of the person',
		rows.filter(({ ref_no, number }) => ref_no && numberOfRef.get(ref_no) !== number),
		[],
	);
	const missing = rows.filter(({ ref_no, status }) => ref_no && status !== 'delivered');
	part.same(
		'Only rows with a ref_no have a report',
		rows.filter(({ ref_no, status }) => !ref_no && status),
		[],
	);
	part.same('Progress counts what the table says', count, {
		left: 0,
		sent: rowsOf('sent').length,
		delivered: rows.filter(({ status }) => status === 'delivered').length,
		read: 0,
		failed: 0,
		unclear: unclear.length,
	});

	// n8n grows while it warms up: what counts is whether it still does later.
	const late = memory.slice(Math.floor(memory.length / 4));
	const half = Math.floor(late.length / 2);
	const most = (values: readonly number[]) => Math.round(Math.max(0, ...values));
	part.figure('people, on two channels', people);
	part.figure(
		'times that n8n was killed (kill -9)',
		`${KILLS}, after ${killAfter.join(', ')} accepted`,
	);
	part.figure('accepted, of them twice', `${sent.length}, ${doubledOf(times)}`);
	part.figure(
		'rows: sent, unclear, failed',
		`${rowsOf('sent').length}, ${unclear.length}, ${rowsOf('failed').length}`,
	);
	part.figure('sent, but a kill kept their ref_no from being noted', before.length);
	part.figure(
		'delivery reports in their rows, and lost: n8n had taken them when it was killed',
		`${count.delivered}, ${missing.length}`,
	);
	part.figure(`seconds, at ${speed} times the speed`, Math.round(took));
	part.figure(
		'most memory of n8n in the middle and at the end, MB',
		`${most(late.slice(0, half))}, ${most(late.slice(half))}`,
	);
}

async function alone(endings: Endings): Promise<Place> {
	const ground = await oneProcess(N8N_2, endings, environment(SPEED.alone));
	const [port = 0] = await freePorts(1);
	const service = await startSimulatorProcess('/tmp', port);
	endings.add(() => service.stop());
	return {
		title: 'A long list, n8n as one process',
		people: PEOPLE,
		speed: SPEED.alone,
		api: ground.api,
		n8n: ground.api.url,
		simulator: service.url,
		kill: () => ground.strike({ signal: 'SIGKILL', struck: 'all' }, ''),
		restore: () => ground.restore(),
		memory: async () => megabytes(await ground.pid()),
	};
}

async function inQueue(endings: Endings): Promise<Place> {
	const cluster = await startCluster(endings, {
		env: { ...environment(SPEED.queue), ...SOON_GIVEN_UP, ...SOON_LOOKED_FOR },
	});
	const all: readonly Role[] = ['main', 'webhook', ...WORKERS];
	const turns: (readonly Role[])[] = [['worker-1'], all, ['worker-2'], ['main'], all];
	let down: readonly Role[] = [];
	return {
		title: 'A long list, n8n in queue mode',
		people: PEOPLE_IN_QUEUE,
		speed: SPEED.queue,
		api: cluster.api,
		n8n: cluster.webhookUrl.replace('/webhook', ''),
		simulator: cluster.service.url,
		kill: async (turn) => {
			down = turns[turn % turns.length] ?? all;
			await Promise.all(down.map((role) => cluster.kill(role)));
		},
		restore: async () => {
			await Promise.all(down.map((role) => cluster.start(role)));
		},
		memory: () =>
			Promise.resolve(all.reduce((sum, role) => sum + megabytes(cluster.pidOf(role)), 0)),
	};
}

const LONG_LISTS = { 'long-list': alone, 'long-list-queue': inQueue };

export async function longLists(
	wanted: readonly string[],
	{ endings, report }: { endings: Endings; report: Report },
): Promise<void> {
	for (const [name, start] of Object.entries(LONG_LISTS)) {
		if (!wanted.includes(name)) continue;
		await run(await start(endings), report);
	}
}
