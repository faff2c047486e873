import type { Cluster } from '../cluster';
import type { Report } from '../../frame/report';

/** Everything that a thing to try needs. */
export interface Ground {
	cluster: Cluster;
	report: Report;
}

export type Scenario = (ground: Ground) => Promise<void>;
