import { setTimeout as sleep } from 'node:timers/promises';

import { LARGE_BODIES } from './callbacks';
import { readComputedMs } from './gauge';
import { send } from './http';
import { SECRETS } from './secrets';
import type { Receivers } from './workflows';

/** How long one callback of up to 1 MB holds n8n up, next to n8n's own Webhook node. */

export const MOST_MORE_MS = 20;

const LOOK_MS = 100;
const MOST_LOOKS = 30;
/** Timers and the gauge itself take this much. */
const QUIET_MS = 8;

export const CALLED = ['stranger', 'token', 'open', 'webhook'] as const;
const pathsOf = ({ business, inbox, open, webhook }: Receivers) => ({
	stranger: business.path,
	token: `${inbox.path}?token=${SECRETS.callbackToken}`,
	open: open.path,
	webhook: webhook.path,
});

export interface Stall {
	body: string;
	/** What n8n's thread computed without a break, at best of the rounds: the same on a busy machine. */
	ms: Record<(typeof CALLED)[number], number>;
}

export const isTooLong = ({ ms: { stranger, token, open, webhook } }: Stall) =>
	Math.max(stranger, token, open) > webhook + MOST_MORE_MS;

export async function measureStalls(
	url: string,
	receivers: Receivers,
	gaugePort: number,
	rounds: number,
): Promise<Stall[]> {
	const computed = async (address: string, type: string, body: Buffer) => {
		await readComputedMs(gaugePort);
		await send(address, { headers: type === '' ? {} : { 'content-type': type }, body });
		// n8n goes on after its answer: what it does then must not count for the next one.
		let longest = 0;
		for (let looked = 0; looked < MOST_LOOKS; looked++) {
			const computedMs = await readComputedMs(gaugePort);
			longest = Math.max(longest, computedMs);
			if (looked > 0 && computedMs < QUIET_MS) break;
			await sleep(LOOK_MS);
		}
		return Math.round(longest * 10) / 10;
	};
	const stalls: Stall[] = [];
	for (const [name, { type, body }] of Object.entries(LARGE_BODIES)) {
		const ms = { stranger: Infinity, token: Infinity, open: Infinity, webhook: Infinity };
		// In turn, so that what the machine does meanwhile meets all of them. The first turn warms up.
		for (let round = 0; round <= rounds; round++) {
			for (const called of CALLED) {
				const took = await computed(`${url}/${pathsOf(receivers)[called]}`, type, body);
				if (round > 0) ms[called] = Math.min(ms[called], took);
			}
		}
		stalls.push({ body: `${name}, ${Math.round(body.length / 1024)} KB`, ms });
	}
	return stalls;
}
