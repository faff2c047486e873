import { systemClock } from './clock';
import { pacers } from './pace';

/** A long loop may keep the rest of the process waiting this long. */
const LONGEST_HOLD_MS = 15;
/** Shorter while another execution sends: it starts one request each time we yield, and wants to start 100 a second. */
const LONGEST_HOLD_WHILE_OTHERS_SEND_MS = 2;

/** Lets the rest of the process run from time to time during a long loop. */
export class Pauses {
	private since = systemClock.now();

	async take(): Promise<void> {
		const held = systemClock.now() - this.since;
		if (held <= LONGEST_HOLD_WHILE_OTHERS_SEND_MS) return;
		if (held <= LONGEST_HOLD_MS && !pacers.areSending()) return;
		await systemClock.sleep(0);
		this.since = systemClock.now();
	}
}
