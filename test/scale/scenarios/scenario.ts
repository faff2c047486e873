import type { Checks } from '../checks';
import type { Cluster } from '../cluster';
import type { Report } from '../report';

/** Everything that a thing to try needs. */
export interface Ground {
	cluster: Cluster;
	checks: Checks;
	report: Report;
}

export type Scenario = (ground: Ground) => Promise<void>;
