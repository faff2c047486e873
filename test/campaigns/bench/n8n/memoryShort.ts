import { inTurn, medianOf } from './measure';
import { peakAdded } from './memory';
import { times, type Section } from './report';
import { inWorld } from './world';

const ITEMS = Number(process.env.BENCH_ITEMS ?? 20_000);
const HEAP_MB = 1024;
const OWN = 'this node without a limit';
/** Of the ways of HTTP Request the one that holds least. */
const BASELINE = 'HTTP Request, 100 every 50 ms';

export const memoryShort = (): Promise<Section> =>
	inWorld(async (world) => {
		const results = await inTurn([OWN, BASELINE], (way) =>
			peakAdded(world, way, ITEMS, { NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}` }),
		);
		const added = (way: typeof OWN | typeof BASELINE) => medianOf(results[way], (one) => one.added);
		const each = (way: typeof OWN | typeof BASELINE) =>
			results[way].map((one) => one.added.toFixed(0)).join(' ');
		return {
			title: 'Memory of a large batch, where memory is short',
			how: `As before, in an n8n whose heap may hold ${HEAP_MB} MB (NODE_OPTIONS=--max-old-space-size=${HEAP_MB}). With all the memory of this machine, Node first looks for what is no longer needed when some 900 MB are full, whoever filled them: above, everybody comes to that mark, and how far beyond depends on when the execution is saved. Here Node looks early, and the peak tells what is needed.`,
			rows: [
				{
					what: 'Peak added',
					figure: `${added(OWN).toFixed(0)} MB`,
					baseline: `${BASELINE}: ${added(BASELINE).toFixed(0)} MB (×${times(added(OWN), added(BASELINE))})`,
					target: '≤ 1.00 of it',
					met: added(OWN) <= added(BASELINE),
				},
				{
					what: 'Each run',
					figure: each(OWN),
					baseline: `${BASELINE}: ${each(BASELINE)}`,
					target: '',
				},
			],
		};
	});
