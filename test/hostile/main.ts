import { parseArgs } from 'node:util';

import { freePorts } from '../n8n/ports';
import { machineFor } from '../n8n/machine';
import { failed, say, whileTelling } from '../n8n/told';
import { inN8n, type World } from '../reliability/world';
import { startHostileService, type HostileService } from './answers';
import { flood, type Flood } from './flood';
import { gaugeEnv, readGauge, type Reading } from './gauge';
import { eachPoint, hangUps } from './points';
import { hostileToQuestions, MOST_MORE_MB } from './questions';
import { largeAnswers, manyAnswers } from './reads';
import { writeReport } from './report';
import { loadHostile, saveHostile, type Hostile } from './results';
import { databaseMB, foundInDatabase, OWN_SECRETS, SECRETS } from './secrets';
import { isTooLong, measureStalls, MOST_MORE_MS } from './stalls';
import { callers, receivers, type Receiver } from './workflows';

/**
 * npm run test:hostile: hostile callers and a hostile service, in a real n8n.
 * --callbacks N, --answers N, --questions N, --rounds N, --seed N. With other sizes than the usual ones it writes nothing,
 * unless --save is given: the page says how many there were. --only-questions attacks questions that wait, and nothing else.
 */

const USUAL = { callbacks: '10000', answers: '5000', questions: '10000', rounds: '3', seed: '18' };

/** n8n's own nodes get one in so many: they start an execution for each callback, and read each answer whole. */
const OWN_SHARE = 10;

const { values: options } = parseArgs({
	options: {
		callbacks: { type: 'string', default: USUAL.callbacks },
		answers: { type: 'string', default: USUAL.answers },
		questions: { type: 'string', default: USUAL.questions },
		rounds: { type: 'string', default: USUAL.rounds },
		seed: { type: 'string', default: USUAL.seed },
		save: { type: 'boolean', default: false },
		'only-questions': { type: 'boolean', default: false },
	},
});

const COMMAND = 'npm run test:hostile';

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
}

/** Reads the gauge all the while: a reading begins where the one before it ended. */
const floodWithGauge = async (
	{ gaugePort }: Session,
	title: string,
	run: (progress: (sent: number) => void) => Promise<Flood>,
): Promise<Flood & { reading: Reading }> => {
	await readGauge(gaugePort);
	let sent = 0;
	const found = await whileTelling(
		title,
		() => run((now) => (sent = now)),
		() => `${sent} sent`,
	);
	return { ...found, reading: await readGauge(gaugePort) };
};

const attackQuestions = async (
	{ world: { api }, gaugePort }: Pick<Session, 'world' | 'gaugePort'>,
	open: Receiver,
): Promise<NonNullable<Hostile['questions']>> => ({
	date: machineFor('').date,
	...(await hostileToQuestions(api, open, {
		...{ count: sizes.questions, seed: sizes.seed, gaugePort },
	})),
});

async function attack(
	session: Session,
): Promise<Omit<Hostile, keyof ReturnType<typeof machineFor>>> {
	const { world, service, gaugePort } = session;
	const { api, userFolder } = world;
	const from = Date.now();
	const all = await receivers(api);
	const create = await callers(api, service.url);
	const ground = { api, log: world.n8n.log, receivers: all, service };
	const { rssMB: idleMB } = await readGauge(gaugePort);

	const afterAMinute = await hangUps(ground);
	const points = await whileTelling('Each point by itself', () => eachPoint(ground));
	const stalls = await whileTelling('Callbacks of 1 MB, one by one', () =>
		measureStalls(api.url, all, gaugePort, sizes.rounds),
	);
	points.push(...(await afterAMinute()));
	const { seed } = sizes;
	const ours = await floodWithGauge(session, `${sizes.callbacks} callbacks`, (progress) =>
		flood(api, all, { calls: sizes.callbacks, seed }, progress),
	);
	const ownCalls = Math.ceil(sizes.callbacks / OWN_SHARE);
	const own = await floodWithGauge(session, `${ownCalls} to n8n’s Webhook node`, (progress) =>
		flood(api, all, { calls: ownCalls, seed, toOwn: true }, progress),
	);
	const questions = await attackQuestions(session, all.open);
	const large = await whileTelling('Large answers, one by one', () =>
		largeAnswers(api, create, service, gaugePort),
	);
	let answered = 0;
	const many = (answers: number, isOwn: boolean) =>
		whileTelling(
			`${answers} answers${isOwn ? ' to n8n’s HTTP Request node' : ''}`,
			() =>
				manyAnswers(api, create, service, { answers, gaugePort, own: isOwn }, (now) => {
					answered = now;
				}),
			() => `${answered} answered`,
		);
	const answers = {
		ours: await many(sizes.answers, false),
		own: await many(Math.ceil(sizes.answers / OWN_SHARE), true),
	};
	const found = foundInDatabase(userFolder, SECRETS);
	for (const place of found.slice(0, 20)) say(`  ${place}`);
	const secrets = {
		ours: found.length,
		own: foundInDatabase(userFolder, OWN_SECRETS).length,
		databaseMB: Math.round(databaseMB(userFolder)),
	};
	const callbacks = { ours, own };
	return {
		seed,
		seconds: Math.round((Date.now() - from) / 1000),
		points,
		stalls,
		large,
		callbacks,
		answers,
		questions,
		secrets,
		idleMB,
		broken: brokenIn({ points, stalls, callbacks, answers, questions, secrets }),
	};
}

/** Longer than this, an error's text is not shortened. */
const LONGEST_ERROR = 2_000;

function brokenInQuestions(questions: Hostile['questions']): string[] {
	if (questions === undefined) return [];
	const { wrong, heapMB } = questions;
	const [before, after] = heapMB;
	const isFlat = after - before <= MOST_MORE_MB;
	return isFlat ? wrong : [...wrong, `the heap grew from ${before} to ${after} MB`];
}

function brokenIn({
	points,
	stalls,
	callbacks,
	answers,
	questions,
	secrets,
}: Pick<
	Hostile,
	'points' | 'stalls' | 'callbacks' | 'answers' | 'questions' | 'secrets'
>): string[] {
	return [
		...points.filter(({ holds }) => !holds).map(({ what, saw }) => `${what}: saw ${saw}`),
		...stalls
			.filter(isTooLong)
			.map(
				({ body, openMs, protectedMs, strangerMs, ownMs }) =>
					`${body} held n8n up for ${Math.max(openMs, protectedMs, strangerMs)} ms, its own Webhook node for ${ownMs} ms: more than ${MOST_MORE_MS} ms beyond it`,
			),
		...callbacks.ours.wrong,
		...answers.ours.wrong,
		...brokenInQuestions(questions),
		...(callbacks.ours.calls === sizes.callbacks ? [] : ['not all callbacks were sent']),
		...(answers.ours.answers >= sizes.answers ? [] : ['not all answers were given']),
		...(answers.ours.longestError <= LONGEST_ERROR
			? []
			: [`an error has ${answers.ours.longestError} characters`]),
		...(secrets.ours === 0 ? [] : [`a secret stands ${secrets.ours} times in n8n’s database`]),
	];
}

/** What an earlier run found stays as it is. */
async function onlyQuestions(gaugePort: number) {
	const questions = await inN8n(
		async (world) => attackQuestions({ world, gaugePort }, (await receivers(world.api)).open),
		() => gaugeEnv(gaugePort),
	);
	say(JSON.stringify(questions, undefined, 2));
	const broken = brokenInQuestions(questions);
	const before = loadHostile();
	if (options.save && before !== undefined && broken.length === 0) {
		const result = { ...before, questions };
		saveHostile(result);
		writeReport(result, true);
	}
	process.exitCode = broken.length === 0 ? 0 : 1;
}

async function main() {
	const [gaugePort = 0] = await freePorts(1);
	if (options['only-questions']) {
		await onlyQuestions(gaugePort);
		return;
	}
	const service = await startHostileService(sizes.seed);
	try {
		const found = await inN8n(
			(world) => attack({ world, service, gaugePort }),
			() => gaugeEnv(gaugePort),
		);
		const command = isUsual ? COMMAND : `${COMMAND} -- ${process.argv.slice(2).join(' ')}`;
		const result: Hostile = { ...machineFor(command), ...found };
		const isKept = isUsual || options.save;
		if (isKept) saveHostile(result);
		say(writeReport(result, isKept));
		for (const broken of result.broken.slice(0, 40)) say(`✗ ${broken}`);
		say(
			`\n${result.broken.length === 0 ? 'Every promise held' : `${result.broken.length} broken`}`,
		);
		process.exitCode = result.broken.length === 0 ? 0 : 1;
	} finally {
		await service.stop();
	}
}

main().catch(failed);
