import { failed, say, Explained } from '../../n8n/say';
import { Report, type Part } from '../frame/report';
import { eachCancelled, tellsWhatWasAccepted } from './cancel';
import { underAClockThatJumps } from './clock';
import { CLOCK_KINDS, FAULT_KINDS, SOME_KINDS, type FaultKind } from './faultKinds';
import { ITEMS, runUnderFault, type Row } from './faultRun';
import { BROADCAST, GET_STATUS, SEND_SMS, SEND_TEXT, type Subject } from './operations';
import { inLanes } from './pool';
import { preloading } from './preload';
import { EACH_SETTING, nameOf, type NodeSettings } from './settings';
import { clockEnv } from './shiftClock';
import { FULL_RATE, isFullRate, SOAK_ITEMS, soak } from './soakRun';
import { FAULT_HEAD, faultRows, STOPPED_HEAD, stoppedRow } from './tables';
import type { Trend } from './trend';
import { inN8n } from './world';

/**
 * npm run test:faults: every kind of fault inside a real n8n. Arguments: 'faults', 'clock', 'stopped' run a part alone;
 * other words pick kinds by their name, and write nothing. npm run soak: the full rate with faults, for 20 minutes or as
 * many as the argument says.
 */

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

const ASKED =
	'No message was accepted twice, each item is told of truly, every failure says what to do, no key is in the execution, and Retry left out only what is unknown';

function keepRow(part: Part, { operation, fault, settings, wrong }: Row): void {
	say(`${wrong.length === 0 ? '✓' : '✗'} ${operation}: ${fault} (${nameOf(settings)})`);
	part.holds(
		ASKED,
		wrong.map((what) => `${operation}: ${fault} (${nameOf(settings)}): ${what}`),
	);
}

/** Those whose name holds one of the words; all if there are none. */
const pickedFrom = <T extends { name: string }>(kinds: readonly T[], words: readonly string[]) =>
	kinds.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));

async function faults(report: Report, words: readonly string[]): Promise<void> {
	const part = report.part(
		'Faults of the service and the network',
		`${ITEMS} items in each execution, in every setting of On Error, Retry On Fail on and off. A fault strikes three in ten requests; a burst strikes eight, a refused connection all after the sixth. The node waits 2 s for a response. Ranges span the settings.`,
	);
	const kinds = new Set(pickedFrom(FAULT_KINDS, words));
	const rows = await inN8n(
		({ api }) =>
			inLanes(
				CASES.filter(({ kind }) => kinds.has(kind)),
				LANES,
				async ({ kind, subject, settings }) => {
					const row = await runUnderFault(api, kind, subject, settings);
					keepRow(part, row);
					return row;
				},
			),
		() => preloading('loseHosts.mts'),
	);
	part.table(FAULT_HEAD, faultRows(rows));
}

async function clock(report: Report, words: readonly string[]): Promise<void> {
	const part = report.part(
		'Clocks that jump',
		'As n8n’s process sees them, in the middle of a list and between tries.',
	);
	const kinds = pickedFrom(CLOCK_KINDS, words);
	const rows = await inN8n((world) => underAClockThatJumps(world, kinds), clockEnv);
	for (const row of rows) keepRow(part, row);
	part.table(FAULT_HEAD, faultRows(rows));
}

async function stopped(report: Report): Promise<void> {
	const part = report.part(
		'Stopped in the middle',
		'A broadcast of 1,000 items at the full rate, stopped as the editor does it. n8n’s editor offers no Retry for a stopped execution: here n8n’s interface is asked for it.',
	);
	const rows = await inN8n(eachCancelled);
	for (const row of rows) {
		part.holds('No request starts a second after Stop, and none is accepted twice', row.wrong);
		part.holds(
			'n8n’s log tells how many were accepted',
			tellsWhatWasAccepted(row) ? [] : [`${row.accepted}, not ${row.toldAccepted ?? 'said'}`],
		);
	}
	part.table(STOPPED_HEAD, rows.map(stoppedRow));
}

async function soaked(report: Report, given: string | undefined): Promise<void> {
	const minutes = given === undefined ? 20 : Number(given);
	if (!(minutes > 0))
		throw new Explained(`How many minutes? '${given ?? ''}' is no number above 0.`);
	const part = report.part(
		'For a long time',
		`Executions of ${SOAK_ITEMS} items, started by a webhook, for ${minutes} minutes, with five faults in a hundred requests.`,
		`npm run soak -- ${minutes}`,
	);
	const found = await inN8n(
		(world) => soak(world, minutes),
		() => ({ N8N_METRICS: 'true' }),
	);
	const { rss, heap, handles, wrong, twice, told, ...figures } = found;
	part.holds('Each message is told of truly', wrong);
	part.same('No message was accepted twice', twice, 0);
	part.holds(
		`Requests keep the full rate, ${FULL_RATE} a second`,
		isFullRate(found) ? [] : [String(found.requestsPerSecond)],
	);
	for (const [what, trend] of Object.entries({ Memory: rss, Heap: heap, Handles: handles })) {
		const { flat, firstQuarter, lastQuarter }: Trend = trend;
		const change = `${firstQuarter.toFixed(1)} in the first quarter, ${lastQuarter.toFixed(1)} in the last`;
		// What was too short to tell is neither.
		if (flat !== undefined) part.holds(`${what} stays flat`, flat ? [] : [change]);
		part.figure(what, change);
	}
	for (const [what, figure] of Object.entries({ ...figures, ...told })) part.figure(what, figure);
}

const PARTS = ['faults', 'clock', 'stopped'];

async function main() {
	const given = process.argv.slice(2);
	const report = new Report('reliability', 'Reliability', 'npm run test:faults');
	if (given[0] === 'soak') {
		await soaked(report, given[1]);
		report.end();
		return;
	}
	const words = given.filter((word) => !PARTS.includes(word));
	const runs = (part: string) => given.length === words.length || given.includes(part);
	// What is picked by its name is looked at, and does not replace a whole part.
	const isWhole = words.length === 0;
	if (runs('faults')) await faults(report, words);
	if (runs('clock')) await clock(report, words);
	if (runs('stopped') && isWhole) await stopped(report);
	report.end(isWhole);
}

main().catch(failed);
