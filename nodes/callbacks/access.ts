import { isSameSecret, parsedUrl } from '../plain';
import type { CallResponse } from './response';

const V4 = /^(?:(?:0|[1-9]\d?|1\d\d|2[0-4]\d|25[0-5])(?:\.(?!$)|$)){4}$/;

/** An IPv4 address has the bits of its IPv6 form (::ffff:…). The URL parser writes every spelling the same way. */
function bitsOf(text: string): bigint | undefined {
	const written = V4.test(text) ? `::ffff:${text}` : text.replace(/%[0-9a-z.:-]+$/i, '');
	const url = /^[\da-f:.]+$/i.test(written) ? parsedUrl(`http://[${written}]`) : undefined;
	if (url === undefined) return undefined;
	const halves = url.hostname.slice(1, -1).split('::');
	const [before = [], after = []] = halves.map((half) => half.split(':').filter(Boolean));
	const zeros = Array<string>(8 - before.length - after.length).fill('0');
	const groups = [...before, ...zeros, ...after];
	return groups.reduce((all, group) => (all << 16n) | BigInt(`0x${group}`), 0n);
}

const isV4 = (bits: bigint) => bits >> 32n === 0xffffn;

/** Accepts an address such as 203.0.113.7, and a range such as 10.0.0.0/8 or 2001:db8::/32. */
export function ipRange(text: string) {
	const [, base = '', size] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text.trim()) ?? [];
	const start = bitsOf(base);
	if (start === undefined) return undefined;
	const length = size === undefined ? 128 : Number(size) + (V4.test(base) ? 96 : 0);
	if (length > 128 || (isV4(start) && length < 96)) return undefined;
	const shift = BigInt(128 - length);
	return {
		includes: (address: string): boolean => {
			const bits = bitsOf(address.trim());
			if (bits === undefined || isV4(bits) !== isV4(start)) return false;
			return bits >> shift === start >> shift;
		},
	};
}

export function ipRanges(text: string) {
	const entries = text.split(/[\s,;]+/).filter((part) => part !== '');
	const wrong = entries.find((entry) => ipRange(entry) === undefined);
	const ranges = entries.map(ipRange).filter((range) => range !== undefined);
	return wrong === undefined ? { ok: true as const, ranges } : { ok: false as const, wrong };
}

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
