import { writePage } from '../docs/files';
import { list, page, plain, thousands } from '../docs/markdown';
import { acceptedTwiceIn, faultSections } from './reportFaults';
import { soakSection } from './reportSoak';
import { stoppedSection } from './reportStopped';
import { loadFaultRuns, loadSoak, type FaultPart, type FaultRuns, type Soak } from './results';
import { isFullRate } from './soakRun';

/** The report of faults, from what the last runs found. */

type Whole = { [Part in keyof FaultRuns]-?: NonNullable<FaultRuns[Part]> };

interface Checked {
	what: string;
	wrong: string[];
}

const checkedKinds = ({ kinds }: FaultPart): Checked[] =>
	kinds.flatMap(({ operation, fault, runs }) =>
		runs.map(({ wrong }) => ({ what: `${operation}: ${fault}`, wrong })),
	);

const tells = (holds: boolean, text: string) => (holds ? text : `**Not so:** ${text}`);

function whatHolds({ faults, clock, stopped }: Whole, soak: Soak | undefined): string {
	const all = [
		...checkedKinds(faults),
		...checkedKinds(clock),
		...stopped.runs.map(({ wrong }) => ({ what: 'Stopped in the middle', wrong })),
	];
	const unmet = all.filter(({ wrong }) => wrong.length > 0);
	const twice = [
		...[...faults.kinds, ...clock.kinds].flatMap(({ runs }) => runs.map(acceptedTwiceIn)),
		...stopped.runs.map(({ retryAcceptedTwice }) => retryAcceptedTwice),
	].reduce((sum, one) => sum + one, 0);
	const latest = Math.max(...stopped.runs.map(({ lastStartMs }) => lastStartMs));
	const silent = stopped.runs.filter(({ accepted, toldAccepted }) => accepted !== toldAccepted);
	return list([
		tells(
			unmet.length === 0,
			`${all.length - unmet.length} of ${all.length} runs met what is asked of them (below).${unmet.map(({ what, wrong }) => ` ${what}: ${wrong.join('; ')}.`).join('')}`,
		),
		tells(
			twice === 0,
			`${twice} messages were accepted twice: by the node’s own repeats, by Retry On Fail, by Retry in the list of executions, or while clocks jumped.`,
		),
		tells(
			silent.length === 0,
			`After a press on Stop, the last request started at most ${latest} ms later, and n8n’s log said how many messages had been accepted.`,
		),
		...(soak
			? [
					tells(
						soak.twice === 0 && soak.wrong.length === 0 && isFullRate(soak),
						`${thousands(soak.messages)} messages in ${plain(soak.minutes)} minutes with five faults in a hundred requests: ${plain(soak.requestsPerSecond)} requests a second, ${soak.twice} accepted twice, ${soak.wrong.length} reported wrongly; memory ${soak.rss.flat === true ? 'stayed flat' : 'was **not** shown to stay flat'}.`,
					),
				]
			: []),
	]);
}

const ASKED = `A run is met if no message was accepted twice (after Retry neither), if what the person is told about each item is true (what is called sent was accepted, what is called not sent was not, unknown may be either), if every failure says what to do, if no key is in the execution, and if Retry left out only what is unknown.`;

const FAULTS = `A fault strikes three in ten requests; if the node continues after a failure, the first in any case, since n8n’s Retry On Fail looks at the first item. A burst strikes eight requests, a refused connection all after the sixth. The node waits 2 s for an answer. Retry On Fail tries three times. Clocks jump as n8n’s process sees them, in the middle and between tries.`;

const STOPPED = `A broadcast of 1,000 items at the full rate, stopped as the editor does it. The last request counts from the press on Stop. n8n’s editor offers no Retry for a stopped execution: here n8n’s interface is asked for it.`;

/** Undefined while a part is missing: half a report would look like a whole one. */
export function reliabilityPage(
	{ faults, clock, stopped }: FaultRuns,
	soak: Soak | undefined,
): string | undefined {
	if (!faults || !clock || !stopped) return undefined;
	return page(
		'# Reliability',
		'What the node does if the service, the network or the clock misbehaves. Each fault was tried in a real n8n with the package, in every setting of On Error, Retry On Fail on and off. The journal of the simulator says what the service accepted.',
		'## What holds',
		whatHolds({ faults, clock, stopped }, soak),
		'## Where the figures come from',
		`This page is written by \`npm run test:faults\` (${faults.date}) and \`npm run soak\`, from fault-runs.json, with every run, and soak.json. ${faults.machine}; ${faults.versions}.`,
		ASKED,
		'## Faults',
		FAULTS,
		faultSections([...faults.kinds, ...clock.kinds]),
		'## Stopped in the middle',
		STOPPED,
		stoppedSection(stopped.runs),
		'## For a long time',
		soak ? soakSection(soak) : 'Not run yet: `npm run soak`.',
	);
}

export function writeReport(): void {
	const text = reliabilityPage(loadFaultRuns(), loadSoak());
	if (text !== undefined) writePage('reliability.md', text);
}
