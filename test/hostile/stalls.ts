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

const LONG = Number.MAX_SAFE_INTEGER;

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
		return (await readGauge(gaugePort)).computedMs;
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
