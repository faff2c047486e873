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

/** Goes after the label of a field that is missing. */
export const REQUIRED = 'is required: fill it in';

const kind = (type: string) => KINDS[type] ?? type;

const counted = (type: string, count: number | bigint) => {
	const unit = type === 'string' ? 'character' : 'entr';
	const plural = type === 'string' ? 's' : 'ies';
	const singular = type === 'string' ? '' : 'y';
	return `${String(count)} ${unit}${count === 1 ? singular : plural}`;
};

/** What a person reads if a value is refused: each message goes after the label of its field. */
export const inputErrors: z.ZodErrorMap = (issue, { defaultError, data }) => {
	switch (issue.code) {
		case z.ZodIssueCode.invalid_type:
			if (issue.received === 'undefined') return { message: REQUIRED };
			return { message: `must be ${kind(issue.expected)}, and is ${kind(issue.received)}` };
		case z.ZodIssueCode.too_big:
			if (issue.type === 'string' || issue.type === 'array') {
				const has: unknown = data;
				const length = typeof has === 'string' || Array.isArray(has) ? has.length : undefined;
				const now = length === undefined ? '' : ` and has ${String(length)}`;
				return {
					message: `may have at most ${counted(issue.type, issue.maximum)}${now}: shorten it`,
				};
			}
			return { message: `must be at most ${String(issue.maximum)}` };
		case z.ZodIssueCode.too_small:
			if (issue.type === 'string' || issue.type === 'array') {
				return { message: `must have at least ${counted(issue.type, issue.minimum)}` };
			}
			return {
				message: `must be ${issue.inclusive ? 'at least' : 'more than'} ${String(issue.minimum)}`,
			};
		case z.ZodIssueCode.invalid_union_discriminator:
			return { message: `must be one of ${issue.options.map(String).join(', ')}` };
		case z.ZodIssueCode.invalid_enum_value:
			return { message: `must be one of ${issue.options.join(', ')}` };
		case z.ZodIssueCode.invalid_string:
			if (issue.validation === 'uuid')
				return { message: 'must be an ID such as 123e4567-e89b-42d3-a456-426614174000' };
			if (issue.validation === 'url')
				return {
					message:
						'must be a web address with http:// or https://, such as https://example.com/file.pdf',
				};
			return { message: defaultError };
		default:
			return { message: defaultError };
	}
};
