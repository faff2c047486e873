import { startSimulator, type Simulator } from '../simulator';
import { NO_LIMITS } from '../simulator/settings';

/** A simulator for the tests of a block, as new before each test. Its clock stands still, and it has no limits. */
export function useSimulator() {
	let simulator: Simulator;

	beforeAll(async () => {
		simulator = await startSimulator({ speed: 0, settings: NO_LIMITS });
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
		/** The account that the logins of the tests belong to. */
		get account() {
			const account = simulator.service.state.accounts.get('main');
			if (account === undefined) throw new Error('no account');
			return account;
		},
	};
}
