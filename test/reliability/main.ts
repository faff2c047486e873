import { failed, say } from '../n8n/told';
import { eachCancelled, tellsWhatWasAccepted, type CancelRow } from './cancel';
import { underAClockThatJumps } from './clock';
import { CLOCK_KINDS, FAULT_KINDS, SOME_KINDS, type FaultKind } from './faultKinds';
import { runUnderFault, type Row } from './faultRun';
import { machineFor } from '../n8n/machine';
import { BROADCAST, GET_STATUS, SEND_SMS, SEND_TEXT, type Subject } from './operations';
import { inLanes } from './pool';
import { preloading } from './preload';
import { writeReport } from './report';
import { kindsOf, saveFaultRuns, stoppedRunOf } from './results';
import { EACH_SETTING, nameOf, type NodeSettings } from './settings';
import { inN8n } from './world';
import { clockEnv } from './shiftClock';

/** npm run test:faults: every kind of fault inside a real n8n. Arguments: 'faults', 'clock', 'stopped' run a part alone; other words pick kinds by their name. */

const LANES = 7;

interface Case {
	kind: FaultKind;
	subject: Subject;
	settings: NodeSettings;
}

const casesOf = (subject: Subject, kinds: readonly FaultKind[]): Case[] =>
	kinds.flatMap((kind) => EACH_SETTING.map((settings) => ({ kind, subject, settings })));

const CASES = [
	...casesOf(SEND_TEXT, FAULT_KINDS),
	...[BROADCAST, SEND_SMS, GET_STATUS].flatMap((subject) => casesOf(subject, SOME_KINDS)),
];

function tellCheck(what: string, wrong: readonly string[]): void {
	say(wrong.length === 0 ? `✓ ${what}` : `✗ ${what}\n    ${wrong.join('\n    ')}`);
}

const tell = ({ operation, fault, settings, wrong }: Row) => {
	tellCheck(`${operation}: ${fault} (${nameOf(settings)})`, wrong);
};

/** Those whose name holds one of the words; all where there are none. */
const pickedFrom = <T extends { name: string }>(kinds: readonly T[], words: readonly string[]) =>
	kinds.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));

async function faults(words: readonly string[]): Promise<Row[]> {
	const kinds = new Set(pickedFrom(FAULT_KINDS, words));
	return inN8n(
		({ api }) =>
			inLanes(
				CASES.filter(({ kind }) => kinds.has(kind)),
				LANES,
				async ({ kind, subject, settings }) => {
					const row = await runUnderFault(api, kind, subject, settings);
					tell(row);
					return row;
				},
			),
		() => preloading('loseHosts.mts'),
	);
}

async function clock(words: readonly string[]): Promise<Row[]> {
	const kinds = pickedFrom(CLOCK_KINDS, words);
	const rows = await inN8n((world) => underAClockThatJumps(world, kinds), clockEnv);
	rows.forEach(tell);
	return rows;
}

async function stopped(): Promise<CancelRow[]> {
	const rows = await inN8n(eachCancelled);
	for (const { settings, saveProgress, wrong } of rows) {
		const progress = saveProgress ? ', Save Execution Progress' : '';
		tellCheck(`Stopped in the middle (${nameOf(settings)}${progress})`, wrong);
	}
	return rows;
}

/** Of all together, so that it counts once. */
function telling(rows: readonly CancelRow[]) {
	const silent = rows.filter((row) => !tellsWhatWasAccepted(row)).length;
	const wrong = silent === 0 ? [] : [`${silent} of ${rows.length} do not`];
	tellCheck('A stopped execution tells how many were accepted', wrong);
	return { wrong };
}

const PARTS = ['faults', 'clock', 'stopped'];

async function main() {
	const given = process.argv.slice(2);
	const words = given.filter((word) => !PARTS.includes(word));
	const runs = (part: string) => given.length === words.length || given.includes(part);
	// What is picked by its name is looked at, and does not replace a whole part.
	const isWhole = words.length === 0;
	const machine = machineFor('npm run test:faults');
	const checks: { wrong: string[] }[] = [];
	if (runs('faults')) {
		const rows = await faults(words);
		if (isWhole) saveFaultRuns({ faults: { ...machine, kinds: kindsOf(rows) } });
		checks.push(...rows);
	}
	if (runs('clock')) {
		const rows = await clock(words);
		if (isWhole) saveFaultRuns({ clock: { ...machine, kinds: kindsOf(rows) } });
		checks.push(...rows);
	}
	if (runs('stopped') && isWhole) {
		const rows = await stopped();
		saveFaultRuns({ stopped: { ...machine, runs: rows.map(stoppedRunOf) } });
		checks.push(...rows, telling(rows));
	}
	writeReport();
	const unmet = checks.filter(({ wrong }) => wrong.length > 0).length;
	say(`\n${checks.length - unmet} passed, ${unmet} failed`);
	process.exitCode = unmet > 0 ? 1 : 0;
}

main().catch(failed);
