import type { Pages } from '../simulator';
import { NO_LIMITS, type SettingsPatch } from '../simulator/settings';
import { startHeld } from './held';

/** A simulator for the tests of a block, as new before each test. Its clock stands still, and it has no limits. */
export function useSimulator(settings: SettingsPatch = {}, pages?: Pages) {
	let simulator: Awaited<ReturnType<typeof startHeld>>;

	beforeAll(async () => {
		simulator = await startHeld({ speed: 0, settings: { ...NO_LIMITS, ...settings } }, pages);
	});

	beforeEach(() => {
		simulator.service.reset();
	});

	afterEach(() => {
		simulator.expectDocumented();
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
			return simulator.service.state.account;
		},
	};
}
