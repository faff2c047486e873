import { readFileSync } from 'node:fs';
import path from 'node:path';

const PAGE = path.resolve(__dirname, '../../../docs/service/decisions.md');

/** What the simulator decided, by the ID of the point. The page is the only place that says it. */
export const DECISIONS: ReadonlyMap<string, { words: string; where: string }> = new Map(
	[...readFileSync(PAGE, 'utf8').matchAll(/^\| `([a-z-]+)` \| (.+) \| (.+) \| (.+) \|$/gm)].map(
		([, id = '', open = '', decision = '', where = '']) => [
			id,
			{ words: `Open: ${open}. Decided: ${decision}`.replaceAll('`', ''), where },
		],
	),
);

export function sentence(id: string): string {
	const { words } = DECISIONS.get(id) ?? {};
	if (words === undefined) throw new Error(`docs/service/decisions.md has no point ${id}`);
	return `${id}. ${words}`;
}
