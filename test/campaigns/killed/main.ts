import path from 'node:path';
import { parseArgs } from 'node:util';

import { packed } from '../../n8n/package';
import { failed, say, wordsOf } from '../../n8n/say';
import { N8N_1, N8N_2 } from '../../n8n/versions';
import { Endings, endOnSignals } from '../frame/endings';
import { Report } from '../frame/report';
import { startSimulator } from '../../simulator';
import { credentialsFor, type Credentials } from './credentials';
import type { Ground } from './ground';
import { hasSendOnceKey } from './keys';
import { oneProcess } from './oneProcess';
import { GROUNDS, planned, USUAL_RUNS, USUAL_SEED, type GroundName, type Run } from './plan';
import { queue } from './queue';
import { isDone, load, save, tell, type Row } from './results';
import { runOne } from './run';
import { SAME_KEYS, sameKeysAgain } from './sameKeys';
import { Witness } from './witness';

/**
 * npm run test:killed: n8n killed in the middle of batches, and what becomes of each message.
 * --only <pattern> of the runs' names, --seed N, --runs N, --fresh (runs those again that are done).
 */

const MOST_MS = 60 * 60_000;
/** No run begins that would hardly end in time. */
const LONGEST_RUN_MS = 3 * 60_000;
const JOURNAL_KEEPS = 50_000;

const OPEN: Record<GroundName, (endings: Endings) => Promise<Ground>> = {
	n8n2: (endings) => oneProcess(N8N_2, endings),
	n8n1: (endings) => oneProcess(N8N_1, endings),
	'n8n2-queue': (endings) => queue(N8N_2, endings),
	'n8n1-queue': (endings) => queue(N8N_1, endings),
};

const { values: options } = parseArgs({
	options: {
		only: { type: 'string', default: '' },
		seed: { type: 'string', default: String(USUAL_SEED) },
		runs: { type: 'string', default: String(USUAL_RUNS) },
		fresh: { type: 'boolean', default: false },
	},
});

interface Session {
	rows: Row[];
	build: string;
	endsAt: number;
	/** Runs that could not be judged, and why. */
	open: { run: Run; why: string }[];
	report: Report;
}

async function onGround(
	name: GroundName,
	runs: readonly Run[],
	session: Session,
	endings: Endings,
): Promise<void> {
	const simulator = await startSimulator({ speed: 0, journal: JOURNAL_KEEPS });
	endings.add(() => simulator.stop());
	const witness = new Witness(simulator);
	const ground = await OPEN[name](endings);
	const credentials = await credentialsFor(ground.api, simulator.url, [SAME_KEYS, ...runs]);
	const hasKeys = await hasSendOnceKey(ground.api);
	if (name === SAME_KEYS.ground) await sameKeys(ground, witness, credentials, session.report);
	for (const run of runs) {
		const why =
			run.hasKeys && !hasKeys
				? 'not available: the node has no Send Once Key'
				: performance.now() > session.endsAt - LONGEST_RUN_MS
					? 'not run: the hour is over, run the same command again'
					: await tried(ground, witness, run, credentials, session);
		if (why !== undefined) {
			session.open.push({ run, why });
			say(`– ${run.id}: ${why}`);
		}
	}
}

/** Nothing is killed in it, so it has no row. */
async function sameKeys(
	ground: Ground,
	witness: Witness,
	credentials: Credentials,
	report: Report,
): Promise<void> {
	const part = report.part('The same keys again, a full row, two workers');
	const { accepted, twice } = await sameKeysAgain(ground, witness, credentials);
	part.same('Every message is sent', accepted, SAME_KEYS.items);
	part.same('No message is sent twice', twice, 0);
}

/** Runs it and keeps what it found, or tells why it could not be run. */
async function tried(
	ground: Ground,
	witness: Witness,
	run: Run,
	credentials: Credentials,
	session: Session,
): Promise<string | undefined> {
	try {
		const row = { ...(await runOne(ground, witness, run, credentials)), build: session.build };
		session.rows = [...session.rows.filter(({ id }) => id !== run.id), row];
		save(session.rows);
		const { broken, id, accepted, items, twice, named, left, unnamed } = row;
		say(
			`${broken.length === 0 ? '✓' : '✗'} ${id}: ${accepted} of ${items}; ${twice} twice, ${named} named, ${left} of them never sent, ${unnamed} never sent and not named. ${broken.join('; ')}`,
		);
		return undefined;
	} catch (error) {
		// Should it not come up either, the next run says so.
		await ground.restore().catch(() => undefined);
		return `failed: ${wordsOf(error)}`;
	}
}

function end(runs: readonly Run[], { rows, open, build, report }: Session): void {
	const asked = rows.filter((row) => runs.some((run) => isDone([row], run)));
	tell(report, asked);
	const older = asked.filter((row) => row.build !== build).length;
	if (older > 0)
		say(`${older} were run with another build of the package: --fresh runs them again`);
	const part = report.part('The runs themselves');
	part.holds(
		'Each run could be judged',
		open.map(({ run, why }) => `${run.id}: ${why}`),
	);
	// Some of the runs would look like all.
	report.end(options.only === '');
}

async function main() {
	const pattern = new RegExp(options.only);
	const runs = planned(Number(options.seed), Number(options.runs)).filter(({ id }) =>
		pattern.test(id),
	);
	// Forgotten at once: should it be broken off, the same command without --fresh goes on with it.
	const rows = load().filter(({ id }) => !options.fresh || !runs.some((run) => run.id === id));
	save(rows);
	const wanted = runs.filter((run) => !isDone(rows, run));
	say(`${runs.length} runs, ${runs.length - wanted.length} of them done before`);
	const endings = new Endings();
	endOnSignals(endings);
	const build = path.basename(path.dirname(await packed()));
	const session: Session = {
		rows,
		build,
		endsAt: performance.now() + MOST_MS,
		open: [],
		report: new Report('killed-runs', 'n8n killed in the middle of a batch', 'npm run test:killed'),
	};
	const late = setTimeout(() => void endings.endAll(), MOST_MS);
	try {
		for (const name of GROUNDS) {
			const here = wanted.filter(({ ground }) => ground === name);
			if (here.length === 0) continue;
			const endingsHere = new Endings();
			endings.add(() => endingsHere.endAll());
			await onGround(name, here, session, endingsHere);
			await endingsHere.endAll();
		}
	} finally {
		clearTimeout(late);
		await endings.endAll();
	}
	end(runs, session);
}

main().catch(failed);
