import { version } from '../../package.json';
import { DECISIONS } from '../simulator/facts/decisions';
import type { Report } from './check';
import type { Verdict } from './decisions';

/** The result as one page, of text and of HTML. Neither shows a value. */

const TITLE = 'The service, held against its contract';

/** Each sentence once, after all that it is about. */
export function differencesIn({ rows }: Report): string[] {
	const about = new Map<string, string[]>();
	for (const { what, differences } of rows) {
		for (const words of differences) about.set(words, [...(about.get(words) ?? []), what]);
	}
	return [...about].map(([words, all]) => `${all.join(', ')}: ${words}`);
}

function partsOf(report: Report): [title: string, lines: string[]][] {
	const { rows, verdicts } = report;
	const fine = rows.filter(
		({ differences, node }) => differences.length === 0 && node !== 'does not read it',
	);
	const having = (verdict: Verdict) =>
		verdicts.filter(([, own]) => own === verdict).map(([id]) => id);
	const listed = (verdict: Verdict) => having(verdict).join(', ') || 'none';
	const decisions = (verdict: Verdict) =>
		having(verdict).map((id) => `${id}: ${DECISIONS.get(id)?.words ?? ''}`);
	const counts = `check:service ${version}: ${fine.length} of ${rows.length} checks are as documented. Decisions of the simulator confirmed: ${listed('confirmed')}; refuted: ${listed('refuted')}; not tried: ${having('not tried').length}.`;
	const tried = rows.map(({ what, code, differences, node }) => {
		const fits = differences.length === 0 ? 'as documented' : 'differs';
		return `${what}: ${code}, ${fits}${node === '–' ? '' : `; the node ${node}`}`;
	});
	const parts: [string, string[]][] = [
		['To paste into an issue', [counts, ...differencesIn(report)]],
		['What was tried', tried],
		['Not documented, and as the simulator decided', decisions('confirmed')],
		['Not documented, and not as the simulator decided', decisions('refuted')],
		['Not documented, and not tried', decisions('not tried')],
	];
	return parts.filter(([, lines]) => lines.length > 0);
}

export const textPage = (report: Report): string =>
	[TITLE, ...partsOf(report).map(([title, lines]) => [title, ...lines].join('\n- '))].join('\n\n');

const escaped = (text: string) =>
	text.replace(/[&<>"']/g, (sign) => `&#${String(sign.charCodeAt(0))};`);

export const htmlPage = (report: Report): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${TITLE}</title>
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere; }
section:first-of-type { border: 1px solid; border-radius: 8px; padding: 0 1rem; }
</style>
<h1>${TITLE}</h1>
${partsOf(report)
	.map(
		([title, lines]) =>
			`<section><h2>${title}</h2><ul>${lines.map((line) => `<li>${escaped(line)}</li>`).join('\n')}</ul></section>`,
	)
	.join('\n')}
</html>
`;
