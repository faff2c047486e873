import { listening } from '../../n8n/api';
import type { Endings } from '../frame/runner';
import { startWitness, type Witness } from '../frame/witness';
import { startTestbed, type Testbed } from '../frame/testbed';
import { createWays, runWay, type Way } from './ways';

/** A figure next to its baselines of the same run. */
export interface Row {
	what: string;
	figure: string;
	baseline?: string | undefined;
	target?: string;
	/** Missing if a figure only explains another. */
	met?: boolean;
}

export interface Section {
	title: string;
	how: string;
	rows: Row[];
}

export interface FreshN8n {
	bed: Testbed;
	run: (way: Way, count: number) => Promise<string>;
}

export interface World {
	endings: Endings;
	service: Witness;
	/** A process of n8n that nothing has run in yet, for as long as the work takes. */
	fresh: <T>(work: (n8n: FreshN8n) => Promise<T>, env?: Record<string, string>) => Promise<T>;
}

/** The simulator, and n8n set up once in a folder of which each start gets a copy. */
export async function setUp(endings: Endings): Promise<World> {
	const service = await startWitness(endings);
	const template = await startTestbed(endings);
	const ways = await createWays(template.api, service.url);
	await template.stop();
	return {
		endings,
		service,
		fresh: (work, env = {}) =>
			endings.within(async (inner) => {
				const bed = await startTestbed(inner, { env, copyOf: template.userFolder });
				await listening(`${bed.webhookUrl}/no-node`);
				return work({ bed, run: (way, count) => runWay(bed, ways, way, count) });
			}),
	};
}

const bound =
	(sign: '≥' | '≤') =>
	(
		what: string,
		figures: number | readonly number[],
		target: number,
		tell: (figure: number) => string = String,
		baseline?: string,
	): Row => {
		const all = [figures].flat();
		return {
			...{ what, figure: all.map(tell).join(', '), baseline, target: `${sign} ${tell(target)}` },
			met: all.every((figure) => (sign === '≥' ? figure >= target : figure <= target)),
		};
	};

export const atLeast = bound('≥');
export const atMost = bound('≤');

export const rounded =
	(digits: number, unit = '') =>
	(figure: number) =>
		figure.toFixed(digits) + unit;
