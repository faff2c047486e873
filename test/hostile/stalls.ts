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

export async function measureStalls(
	url: string,
	receivers: Record<ReceiverName, Receiver>,
	gaugePort: number,
	rounds: number,
): Promise<Stall[]> {
	const least = async (address: string, { type, body }: { type: string; body: Buffer }) => {
		let best = Number.POSITIVE_INFINITY;
		for (let round = 0; round < rounds; round++) {
			await readGauge(gaugePort);
			await send(address, { headers: type === '' ? {} : { 'content-type': type }, body });
			best = Math.min(best, (await readGauge(gaugePort)).computedMs);
		}
		return Math.round(best * 10) / 10;
	};
	const at = (name: ReceiverName) => `${url}/webhook/${receivers[name].path}`;
	const withToken = `?token=${SECRETS.callbackToken}`;
	const stalls: Stall[] = [];
	for (const [body, sent] of Object.entries(LARGE_BODIES)) {
		stalls.push({
			body,
			bytes: sent.body.length,
			openMs: await least(at('open'), sent),
			protectedMs: await least(`${at('inbox')}${withToken}`, sent),
			ownMs: await least(at('webhook'), sent),
			strangerMs: await least(at('business'), sent),
		});
	}
	return stalls;
}

export const isTooLong = ({ openMs, protectedMs, strangerMs, ownMs }: Stall) =>
	Math.max(openMs, protectedMs, strangerMs) > ownMs + MOST_MORE_MS;
