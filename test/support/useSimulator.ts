import { startSimulator, type Simulator } from '../simulator';
import type { Service } from '../simulator/service/service';

/** A simulator for the tests of a block, with its clock standing and its limits lifted, as new before each test. */
export function useSimulator(): { readonly url: string; readonly service: Service } {
	let simulator: Simulator | undefined;
	const running = () => {
		if (simulator === undefined) throw new Error('the simulator has not started yet');
		return simulator;
	};

	beforeAll(async () => {
		simulator = await startSimulator({
			speed: 0,
			settings: { requestsPerSecond: 0, channelRequests: 0 },
		});
	});

	beforeEach(() => {
		running().service.reset();
	});

	afterAll(async () => {
		await simulator?.stop();
	});

	return {
		get url() {
			return running().url;
		},
		get service() {
			return running().service;
		},
	};
}
