import { parseArgs } from 'node:util';

import { freePorts } from '../../n8n/ports';
import { failed, whileTelling } from '../../n8n/say';
import { inN8n, type World } from './world';
import { Report } from '../frame/report';
import { startHostileService, type HostileService } from './answers';
import { flood } from './flood';
import { gaugeEnv, readGauge, type Reading } from './gauge';
import { eachPoint, hangUps } from './points';
import { hostileToQuestions, MOST_MORE_MB } from './questions';
import { largeAnswers, manyAnswers } from './reads';
import { databaseMB, foundInDatabase, OWN_SECRETS, SECRETS } from './secrets';
import { isTooLong, measureStalls, MOST_MORE_MS } from './stalls';
import { callers, receivers, type Receiver } from './workflows';

/**
 * npm run test:hostile: hostile callers and a hostile service, in a real n8n.
 * --callbacks N, --answers N, --questions N, --rounds N, --seed N. With other sizes than the usual ones it writes nothing.
 * --only-questions attacks questions that wait, and nothing else.
 */

const USUAL = { callbacks: '10000', answers: '5000', questions: '10000', rounds: '3', seed: '18' };

/** n8n's own nodes get one in so many: they start an execution for each callback, and read each answer whole. */
const OWN_SHARE = 10;
/** Longer than this, an error's text is not shortened. */
const LONGEST_ERROR = 2_000;

const { values: options } = parseArgs({
	options: {
		callbacks: { type: 'string', default: USUAL.callbacks },
		answers: { type: 'string', default: USUAL.answers },
		questions: { type: 'string', default: USUAL.questions },
		rounds: { type: 'string', default: USUAL.rounds },
		seed: { type: 'string', default: USUAL.seed },
		'only-questions': { type: 'boolean', default: false },
	},
});

const isUsual = Object.entries(USUAL).every(
	([name, value]) => Reflect.get(options, name) === value,
);
const sizes = {
	callbacks: Number(options.callbacks),
	answers: Number(options.answers),
	questions: Number(options.questions),
	rounds: Number(options.rounds),
	seed: Number(options.seed),
};

interface Session {
	world: World;
	service: HostileService;
	gaugePort: number;
	report: Report;
}

/** Beside n8n's own node, which gets a share of the same. */
const READING_HEAD = ['', 'This package', 'n8n’s own node'];
const readings = (own: Reading, others: Reading): string[][] => [
	['Longest stall of the event loop, by the clock (ms)', `${own.stallMs}`, `${others.stallMs}`],
	['The same, computed by n8n’s thread (ms)', `${own.computedMs}`, `${others.computedMs}`],
	['Peak memory (MB)', own.rssMB.toFixed(0), others.rssMB.toFixed(0)],
];

async function eachByItself({ world, service, gaugePort, report }: Session, all: Receivers) {
	const { api, n8n } = world;
	const part = report.part('One by one');
	const ground = { api, log: n8n.log, receivers: all, service };
	const afterAMinute = await hangUps(ground);
	const points = await whileTelling('Each point by itself', () => eachPoint(ground));
	const stalls = await whileTelling('Callbacks of 1 MB, one by one', () =>
		measureStalls(api.url, all, gaugePort, sizes.rounds),
	);
	points.push(...(await afterAMinute()));
	for (const { what, saw, holds } of points) {
		part.holds('An attack is met as promised', holds ? [] : [`${what}: saw ${saw}`]);
	}
	for (const stall of stalls) {
		part.holds(
			`A callback of up to 1 MB holds n8n up at most ${MOST_MORE_MS} ms longer than its own Webhook node`,
			isTooLong(stall) ? [JSON.stringify(stall)] : [],
		);
	}
	part.table(
		['Attack', 'Seen'],
		points.map(({ what, saw }) => [what, saw]),
	);
	part.table(
		['One callback (ms)', 'KB', 'Without the token', 'With the token', 'Open', 'Webhook node'],
		stalls.map(({ body, bytes, ...ms }) => [
			body,
			String(Math.round(bytes / 1024)),
			...[ms.strangerMs, ms.protectedMs, ms.openMs, ms.ownMs].map(String),
		]),
	);
}

type Receivers = Awaited<ReturnType<typeof receivers>>;

async function callbacks({ world: { api }, gaugePort, report }: Session, all: Receivers) {
	const part = report.part('Generated callbacks', `Seed ${sizes.seed}.`);
	const attack = async (calls: number, toOwn: boolean) => {
		await readGauge(gaugePort);
		let sent = 0;
		const found = await whileTelling(
			`${calls} callbacks${toOwn ? ' to n8n’s Webhook node' : ''}`,
			() => flood(api, all, { calls, seed: sizes.seed, toOwn }, (now) => (sent = now)),
			() => `${sent} sent`,
		);
		return { ...found, reading: await readGauge(gaugePort) };
	};
	const ours = await attack(sizes.callbacks, false);
	const own = await attack(Math.ceil(sizes.callbacks / OWN_SHARE), true);
	part.holds(
		'Each callback that the service could send starts one execution, and none gets in without the token',
		ours.wrong,
	);
	part.same('All callbacks were sent', ours.calls, sizes.callbacks);
	const { calls, good, executions, grouped } = ours;
	part.figure('callbacks, of them such as the service could send', `${calls}, ${good}`);
	part.figure('executions', executions);
	part.figure('of these grouped, with messages', `${grouped.executions}, ${grouped.messages}`);
	part.table(READING_HEAD, readings(ours.reading, own.reading));
}

async function answers({ world, service, gaugePort, report }: Session) {
	const { api } = world;
	const part = report.part('Generated responses', `Seed ${sizes.seed}.`);
	const create = await callers(api, service.url);
	const large = await whileTelling('Large responses, one by one', () =>
		largeAnswers(api, create, service, gaugePort),
	);
	let answered = 0;
	const many = (count: number, own: boolean) =>
		whileTelling(
			`${count} responses${own ? ' to n8n’s HTTP Request node' : ''}`,
			() =>
				manyAnswers(
					api,
					create,
					service,
					{ answers: count, gaugePort, own },
					(now) => (answered = now),
				),
			() => `${answered} answered`,
		);
	const ours = await many(sizes.answers, false);
	const own = await many(Math.ceil(sizes.answers / OWN_SHARE), true);
	part.holds('Every execution ends with all of its items', ours.wrong);
	part.same('All responses were given', ours.answers >= sizes.answers, true);
	part.holds(
		`No error is longer than ${LONGEST_ERROR} characters`,
		ours.longestError <= LONGEST_ERROR ? [] : [String(ours.longestError)],
	);
	part.figure('responses, executions', `${ours.answers}, ${ours.executions}`);
	part.figure('longest error', ours.longestError);
	part.table(READING_HEAD, readings(ours.reading, own.reading));
	part.table(
		[
			'One large response: computed by n8n’s thread (ms), memory (MB)',
			'This package',
			'HTTP Request',
		],
		large.map(({ answer, ...of }) => [
			answer,
			...[of.ours, of.own].map(({ computedMs, rssMB }) => `${computedMs}, ${rssMB.toFixed(0)}`),
		]),
	);
}

async function questions(
	{ world: { api }, gaugePort, report }: Pick<Session, 'world' | 'gaugePort' | 'report'>,
	open: Receiver,
) {
	const part = report.part('Questions that wait', `Seed ${sizes.seed}.`);
	const found = await hostileToQuestions(api, open, {
		...{ count: sizes.questions, seed: sizes.seed, gaugePort },
	});
	const [before, after] = found.heapMB;
	part.holds(
		'No hostile request or forged tap counts as an answer, and the person is heard after them',
		found.wrong,
	);
	part.holds(
		`n8n’s heap grows by at most ${MOST_MORE_MB} MB`,
		after - before <= MOST_MORE_MB ? [] : [`from ${before} to ${after} MB`],
	);
	part.figure('requests, taps', `${found.requests}, ${found.taps}`);
	part.figure(
		'n8n’s heap after a tenth, after all (MB)',
		`${before.toFixed(1)}, ${after.toFixed(1)}`,
	);
}

function secrets({ world: { userFolder }, report }: Session) {
	const part = report.part('n8n’s database after all that');
	const found = foundInDatabase(userFolder, SECRETS);
	part.holds('No key, password or token stands in n8n’s database, in any spelling', found);
	part.figure('MB', Math.round(databaseMB(userFolder)));
	part.figure('secrets of n8n’s own nodes', foundInDatabase(userFolder, OWN_SECRETS).length);
}

async function main() {
	const [gaugePort = 0] = await freePorts(1);
	const report = new Report(
		'hostile',
		'Hostile callers, hostile responses',
		`npm run test:hostile -- ${process.argv.slice(2).join(' ')}`.replace(/ -- $/, ''),
	);
	const service = await startHostileService(sizes.seed);
	try {
		await inN8n(
			async (world) => {
				const session = { world, service, gaugePort, report };
				const all = await receivers(world.api);
				if (!options['only-questions']) {
					await eachByItself(session, all);
					await callbacks(session, all);
				}
				await questions(session, all.open);
				if (options['only-questions']) return;
				await answers(session);
				secrets(session);
			},
			() => gaugeEnv(gaugePort),
		);
		report.end(isUsual);
	} finally {
		await service.stop();
	}
}

main().catch(failed);
