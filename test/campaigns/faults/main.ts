import { range } from '../../docs/markdown';
import { failed, say } from '../../../scripts/n8n/say.js';
import { inLanes } from '../frame/nodes';
import { preloading } from '../frame/preload';
import { Report, type Part } from '../frame/report';
import { runCampaign, type Endings } from '../frame/runner';
import { startTestbed } from '../frame/testbed';
import { ITEMS, runUnderFault, type Row } from './faultRun';
import { EACH_SETTING, FAULT_KINDS, nameOf, SOME_KINDS } from './kinds';
import { OTHERS, SEND_TEXT } from './subjects';

/** npm run test:faults: every kind of fault inside a real n8n. Words pick kinds by their name, and write nothing. */

const LANES = 7;

const ASKED =
	'No message was accepted twice, each item is told of truly, every failure says what to do, no key is in the execution, and Retry left out only what is unknown';

function judge(part: Part, { name, settings, wrong }: Row): void {
	say(`${wrong.length === 0 ? '✓' : '✗'} ${name} (${nameOf(settings)})`);
	part.holds(
		ASKED,
		wrong.map((what) => `${name} (${nameOf(settings)}): ${what}`),
	);
}

const COUNTS = ['requests', 'accepted', 'sent', 'notSent', 'unknown'] as const;

function tell(part: Part, rows: readonly Row[]): void {
	const lines = [...new Set(rows.map(({ name }) => name))].map((name) => {
		const runs = rows.filter((one) => one.name === name);
		return [
			name,
			`${runs.filter(({ wrong }) => wrong.length === 0).length} of ${runs.length}`,
			...COUNTS.map((count) => range(runs.map(({ first }) => first[count]))),
			range(runs.flatMap(({ afterRetry }) => afterRetry ?? [])),
		];
	});
	const told = ['told sent', 'not sent', 'unknown'];
	part.table(['Fault', 'Met', 'Requests', 'Accepted', ...told, 'Accepted after Retry'], lines);
}

/** Those whose name holds one of the words; all if there are none. */
const pickedFrom = <T extends { name: string }>(kinds: readonly T[], words: readonly string[]) =>
	kinds.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));

const casesOf = (subjects: readonly (typeof SEND_TEXT)[], kinds: typeof FAULT_KINDS) =>
	subjects.flatMap((subject) =>
		kinds.flatMap((kind) => EACH_SETTING.map((settings) => ({ kind, subject, settings }))),
	);

async function faults(endings: Endings, report: Report, words: readonly string[]): Promise<void> {
	const part = report.part(
		'Faults of the service and the network',
		`${ITEMS} items in each execution, in every setting of On Error, Retry On Fail on and off. A fault strikes three in ten requests; a burst strikes eight, a refused connection all after the sixth. The node waits 2 s for a response. Ranges span the settings.`,
	);
	const { api } = await startTestbed(endings, { env: preloading('loseHosts.mts') });
	const all = [
		...casesOf([SEND_TEXT], pickedFrom(FAULT_KINDS, words)),
		...casesOf(OTHERS, pickedFrom(SOME_KINDS, words)),
	];
	const rows = await inLanes(all, LANES, async ({ kind, subject, settings }) => {
		const row = await runUnderFault(api, kind, subject, settings);
		judge(part, row);
		return row;
	});
	tell(part, rows);
}

async function main() {
	const words = process.argv.slice(2);
	const report = new Report('reliability', 'Reliability', 'npm run test:faults');
	// Only a whole campaign is saved.
	await runCampaign(report, (endings) => faults(endings, report, words), words.length === 0);
}

main().catch(failed);
