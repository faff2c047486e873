import { z } from 'zod';

import { parsedUrl } from '../../../plain';
import { isPhoneNumber, phoneNumber } from '../../../service';

/** An allowed number is read as numbers are sent. An entry with a star, or with the ID of a room or a group, is not. */
function asSent(entry: string, countryCode?: string): string[] {
	if (entry.includes('*')) {
		return [entry, entry.replace(/^(?:\+|00)/, '').replace(/[\s().-]/g, '')];
	}
	const number = phoneNumber(entry, countryCode);
	return [number.ok ? number.digits : entry];
}

/** A pattern such as 62812* means phone numbers. It must not allow a group whose ID begins with these digits. */
const isForNumbers = (pattern: string) => /^(?=.*\d)[\d*]*\*[\d*]*$/.test(pattern);

const fits = (recipient: string, pattern: string): boolean =>
	(!isForNumbers(pattern) || isPhoneNumber(recipient)) && isLike(recipient, pattern);

/** Compares with stars by hand, because a regular expression with many stars could take forever. */
function isLike(text: string, pattern: string): boolean {
	const [first = '', ...others] = pattern.split('*');
	const last = others.pop();
	if (last === undefined) return text === first;
	if (!text.startsWith(first)) return false;
	let at = first.length;
	for (const part of others) {
		const found = text.indexOf(part, at);
		if (found === -1) return false;
		at = found + part.length;
	}
	return text.length - last.length >= at && text.endsWith(last);
}

const textOrNumber = z.union([z.string(), z.number()]);

const listed = (example: string) =>
	z
		.union([textOrNumber, z.array(textOrNumber)], {
			errorMap: () => ({ message: `must be a list, such as ${example}` }),
		})
		.transform((given, context): string[] => {
			const entries = [given]
				.flat()
				.flatMap((one) => String(one).split(/[,;\n]/))
				.map((one) => one.trim())
				.filter((one) => one !== '');
			if (entries.length > 0) return entries;
			context.addIssue({ code: 'custom', message: 'is empty: enter one, or remove the option' });
			return z.NEVER;
		});

export const allowedRecipients = listed('6281234567890, 62812*').transform((entries) => ({
	allows: (recipient: string, countryCode?: string) =>
		entries.some((entry) => asSent(entry, countryCode).some((one) => fits(recipient, one))),
}));

/** A user may have copied a whole URL, of which only the host counts. */
const hostOf = (entry: string) =>
	(/^[a-z]+:\/\//i.test(entry) ? (parsedUrl(entry)?.hostname ?? entry) : entry)
		.toLowerCase()
		.replace(/\.$/, '');

export const allowedHosts = listed('cdn.example.com, *.example.com').transform((entries) => ({
	allows: (url: string) => {
		const host = parsedUrl(url)?.hostname.replace(/\.$/, '');
		return host !== undefined && entries.some((one) => isLike(host, hostOf(one)));
	},
}));
