import { startSimulator, type Simulator } from '../simulator';
import type { Account } from '../simulator/service/accounts';
import type { Service } from '../simulator/service/service';

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
		get account() {
			const account = simulator.service.state.accounts.get('main');
			if (account === undefined) throw new Error('no account');
			return account;
		},
	};
}
