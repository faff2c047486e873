import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

/** Words for a wrong parameter: the label that the editor shows, and what is wrong with the value. */
export interface Problem {
	field: string;
	what: string;
	/** What to do, if not to correct the value. */
	advice?: string;
}

export interface Problems {
	problems: Problem[];
}

export type Wrong = { ok: false } & Problems;

export const wrong = (field: string, what: string, advice?: string): Wrong => ({
	ok: false,
	problems: [{ field, what, ...(advice !== undefined && { advice }) }],
});

const KINDS: Readonly<Record<string, string>> = {
	string: 'text',
	number: 'a number',
	integer: 'a whole number',
	float: 'a fraction',
	boolean: 'true or false',
	array: 'a list',
	object: 'an object',
	nan: 'not a number',
	null: 'empty',
	date: 'a date',
};

export const REQUIRED = 'is required: fill it in';

const kind = (type: string) => KINDS[type] ?? type;

function counted(type: string, count: number | bigint): string {
	const [one, many] = type === 'string' ? ['character', 'characters'] : ['entry', 'entries'];
	return `${String(count)} ${count === 1 ? one : many}`;
}

function messageFor(issue: z.ZodIssueOptionalMessage, data: unknown): string | undefined {
	switch (issue.code) {
		case z.ZodIssueCode.invalid_type:
			if (issue.received === 'undefined') return REQUIRED;
			return `must be ${kind(issue.expected)}, and is ${kind(issue.received)}`;
		case z.ZodIssueCode.too_big: {
			const { type, maximum } = issue;
			if (type !== 'string' && type !== 'array') return `must be at most ${String(maximum)}`;
			const hasLength = typeof data === 'string' || Array.isArray(data);
			const now = hasLength ? ` and has ${data.length}` : '';
			return `may have at most ${counted(type, maximum)}${now}: shorten it`;
		}
		case z.ZodIssueCode.too_small: {
			const { type, minimum, inclusive } = issue;
			if (type === 'string' || type === 'array') {
				return `must have at least ${counted(type, minimum)}`;
			}
			return `must be ${inclusive ? 'at least' : 'more than'} ${String(minimum)}`;
		}
		case z.ZodIssueCode.invalid_union_discriminator:
		case z.ZodIssueCode.invalid_enum_value:
			return `must be one of ${issue.options.map(String).join(', ')}`;
		default:
			return undefined;
	}
}

export const inputErrors: z.ZodErrorMap = (issue, { defaultError, data }) => ({
	message: messageFor(issue, data) ?? defaultError,
});

/** Names a value as the editor does, such as 'Buttons › 2 › Title' for the title of the second button. */
export function labelOfPath(
	fields: readonly INodeProperties[],
	[name = '', ...rest]: readonly (string | number)[],
): string {
	const field = fields.find((one) => one.name === name);
	const collections = (field?.options ?? []).filter((option) => 'values' in option);
	const inside = collections.flatMap(({ values }) => values);
	const inner = rest.flatMap((part) => {
		if (typeof part === 'number') return [String(part + 1)];
		// The editor does not show the name of this level, so an error must not name it.
		if (collections.some((one) => one.name === part)) return [];
		return [inside.find((one) => one.name === part)?.displayName ?? part];
	});
	return [field?.displayName ?? String(name), ...inner].join(' › ');
}
