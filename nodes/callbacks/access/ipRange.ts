/** IP addresses and ranges: 203.0.113.7, 10.0.0.0/8, 2001:db8::/32. */

interface Address {
	bits: bigint;
	length: 32 | 128;
}

function parseV4(text: string): bigint | undefined {
	const parts = text.split('.');
	if (parts.length !== 4) return undefined;
	let bits = 0n;
	for (const part of parts) {
		if (!/^(0|[1-9]\d{0,2})$/.test(part) || Number(part) > 255) return undefined;
		bits = (bits << 8n) | BigInt(part);
	}
	return bits;
}

function parseV6(text: string): bigint | undefined {
	// The last 32 bits may be written as an IPv4 address.
	const tail = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(text);
	if (tail !== null) {
		const v4 = parseV4(tail[2] ?? '');
		if (v4 === undefined) return undefined;
		return parseV6(`${tail[1] ?? ''}${(v4 >> 16n).toString(16)}:${(v4 & 0xffffn).toString(16)}`);
	}
	const halves = text.split('::');
	if (halves.length > 2) return undefined;
	const groups = halves.map((half) => (half === '' ? [] : half.split(':')));
	const [head = [], rest] = groups;
	const given = head.length + (rest?.length ?? 0);
	if (rest === undefined ? given !== 8 : given > 7) return undefined;
	const all = [...head, ...Array<string>(8 - given).fill('0'), ...(rest ?? [])];
	let bits = 0n;
	for (const group of all) {
		if (!/^[0-9a-f]{1,4}$/i.test(group)) return undefined;
		bits = (bits << 16n) | BigInt(`0x${group}`);
	}
	return bits;
}

const MAPPED = 0xffffn;

/** An IPv4 address is the same one if it is written as IPv6 (::ffff:…). */
function parse(text: string): Address | undefined {
	const v4 = parseV4(text);
	if (v4 !== undefined) return { bits: v4, length: 32 };
	const v6 = parseV6(text.replace(/%[0-9a-z.:-]+$/i, ''));
	if (v6 === undefined) return undefined;
	return v6 >> 32n === MAPPED ? { bits: v6 & 0xffffffffn, length: 32 } : { bits: v6, length: 128 };
}

interface IpRange {
	includes: (address: string) => boolean;
}

/** Undefined if the text is neither an address nor a range. */
export function ipRange(text: string): IpRange | undefined {
	const [base = '', size, ...more] = text.trim().split('/');
	const start = parse(base);
	if (start === undefined || more.length > 0) return undefined;
	if (size !== undefined && !/^\d{1,3}$/.test(size)) return undefined;
	const typed = size === undefined ? start.length : Number(size);
	// In '::ffff:10.0.0.0/104' the prefix length counts IPv6 bits.
	const length =
		start.length === 32 && base.includes(':') && size !== undefined ? typed - 96 : typed;
	if (length < 0 || length > start.length) return undefined;
	const shift = BigInt(start.length - length);
	return {
		includes: (address) => {
			const other = parse(address.trim());
			if (other?.length !== start.length) return false;
			return other.bits >> shift === start.bits >> shift;
		},
	};
}

/** Reads addresses and ranges separated by commas, spaces or lines, or returns the first entry that is neither. */
export function ipRanges(
	text: string,
): { ok: true; ranges: IpRange[] } | { ok: false; wrong: string } {
	const ranges: IpRange[] = [];
	for (const entry of text.split(/[\s,;]+/).filter((part) => part !== '')) {
		const range = ipRange(entry);
		if (range === undefined) return { ok: false, wrong: entry };
		ranges.push(range);
	}
	return { ok: true, ranges };
}
