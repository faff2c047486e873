import { setTimeout as sleep } from 'node:timers/promises';

import { LARGE_BODIES } from './callbacks';
import { readGauge } from './gauge';
import { send } from './http';
import { SECRETS } from './secrets';
import type { Receiver, ReceiverName } from './workflows';

/** How long one callback of up to 1 MB holds n8n up, beside n8n's own Webhook node. */

export interface Stall {
	body: string;
	bytes: number;
	/** What n8n's thread computed without a break, at best of the rounds: the same on a busy machine. */
	openMs: number;
	protectedMs: number;
	ownMs: number;
	/** The same for a call without the token. */
	strangerMs: number;
}

export const MOST_MORE_MS = 20;

const LOOK_MS = 100;
const MOST_LOOKS = 30;
/** Timers and the gauge itself take this much. */
const QUIET_MS = 8;

const LONG = Number.MAX_SAFE_INTEGER;

/** Object.keys says only that they are texts. */
const keysOf = <Key extends string>(record: Record<Key, unknown>) => Object.keys(record) as Key[];

export async function measureStalls(
	url: string,
	receivers: Record<ReceiverName, Receiver>,
	gaugePort: number,
	rounds: number,
): Promise<Stall[]> {
	const computed = async (address: string, { type, body }: { type: string; body: Buffer }) => {
		await readGauge(gaugePort);
		await send(address, { headers: type === '' ? {} : { 'content-type': type }, body });
		// n8n goes on after its answer: what it does then must not count for the next one.
		let longest = 0;
		for (let looked = 0; looked < MOST_LOOKS; looked++) {
			const { computedMs } = await readGauge(gaugePort);
			longest = Math.max(longest, computedMs);
			if (looked > 0 && computedMs < QUIET_MS) break;
			await sleep(LOOK_MS);
		}
		return longest;
	};
	const at = (name: ReceiverName) => `${url}/webhook/${receivers[name].path}`;
	const withToken = `?token=${SECRETS.callbackToken}`;
	const addresses = {
		strangerMs: at('business'),
		protectedMs: `${at('inbox')}${withToken}`,
		openMs: at('open'),
		ownMs: at('webhook'),
	};
	const stalls: Stall[] = [];
	for (const [body, sent] of Object.entries(LARGE_BODIES)) {
		const best = { strangerMs: LONG, protectedMs: LONG, openMs: LONG, ownMs: LONG };
		// In turn, so that what n8n or the machine does meanwhile meets all of them. The first turn warms up.
		for (let round = 0; round <= rounds; round++) {
			for (const name of keysOf(addresses)) {
				const ms = await computed(addresses[name], sent);
				if (round > 0) best[name] = Math.min(best[name], Math.round(ms * 10) / 10);
			}
		}
		stalls.push({ body, bytes: sent.body.length, ...best });
	}
	return stalls;
}

export const isTooLong = ({ openMs, protectedMs, strangerMs, ownMs }: Stall) =>
	Math.max(openMs, protectedMs, strangerMs) > ownMs + MOST_MORE_MS;
