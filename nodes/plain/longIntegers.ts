import { endOfText, QUOTE } from './jsonText';

/** 2^53 has 16 digits. */
const SHORTEST_UNSAFE = 16;

const MINUS = 0x2d;

const isDigit = (code: number) => code >= 0x30 && code <= 0x39;

/** Digits, signs, points and exponents. */
const isOfNumber = (code: number) =>
	isDigit(code) || code === MINUS || code === 0x2b || code === 0x2e || (code | 0x20) === 0x65;

/**
 * Puts whole numbers that JSON.parse would round into quotes, so that their digits survive: 12345678901234567890
 * and 12345678901234567891 are two reference numbers.
 */
export function longIntegersAsText(json: string): string {
	const parts: string[] = [];
	let copied = 0;
	for (let at = 0; at < json.length;) {
		const code = json.charCodeAt(at);
		if (code === QUOTE) {
			at = endOfText(json, at);
			continue;
		}
		if (!isDigit(code) && code !== MINUS) {
			at++;
			continue;
		}
		const start = at;
		while (at < json.length && isOfNumber(json.charCodeAt(at))) at++;
		if (at - start < SHORTEST_UNSAFE) continue;
		const number = json.slice(start, at);
		if (/^-?\d+$/.test(number) && !Number.isSafeInteger(Number(number))) {
			parts.push(json.slice(copied, start), `"${number}"`);
			copied = at;
		}
	}
	return [...parts, json.slice(copied)].join('');
}
