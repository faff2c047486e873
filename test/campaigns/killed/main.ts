import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { z } from 'zod';

import { packed } from '../../n8n/package';
import { CACHE } from '../../n8n/paths';
import { failed, say, wordsOf } from '../../../scripts/n8n/say.js';
import { LOOKS_OFTEN } from '../frame/preload';
import { Report } from '../frame/report';
import { runCampaign, type Endings } from '../frame/runner';
import { SOON, startTestbed } from '../frame/testbed';
import { startWitness } from '../frame/witness';
import { BEDS, planned, USUAL_SEED, type BedName, type Run } from './plan';
import { runOne, type Row } from './run';

/**
 * npm run test:killed: n8n killed in the middle of batches, and what becomes of each message. It goes on where it was
 * broken off. --only <pattern> of the runs' names, --seed N, --fresh (runs those again that are done).
 */

const { values: options } = parseArgs({
	options: {
		only: { type: 'string', default: '' },
		seed: { type: 'string', default: String(USUAL_SEED) },
		fresh: { type: 'boolean', default: false },
	},
});

const report = new Report(
	'killed-runs',
	'n8n killed in the middle of a batch',
	'npm run test:killed',
);

const TITLES = { single: 'n8n in one process', queue: 'n8n with two workers' };

const HOW =
	'n8n is ended in the middle of a batch, by kill -9 or by SIGTERM with a second of grace, at a moment that a seed decides, and started again. Then comes Retry, two Retries at the same time, Retry after an edit, or a new start. Each message has its own number, by which the simulator’s journal shows what was sent twice.';

/** What the runs of this build of the package have found so far. */
async function foundSoFar() {
	const build = path.basename(path.dirname(await packed()));
	const file = path.join(CACHE, 'killed', `${build}.json`);
	// This file is written here only.
	const stored = z.array(z.custom<Row>());
	let rows = existsSync(file) ? stored.parse(JSON.parse(readFileSync(file, 'utf8'))) : [];
	return {
		of: ({ id, seed }: Run) => rows.find((one) => one.id === id && one.seed === seed),
		/** In place of what the run found before. */
		keep: (row: Row) => {
			rows = [...rows.filter(({ id }) => id !== row.id), row];
			mkdirSync(path.dirname(file), { recursive: true });
			writeFileSync(file, JSON.stringify(rows, null, 1));
		},
	};
}

/** @param keep takes what a run found, or why it could not be judged */
async function onBed(
	name: BedName,
	runs: readonly Run[],
	endings: Endings,
	keep: (found: Row | string) => void,
): Promise<void> {
	const witness = await startWitness(endings);
	const bed = await startTestbed(endings, {
		isQueue: name === 'queue',
		// Told to end, n8n gives what runs a second, as a hasty deployment does.
		env: { N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '1', ...LOOKS_OFTEN, ...SOON },
	});
	for (const run of runs) {
		try {
			const row = await runOne(bed, witness, run);
			keep(row);
			const { broken, id, accepted, items, twice, named, left, unnamed } = row;
			const counts = `${accepted} of ${items}; ${twice} twice, ${named} named, ${left} of them never sent, ${unnamed} never sent and not named`;
			say(`${broken.length === 0 ? '✓' : '✗'} ${id}: ${counts}. ${broken.join('; ')}`);
		} catch (error) {
			keep(`${run.id}: ${wordsOf(error)}`);
			// What still sends would be counted against the next run. If n8n does not come up again, the next run says so.
			await bed.strike('SIGKILL').catch(() => undefined);
			await bed.restore().catch(() => undefined);
		}
	}
}

const COUNTS = ['items', 'atKill', 'byItself', 'accepted', 'twice', 'named', 'left', 'unnamed'];

/** A part for each way to run n8n, a line for each run, and the sums. */
function tell(all: readonly Row[]): void {
	for (const name of BEDS) {
		const rows = all.filter(({ bed }) => bed === name);
		if (rows.length === 0) continue;
		report.part(TITLES[name], HOW);
		for (const { id, broken } of rows) {
			report.holds(
				'Nothing is sent twice, everything that was not sent is named, and with keys the list is finished',
				broken.map((what) => `${id}: ${what}`),
			);
		}
		const countsOf = (row: Row) => COUNTS.map((count) => Number(Reflect.get(row, count)));
		const counts = rows.map(countsOf);
		const sums = COUNTS.map((_, at) => counts.reduce((sum, row) => sum + (row[at] ?? 0), 0));
		const lines = rows.map((row) => [
			row.id,
			String(row.seed),
			`${row.signal} ${row.struck} at ${row.killAfterRequests}`,
			[row.endedAs, ...row.done].join(', '),
			...countsOf(row).map(String),
			row.ranAgain ? 'yes' : 'no',
		]);
		report.table(
			['Run', 'Seed', 'Struck', 'Ended as', ...COUNTS, 'Ran again'],
			[...lines, ['**All**', '', '', '', ...sums.map(String), '']],
		);
	}
}

runCampaign(
	report,
	async (endings) => {
		const pattern = new RegExp(options.only);
		const runs = planned(Number(options.seed)).filter(({ id }) => pattern.test(id));
		const found = await foundSoFar();
		const wanted = runs.filter((run) => options.fresh || found.of(run) === undefined);
		say(`${runs.length} runs, ${runs.length - wanted.length} of them done before`);
		report.part('The runs themselves');
		const keep = (row: Row | string) => {
			report.holds('Each run could be judged', typeof row === 'string' ? [row] : []);
			if (typeof row !== 'string') found.keep(row);
		};
		for (const name of BEDS) {
			const here = wanted.filter(({ bed }) => bed === name);
			if (here.length > 0) await endings.within((inner) => onBed(name, here, inner, keep));
		}
		tell(runs.flatMap((run) => found.of(run) ?? []));
	},
	// Some of the runs would look like all.
	options.only === '',
).catch(failed);
