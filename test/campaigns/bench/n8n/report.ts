import { loadavg } from 'node:os';

import type { Report } from '../../frame/report';

/** A figure beside its baselines of the same run. */
export interface Row {
	what: string;
	figure: string;
	baseline: string;
	target: string;
	/** Missing if a figure only explains another. */
	met?: boolean;
}

export interface Section {
	title: string;
	/** How it was measured, for a person who does it again. */
	how: string;
	rows: Row[];
}

export const load = () => loadavg()[0]?.toFixed(1) ?? '';

/** Adds what was measured to the report, where it replaces what was measured before. */
export function keep(
	report: Report,
	{ title, how, rows }: Section,
	command: string,
	before: string,
): void {
	const part = report.part(title, `${how} Load before: ${before}.`, command);
	part.table(
		['', 'Figure', 'Baseline', 'Target'],
		rows.map(({ what, figure, baseline, target }) => [what, figure, baseline, target]),
	);
	for (const { what, figure, baseline, target, met } of rows) {
		if (met === undefined) continue;
		part.holds(`${what}: ${target}`, met ? [] : [`${figure}. ${baseline}`]);
	}
}

export const times = (figure: number, baseline: number) => (figure / baseline).toFixed(2);
export const percent = (share: number, digits = 1) => `${(share * 100).toFixed(digits)} %`;
