import { writeFileSync } from 'node:fs';

import { format, resolveConfig } from 'prettier';

import { cancelSection } from './reportCancel';
import { faultSections } from './reportFaults';
import { soakSection } from './reportSoak';
import { tellsWhatWasAccepted } from './cancel';
import { load, REPORT, type Results } from './results';

/** Writes RELIABILITY.md from what the last runs found. */

type Whole = Pick<Results, 'faults' | 'clock' | 'stopped'>;

function opening({ faults, clock, stopped }: Whole): string {
	const all = [...faults.rows, ...clock.rows, ...stopped.rows];
	const failed = all.filter(({ wrong }) => wrong.length > 0).length;
	const { date, machine, versions } = faults;
	const tookS = faults.tookS + clock.tookS + stopped.tookS;
	const silent = stopped.rows.filter((row) => !tellsWhatWasAccepted(row)).length;
	return `# Reliability

What happens when the service, the network or the clock misbehaves: each kind of fault inside a real n8n with the packed package, in every setting of On Error, with Retry On Fail on and off. The journal of the [simulator](test/simulator/README.md) is the witness of what the service accepted.

This page is generated. \`npm run test:faults\` wrote it on ${date} in ${tookS} s; \`npm run soak\` adds its part.

- ${machine}
- ${versions}
- ${all.length - failed} runs met, ${failed} not${
		silent === 0 ? '' : `; and ${silent} executions that were stopped do not tell what was accepted`
	}

A run is met when no message was accepted twice (after Retry neither), each item is accounted for by what the person is told (what is called sent was accepted, what is called not sent was not; unknown may be either), every failure says in words what to do, no key stands in the execution, and after Retry nothing is left unsent but what is unknown.`;
}

export async function writeReport(): Promise<void> {
	const [faults, clock, stopped, soak] = [
		load('faults'),
		load('clock'),
		load('stopped'),
		load('soak'),
	];
	// Half a report would look like a whole one.
	if (!faults || !clock || !stopped) return;
	const page = [
		opening({ faults, clock, stopped }),
		'## Faults',
		'A fault strikes three in ten requests; where the node goes on after a failure, the first one in any case, since n8n’s Retry On Fail looks at the first item that comes out. A burst strikes eight, a refused connection all after the sixth. The node waits 2 s for an answer. Retry On Fail tries three times. Clocks jump as n8n’s process sees them, in the middle of the broadcast and between its tries.',
		faultSections([...faults.rows, ...clock.rows]),
		'## Stopped in the middle',
		'A broadcast of 1,000 items at the full rate, stopped as the editor does it. The last request is counted from the press on Stop. n8n’s editor offers Retry for executions that failed, not for those that were stopped: here it is asked for over n8n’s interface all the same. n8n shows of such an execution only that it was cancelled: how many were accepted, the node writes into n8n’s log.',
		cancelSection(stopped.rows),
		'## For a long time',
		soak ? soakSection(soak) : 'Not run yet: `npm run soak`.',
	].join('\n\n');
	const style = await resolveConfig(REPORT);
	writeFileSync(REPORT, await format(page, { ...style, parser: 'markdown' }));
}
