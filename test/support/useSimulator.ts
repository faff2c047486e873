import { startSimulator, type Simulator } from '../simulator';
import type { Service } from '../simulator/service/service';

/** A simulator for the tests of a block, as new before each test. Its clock stands still, and it has no limits. */
export function useSimulator(): { readonly url: string; readonly service: Service } {
	let simulator: Simulator;

	beforeAll(async () => {
		const settings = { requestsPerSecond: 0, channelRequests: 0 };
		simulator = await startSimulator({ speed: 0, settings });
	});

	beforeEach(() => {
		simulator.service.reset();
	});

	afterAll(() => simulator.stop());

	return {
		get url() {
			return simulator.url;
		},
		get service() {
			return simulator.service;
		},
	};
}
