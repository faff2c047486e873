import { z } from 'zod';

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
