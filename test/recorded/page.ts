import { version } from '../../package.json';
import { DECISIONS } from '../simulator/facts/decisions';
import type { Report } from './check';

/** The result as one page, of text and of HTML. Neither shows a value. */

const TITLE = 'The service, held against its contract';

function partsOf({ rows, verdicts }: Report): [title: string, lines: string[]][] {
	const isFine = ({ differences, node }: Report['rows'][number]) =>
		differences.length === 0 && node !== 'does not read it';
	const having = (verdict: string) =>
		verdicts.filter(([, own]) => own === verdict).map(([id]) => id);
	const [confirmed, refuted, untried] = [
		having('confirmed'),
		having('refuted'),
		having('not tried'),
	];
	const decisions = (ids: readonly string[]) =>
		ids.map((id) => `${id}: ${DECISIONS.get(id)?.words ?? ''}`);
	const all = rows.flatMap((row) => row.differences.map((one) => `${row.what}: ${one}`));
	const fine = `${rows.filter(isFine).length} of ${rows.length} checks are as documented`;
	const listed = (ids: string[]) => (ids.length === 0 ? 'none' : ids.join(', '));
	const tried = `Decisions confirmed: ${listed(confirmed)}; refuted: ${listed(refuted)}; not tried: ${untried.length}`;
	return [
		['To paste into an issue', [`check:service ${version}: ${fine}. ${tried}.`, ...all]],
		[
			'What was tried',
			rows.map(({ what, code, differences, node }) => {
				const fits = differences.length === 0 ? 'as documented' : 'differs';
				return `${what}: ${code}, ${fits}${node === '–' ? '' : `; the node ${node}`}`;
			}),
		],
		['Decisions confirmed', decisions(confirmed)],
		['Decisions refuted', decisions(refuted)],
		['Decisions not tried', decisions(untried)],
	];
}

export const textPage = (report: Report): string =>
	[TITLE, ...partsOf(report).map(([title, lines]) => [title, ...lines].join('\n- '))].join('\n\n');

const escaped = (text: string) =>
	text.replace(/[&<>"']/g, (sign) => `&#${String(sign.charCodeAt(0))};`);

const listOf = (lines: readonly string[]) =>
	lines.map((line) => `<li>${escaped(line)}</li>`).join('\n');

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
	.map(([title, lines]) => `<section><h2>${title}</h2><ul>${listOf(lines)}</ul></section>`)
	.join('\n')}
</html>
`;
