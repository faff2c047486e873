import { RULES, SILENT } from './rules';

type Row = readonly [string, string];

/** A table as the project's formatter would write it. */
function table([head, ...rows]: readonly [Row, ...Row[]]): string {
	const widths = [0, 1].map((column) =>
		Math.max(3, ...[head, ...rows].map((row) => row[column]?.length ?? 0)),
	);
	const line = (row: readonly string[]) =>
		`| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
	return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

const count = (sections: Record<string, Record<string, string>>): number =>
	Object.values(sections).reduce((sum, rules) => sum + Object.keys(rules).length, 0);

const chapters = (sections: Record<string, Record<string, string>>, head: Row): string[] =>
	Object.entries(sections).flatMap(([section, rules]) => [
		`### ${section}`,
		table([head, ...Object.entries(rules)]),
	]);

export const ruleCount = count(RULES);

/** The list of the rules, for people. */
export const rulesDocument = (): string =>
	`${[
		'# What the service documents, rule by rule',
		`${ruleCount} rules. Each has a test of its own, named by its section and id; \`npm run test:simulator\` checks them all against the simulator. This list is made from \`rules.ts\`: \`UPDATE_RULES=1 npm run test:simulator\` writes it anew.`,
		'## Rules',
		...chapters(RULES, ['Id', 'Rule']),
		'## Where the documentation is silent',
		`${count(SILENT)} things that it does not show or say. None of them is checked.`,
		...chapters(SILENT, ['Id', 'Not documented']),
	].join('\n\n')}\n`;
