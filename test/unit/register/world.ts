import { Database, Simulation } from './simulation';

/** The simulation of the running test, and n8n's row in it. */
export let simulation: Simulation;
export let database: Database;

export function prepare({ seed = 1, limit = 10_000 } = {}): void {
	simulation = new Simulation(seed);
	database = new Database(simulation, { limit });
}

beforeEach(() => {
	prepare();
});
