import { z } from 'zod';

import { phoneNumber } from '../../../service';

/** Who may be sent a message: a limit for agents and for lists from elsewhere. */

export interface AllowedRecipients {
	allows: (recipient: string) => boolean;
}

/** A number is read as that of a message is. In a pattern, what a person writes between digits does not count. */
function asSent(entry: string): string {
	if (entry.includes('*')) return entry.replace(/^(?:\+|00)/, '').replace(/[\s().-]/g, '');
	const number = phoneNumber(entry);
	return number.ok ? number.digits : entry;
}

/** A star stands for any characters. Not a regular expression: some take forever. */
function fits(text: string, pattern: string): boolean {
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

const listed = z.preprocess(
	(value) => (typeof value === 'number' ? String(value) : value),
	z.union([z.string(), z.array(z.union([z.string(), z.number()]))], {
		errorMap: () => ({ message: 'must be numbers, such as 6281234567890, 62812*' }),
	}),
);

export const allowedRecipients = listed.transform((given, context): AllowedRecipients => {
	const texts = Array.isArray(given) ? given.map(String) : [given];
	const entries = texts
		.flatMap((text) => text.split(/[,;\n]/))
		.map((entry) => entry.trim())
		.filter((entry) => entry !== '');
	if (entries.length === 0) {
		context.addIssue({
			code: 'custom',
			message: 'holds no number: enter one, or remove the option',
		});
		return z.NEVER;
	}
	// The ID of a room or a group is taken as it is.
	const patterns = entries.flatMap((entry) => [entry, asSent(entry)]);
	return { allows: (recipient) => patterns.some((pattern) => fits(recipient, pattern)) };
});
