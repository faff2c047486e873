import { setTimeout as sleep } from 'node:timers/promises';

import type { N8nApi, Stored } from '../../n8n/api';
import { everySeconds, exampleOf, longListOf, withNodes } from '../../n8n/editedExample';
import { callbackUrlOf, createCredentials, importExample } from '../../n8n/playground';
import { say } from '../../n8n/say';
import { chance } from '../../simulator/core/chance';
import { rssOf } from '../frame/measure';
import { byId, CHANNELS, numberOf } from '../frame/nodes';
import { preloading } from '../frame/preload';
import type { Part, Report } from '../frame/report';
import type { Endings } from '../frame/runner';
import { startSimulatorProcess, type SimulatorProcess } from '../frame/simulatorProcess';
import { SOON, startTestbed, WORKERS, type Role, type Testbed } from '../frame/testbed';
import { counted, judge, KILLS, NOTHING, PEOPLE, row, type Row } from './longListJudge';

/** The three workflows of the long list, end to end, with clock and limits sped up, while n8n is killed again and again. */

const MINUTE_MS = 60_000;
const EVERY_SECONDS = 20;
/** Of what two channels take in these seconds. */
const MOST_A_TIME = 0.92 * 2 * EVERY_SECONDS;
const HEAP_MB = 512;
const LOOK_EVERY_MS = 3000;
/** Looks that find nothing new, after which nothing new is expected. */
const SAME_FOR = 30;
const LONGEST_MS = 60 * 60_000;

interface Scene {
	bed: Testbed;
	service: SimulatorProcess;
	/** Of the service and of the node's pace. n8n itself does its work at its own speed. */
	speed: number;
	/** What is killed each time. */
	turns: readonly (readonly Role[])[];
	part: Part;
}

const NUMBERS = Array.from({ length: PEOPLE }, (_, at) => numberOf(at));

/** Few enough at a time that a short list, too, is killed in five executions. */
const spedUp = (speed: number) =>
	withNodes(
		longListOf({
			numbers: NUMBERS,
			seconds: EVERY_SECONDS,
			maxPerMinute: Math.min(Math.floor(MOST_A_TIME * speed), Math.ceil(PEOPLE / (KILLS + 1))),
			takeAgainAfterMinutes: 1.5,
		}),
		{
			'Send the template': {
				channelId: byId(`={{ $json.id % 2 ? '${CHANNELS[0]}' : '${CHANNELS[1]}' }}`),
			},
		},
	);

async function outputOf(api: N8nApi, workflow: Stored, last: string) {
	const execution = await api.finished(await api.run(workflow, 'Start by hand', last));
	if (execution.error !== undefined) throw new Error(execution.error);
	return execution;
}

/** Imports the workflows and fills the list. */
async function setUp({ bed: { api, webhookUrl }, service, speed, part }: Scene) {
	const { control } = service;
	await control.call('PATCH', '/clock', { speed });
	// n8n is down now and then: the service tries again until it is up, so that no report is lost by that.
	await control.call('PATCH', '/settings', {
		...{ callbackRetries: 1000, readBy: 'phone' },
		...{ channelPeriodMs: MINUTE_MS / speed, requestPeriodMs: 1000 / speed },
	});
	const credentials = await createCredentials(api, { simulator: service.url, model: '' });
	const list = await importExample(api, spedUp(speed), credentials);
	const often = withNodes(exampleOf('long-list-reports'), { 'Each minute': everySeconds(15) });
	const reports = await importExample(api, often, credentials);
	const progress = await importExample(api, exampleOf('long-list-progress'), credentials);
	const filled = await outputOf(api, list, 'Add to the list');
	const there = filled.output('Add to the list').length;
	part.same(`${PEOPLE} people are in the table`, there, PEOPLE);
	await api.activate(reports);
	const url = callbackUrlOf(new URL(webhookUrl).origin, reports, 'Report arrived');
	await control.register({ officialStatus: url });
	await api.activate(list);
	return progress;
}

async function run(scene: Scene): Promise<void> {
	const { bed, service, speed, turns, part } = scene;
	const { api } = bed;
	const { control } = service;
	const progress = await setUp(scene);
	const numbers = new Set(NUMBERS);
	const accepted = async () => (await control.messages()).filter(({ to }) => numbers.has(to));
	const random = chance(PEOPLE);
	const killAfter = turns
		.map(() => Math.floor(PEOPLE * (0.05 + random() * 0.85)))
		.sort((one, other) => one - other);
	const from = performance.now();
	const memory: number[] = [];
	const watch = async (isOver: () => Promise<boolean>) => {
		while (!(await isOver())) {
			if (performance.now() - from > LONGEST_MS) throw new Error('The list took too long');
			const pids = await Promise.all(bed.roles.map((role) => bed.pidOf(role)));
			memory.push(pids.map(rssOf).reduce((one, other) => one + other, 0));
			await sleep(LOOK_EVERY_MS);
		}
	};
	for (const [turn, roles] of turns.entries()) {
		let [found, sameFor] = [-1, 0];
		// Where a kill left the fate of some unclear, no more are accepted: then it is killed where nothing else comes.
		await watch(async () => {
			const now = (await accepted()).length;
			sameFor = now === found ? sameFor + 1 : 0;
			found = now;
			return now >= (killAfter[turn] ?? 0) || sameFor === SAME_FOR;
		});
		await bed.strike('SIGKILL', roles);
		await bed.restore();
		say(`  killed ${turn + 1} times, ${(await accepted()).length} accepted`);
	}

	// Its message to the owner says what it counted.
	const told = await outputOf(api, progress, 'Tell the owner');
	const [onTheWay = NOTHING] = told.output('Count').map((one) => counted.parse(one));
	const said = `${onTheWay.sent} sent, ${onTheWay.delivered} delivered, `;
	const texts = (await control.messages()).map(({ text }) => text ?? '');
	const wasTold = onTheWay.left === 0 || texts.some((text) => text.startsWith(said));
	part.same('The owner was told on the way what was counted', wasTold, true);

	let rows: Row[] = [];
	let count = NOTHING;
	let same = 0;
	const unreported = () => rows.filter(({ ref_no, status }) => ref_no && status !== 'delivered');
	await watch(async () => {
		const looked = await outputOf(api, progress, 'Count');
		const before = `${count.left} ${count.delivered}`;
		rows = looked.output('The list').map((one) => row.parse(one));
		[count = count] = looked.output('Count').map((one) => counted.parse(one));
		say(`  ${count.left} left, ${unreported().length} without their report`);
		// A report that n8n had taken when it was killed does not come again.
		same = before === `${count.left} ${count.delivered}` ? same + 1 : 0;
		return count.left === 0 && (unreported().length === 0 || same === SAME_FOR);
	});
	judge(part, rows, await accepted(), count);

	part.figure('people, on two channels', PEOPLE);
	part.figure('n8n killed (kill -9) after so many accepted', killAfter.join(', '));
	part.figure(
		`seconds, at ${speed} times the speed`,
		Math.round((performance.now() - from) / 1000),
	);
	part.figure('reports lost: n8n had taken them when it was killed', unreported().length);
	const mostOf = (some: readonly number[]) => Math.round(Math.max(...some));
	const half = memory.slice(0, memory.length / 2);
	part.figure(
		'most memory of n8n in MB: first half, in all',
		[half, memory].map(mostOf).join(', '),
	);
}

async function start(
	endings: Endings,
	part: Part,
	{ isQueue, speed }: { isQueue: boolean; speed: number },
): Promise<void> {
	const service = await startSimulatorProcess(endings);
	const { NODE_OPTIONS } = preloading('fasterClock.mjs');
	const bed = await startTestbed(endings, {
		isQueue,
		env: {
			...SOON,
			CLOCK_SPEED: `${speed}`,
			// Little memory: what grows without end would end n8n.
			NODE_OPTIONS: `--max-old-space-size=${HEAP_MB} ${NODE_OPTIONS}`,
			// Thousands of executions, none of which is looked at.
			EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'none',
		},
	});
	const all = bed.roles;
	const [one, two] = WORKERS;
	const turns = isQueue
		? [[one], all, [two], ['main' as const], all]
		: Array.from({ length: KILLS }, () => all);
	await run({ bed, service, speed, turns, part });
}

export const longListAlone = (endings: Endings, report: Report) =>
	start(endings, report.part('A long list, n8n as one process'), { isQueue: false, speed: 3 });

export const longListInQueue = (endings: Endings, report: Report) =>
	start(endings, report.part('A long list, n8n in queue mode'), { isQueue: true, speed: 2 });
