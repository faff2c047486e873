import { z } from 'zod';

import { allOver, statusesOf } from '../frame/executions';
import { timesOf } from '../frame/journal';
import { inLanes, post } from '../frame/nodes';
import { ITEMS, receiverIn, type Session } from './session';

const LANES = 16;
/** Every tenth callback comes a second time, some while later. */
const REPEATS = ITEMS / 10;
const DISTINCT = ITEMS - REPEATS;
const LATER = LANES * 2;

/** Official and unofficial reports in turn: by POST as JSON, by GET in the query. */
function push(url: string, report: number): Promise<Response> {
	const ref_no = `report-${report}-of-${DISTINCT}`;
	if (report % 2 === 0) return fetch(`${url}&ref_no=${ref_no}&status=D`);
	return post(url, { ref_no, status: 'delivered', status_date: '2026-11-21 10:00:00' });
}

const answer = z.object({ message: z.string() });

/** What it was answered when it was not told to come again any more. */
async function pushed(url: string, report: number): Promise<string[]> {
	for (const before: string[] = []; ;) {
		const response = await push(url, report);
		const text = await response.text();
		if (response.status === 503 && text.includes('Still processing')) {
			before.push('Still processing');
			continue;
		}
		const { message } = response.ok ? answer.parse(JSON.parse(text)) : { message: text };
		// The words behind a colon are for people.
		return [...before, message.replace(/:.*/s, '')];
	}
}

/** Reports 1, 2, 3 …, and every ninth of them once more when some others have come. */
function reportsInOrder(): number[] {
	const reports: number[] = [];
	for (let report = 1; report <= DISTINCT + LATER; report++) {
		if (report <= DISTINCT) reports.push(report);
		const before = report - LATER;
		if (before > 0 && before % 9 === 0) reports.push(before);
	}
	return reports;
}

export async function callbacks({ bed, report }: Session): Promise<void> {
	const part = report.part('Callbacks through one webhook process');
	const events = ['whatsappOfficialStatus', 'whatsappUnofficialStatus'];
	const { workflow, url, otherUrl } = await receiverIn(bed, 'reports', { events });
	await fetch(url.replace(/\?.*/, ''), { method: 'POST' });
	part.same('A call without the token starts nothing', await statusesOf(bed, workflow), {});

	const from = performance.now();
	const answers = (await inLanes(reportsInOrder(), LANES, (one) => pushed(url, one))).flat();
	const seconds = (performance.now() - from) / 1000;
	const statuses = await allOver(bed, [workflow], DISTINCT);
	const done = (performance.now() - from) / 1000;
	const { 'Still processing': again = 0, ...told } = Object.fromEntries(timesOf(answers));
	const [[refNos] = []] = await bed.database.rows(
		`select count(distinct substring(d.data from 'report-[0-9]+-of-')) from execution_data d join execution_entity e on e.id = d."executionId" where e."workflowId" = '${workflow.id}'`,
	);
	part.same('Every callback was taken, or known as a repeat', told, {
		Received: DISTINCT,
		Repeated: REPEATS,
	});
	part.same('Each distinct one started one execution, which ended well', statuses, {
		success: DISTINCT,
	});
	part.same('Each of these holds a report of its own', Number(refNos), DISTINCT);
	// What came is remembered in the memory of each process: docs/triggers.md says so.
	part.same('A repeat that comes to another process counts as new', await pushed(otherUrl, 1), [
		'Received',
	]);
	part.figure('callbacks, of them repeats', `${ITEMS}, ${REPEATS}`);
	part.figure('told to come again, since the first was only just being taken', again);
	part.figure('answered a second', Math.round(ITEMS / seconds));
	part.figure('executions a second', (DISTINCT / done).toFixed(1));
}
