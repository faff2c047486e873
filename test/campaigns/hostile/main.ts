import { parseArgs } from 'node:util';

import { freePorts } from '../../n8n/ports';
import { failed, whileTelling } from '../../n8n/say';
import { Report } from '../frame/report';
import { runCampaign, type Endings } from '../frame/runner';
import { startTestbed, type Testbed } from '../frame/testbed';
import { startHostileService } from './answers';
import { flood, floodOwn } from './flood';
import { gaugeEnv } from './gauge';
import { hostileToQuestions } from './questions';
import { largeAnswers, manyAnswers } from './reads';
import { databaseMB, foundInDatabase, OWN_SECRETS, SECRETS } from './secrets';
import { CALLED, isTooLong, measureStalls, MOST_MORE_MS } from './stalls';
import { callers, OURS, receivers, type Receivers } from './workflows';

/**
 * npm run test:hostile: hostile callers and a hostile service, in a real n8n. --callbacks N, --answers N, --questions N,
 * --rounds N, --seed N: with other sizes than the usual ones it writes nothing, and it leaves out what is 0.
 */

const USUAL = { callbacks: '10000', answers: '5000', questions: '10000', rounds: '3', seed: '18' };

/** n8n's own nodes get one in this many: they start an execution for each callback, and read each response whole. */
const OWN_SHARE = 10;
/** Longer than this, an error's text is not shortened. */
const LONGEST_ERROR = 2_000;
/** n8n keeps some of what it has seen, up to a limit. */
const MOST_MORE_MB = 16;

const options = Object.fromEntries(
	Object.entries(USUAL).map(([name, usual]) => [name, { type: 'string', default: usual } as const]),
);
const { values } = parseArgs({ options });
const size = (name: keyof typeof USUAL) => Number(values[name]);
const isUsual = Object.entries(USUAL).every(([name, usual]) => values[name] === usual);
const seed = size('seed');

interface Session {
	bed: Testbed;
	endings: Endings;
	gaugePort: number;
	all: Receivers;
}

const command = ['npm run test:hostile', ...process.argv.slice(2)].join(' ');
const report = new Report('hostile', 'Hostile callers, hostile responses', command);

async function stalls({ bed, gaugePort, all }: Session) {
	const part = report.part('Callbacks of 1 MB');
	const found = await measureStalls(bed.webhookUrl, all, gaugePort, size('rounds'));
	for (const stall of found) {
		part.holds(
			`A callback of up to 1 MB holds n8n up at most ${MOST_MORE_MS} ms longer than its own Webhook node`,
			isTooLong(stall) ? [JSON.stringify(stall)] : [],
		);
	}
	part.table(
		['One callback (ms)', ...CALLED],
		found.map(({ body, ms }) => [body, ...CALLED.map((called) => String(ms[called]))]),
	);
}

async function callbacks({ bed, all }: Session) {
	const part = report.part('Generated callbacks', `Seed ${seed}.`);
	const count = size('callbacks');
	const { good, executions, groups, grouped, wrong } = await whileTelling(
		`${count} callbacks`,
		() => flood(bed, all, { calls: count, seed }),
	);
	await whileTelling('The same to n8n’s Webhook node', () =>
		floodOwn(bed, all, { calls: Math.ceil(count / OWN_SHARE), seed }),
	);
	part.holds(
		'Each callback that the service could send starts one execution, and none gets in without the token',
		wrong,
	);
	part.figure('callbacks, of them such as the service could send', `${count}, ${good}`);
	part.figure('executions', executions + groups);
	part.figure('of these grouped, with messages', `${groups}, ${grouped}`);
}

async function answers({ bed: { api }, endings, gaugePort }: Session) {
	const part = report.part('Generated responses', `Seed ${seed}.`);
	const service = await startHostileService(seed);
	endings.add(() => service.stop());
	const call = await callers(api, service.url);
	const large = await whileTelling('Large responses', () =>
		largeAnswers(api, call, service, gaugePort),
	);
	const count = size('answers');
	const ours = await whileTelling(`${count} responses`, () =>
		manyAnswers(api, call, service, { answers: count, names: OURS }),
	);
	await whileTelling('The same to n8n’s HTTP Request node', () =>
		manyAnswers(api, call, service, { answers: Math.ceil(count / OWN_SHARE), names: ['own'] }),
	);
	part.holds('Every execution ends with all of its items', ours.wrong);
	part.holds(
		`No error is longer than ${LONGEST_ERROR} characters`,
		ours.longestError <= LONGEST_ERROR ? [] : [String(ours.longestError)],
	);
	part.figure('responses, executions', `${ours.answers}, ${ours.executions}`);
	part.figure('longest error', ours.longestError);
	part.table(['A large response', 'ms that n8n’s thread computed', 'HTTP Request'], large);
}

async function questions({ bed: { api }, endings, gaugePort, all }: Session) {
	const part = report.part('Questions that wait', `Seed ${seed}.`);
	const count = size('questions');
	const found = await hostileToQuestions(api, endings, all.open, { count, seed, gaugePort });
	const { sent, before, after, wrong } = found;
	const heap = [before, after].map((one) => one.toFixed(1)).join(', ');
	part.holds(
		'No hostile request or forged tap counts as an answer, and the person is heard after them',
		wrong,
	);
	part.holds(
		`n8n’s heap grows by at most ${MOST_MORE_MB} MB`,
		after - before <= MOST_MORE_MB ? [] : [heap],
	);
	part.figure('requests and taps, half of each', sent);
	part.figure('n8n’s heap after a tenth, after all (MB)', heap);
}

function secrets({ bed: { userFolder } }: Session) {
	const part = report.part('n8n’s database after all that');
	const found = foundInDatabase(userFolder, SECRETS);
	part.holds('No key, password or token is in n8n’s database, in any spelling', found);
	part.figure('MB', Math.round(databaseMB(userFolder)));
	part.figure('secrets of n8n’s own nodes', foundInDatabase(userFolder, OWN_SECRETS).length);
}

runCampaign(
	report,
	async (endings) => {
		const [gaugePort = 0] = await freePorts(1);
		const bed = await startTestbed(endings, { env: gaugeEnv(gaugePort) });
		const all = await receivers(bed.api);
		const session = { bed, endings, gaugePort, all };
		if (size('rounds') > 0) await stalls(session);
		if (size('callbacks') > 0) await callbacks(session);
		if (size('questions') > 0) await questions(session);
		if (size('answers') > 0) await answers(session);
		secrets(session);
	},
	isUsual,
).catch(failed);
