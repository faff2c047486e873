import { listening } from '../../n8n/api';
import type { Report } from '../frame/report';
import type { Endings } from '../frame/runner';
import { startWitness, type Witness } from '../frame/witness';
import { startTestbed, type Testbed } from '../frame/testbed';
import { createWays, runWay, type Way } from './ways';

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

export interface Benchmark {
	title: string;
	/** For a person who does it again. */
	how: string;
	/** Tells its figures next to their baselines of the same run. */
	run: (world: World, report: Report) => Promise<void>;
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
