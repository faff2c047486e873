import { isSameSecret } from '../../plain';
import type { CallResponse } from '../response';
import { ipRange, ipRanges } from './ipRange';

export { ipRanges } from './ipRange';

/** One address may be written in several ways. */
export const isAddress = (address: string, text: string): boolean =>
	ipRange(text)?.includes(address) === true;

const REGISTER = 'Register the URL with ?token= and the token of the credential at its end.';

/** A call without a token costs no database query, because the expected tokens are read only if needed. */
export async function refusalOfToken(
	given: unknown,
	expectedTokens: () => Promise<readonly string[]>,
): Promise<CallResponse | undefined> {
	if (typeof given !== 'string' || given === '') {
		const message = 'The token is missing';
		return { status: 401, message, advice: REGISTER };
	}
	const expected = (await expectedTokens()).filter((token) => token !== '');
	if (expected.length === 0) {
		const message = 'The credential of this trigger has no token';
		return { status: 503, message, advice: 'Enter one in the credential.' };
	}
	if (expected.some((token) => isSameSecret(given, token))) return undefined;
	const advice = `${REGISTER} If the token was replaced, enter the old one as Previous Token until that is done.`;
	return { status: 403, message: 'The token is wrong', advice };
}

export interface Caller {
	address: string;
	isForwarded: boolean;
	/** Otherwise `address` may be a proxy, or what the caller wrote. */
	trustsProxies: boolean;
}

export function refusalOfAddress(
	{ address, isForwarded, trustsProxies }: Caller,
	allowed: string | undefined,
): CallResponse | undefined {
	if (allowed === undefined) return undefined;
	if (isForwarded && !trustsProxies) {
		return {
			status: 403,
			message: 'A proxy forwarded this call, and n8n cannot tell from which address',
			advice:
				'Let the proxy overwrite X-Forwarded-For, which is the only such header that n8n reads, and set N8N_PROXY_HOPS to the number of proxies in front of n8n. If a proxy also sets X-Real-IP, it must be the same address.',
		};
	}
	const read = ipRanges(allowed);
	// A list that cannot be read allows no caller.
	if (read.ok && read.ranges.some((range) => range.includes(address))) return undefined;
	const advice = 'If it was the service, add its addresses to Allowed IPs.';
	return { status: 403, message: 'This address may not call this trigger', advice };
}
