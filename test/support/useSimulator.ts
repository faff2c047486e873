import { startSimulator, type Simulator } from '../simulator';
import type { Account } from '../simulator/service/accounts';
import type { Service } from '../simulator/service/service';
import { NO_LIMITS } from '../simulator/settings';

interface UsedSimulator {
	readonly url: string;
	readonly service: Service;
	/** The account that the logins of the tests belong to. */
	readonly account: Account;
}

/** A simulator for the tests of a block, as new before each test. Its clock stands still, and it has no limits. */
export function useSimulator(): UsedSimulator {
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
		get account() {
			const account = simulator.service.state.accounts.get('main');
			if (account === undefined) throw new Error('no account');
			return account;
		},
	};
}
