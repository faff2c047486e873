import { z } from 'zod';

import { booleanOf, charactersIn, isBlank, isGiven, numberOf, type Warning } from '../../../plain';
import { isCountryCode, phoneNumber } from '../../../service';
import { Dialed, REQUIRED, TEST_TO, type Review } from '../../engine/operation';
import { requiredField, textField } from './fields';

type Path = (string | number)[];

/** Users see the label of the field in front of this message. */
export const refuse = (context: z.RefinementCtx, message: string, path: Path = []) => {
	context.addIssue({ code: 'custom', path, message });
	return z.NEVER;
};

export const warned = (...warnings: (Warning | false)[]): Review => ({
	problems: [],
	warnings: warnings.filter((warning) => warning !== false),
});

export const eachOnce =
	<Name extends string>(name: Name, words: (value: string) => string) =>
	(entries: readonly Readonly<Record<Name, string>>[], context: z.RefinementCtx): void => {
		const values = entries.map((entry) => entry[name]);
		for (const [at, value] of values.entries()) {
			if (values.indexOf(value) !== at) refuse(context, words(value), [at, name]);
		}
	};

/** Blank text counts as missing, so that both give the same error. */
export const unlessBlank = (value: unknown): unknown =>
	value === null || isBlank(value) ? undefined : value;

/** Expressions often give a number for an ID. A number that JavaScript may have rounded is refused. */
const asText = (value: unknown): unknown =>
	typeof value === 'number' && (!Number.isInteger(value) || Number.isSafeInteger(value))
		? String(value)
		: value;

export const text = (most = Number.POSITIVE_INFINITY) =>
	z.preprocess(
		(value) => unlessBlank(asText(value)),
		z.string().superRefine((value, context) => {
			const has = charactersIn(value);
			if (has > most) {
				refuse(context, `may have at most ${most} characters and has ${has}: shorten it`);
			}
		}),
	);

export const blankable = <Schema extends z.ZodTypeAny>(schema: Schema) =>
	z.preprocess(unlessBlank, schema.optional());

export const optionalText = (most?: number) => blankable(text(most));

export const anyText = z.preprocess(
	(value) => (isGiven(value) ? asText(value) : undefined),
	z.string(),
);

export const trimmed = (value: unknown): unknown =>
	unlessBlank(typeof value === 'string' ? value.trim() : value);

export const identifier = z.preprocess((value) => trimmed(asText(value)), z.string());

export const uuid4 = z.preprocess(
	trimmed,
	z
		.string()
		.regex(
			/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i,
			'must be an ID such as 123e4567-e89b-42d3-a456-426614174000',
		),
);

export const onOff = z.unknown().transform((value, context): boolean => {
	const read = booleanOf(value);
	return typeof read === 'boolean'
		? read
		: refuse(context, 'must be true or false (yes, no, y, n, 1 and 0 are understood too)');
});

export const wholeNumber = (least: number, most: number) =>
	z.preprocess(numberOf, z.number().int().min(least).max(most));

/** Without its decimal point or minus sign, such a value would be a stranger's phone number. */
const isWhole = (value: unknown) => Number.isSafeInteger(value) && Number(value) > 0;

export const typedDestination = z.unknown().transform((value, context): string => {
	const given = trimmed(value);
	if (typeof given === 'string') return given;
	if (isWhole(given)) return String(given);
	return refuse(
		context,
		given === undefined ? REQUIRED : 'must be one phone number, such as 6281234567890',
	);
});

const countryCode = z.unknown().transform((value, context): string | undefined => {
	const written =
		typeof value === 'number' || typeof value === 'string' ? String(value).trim() : '-';
	if (written === '') return undefined;
	const code = written.replace(/^(?:\+|00)\s*/, '');
	return isCountryCode(code) ? code : refuse(context, 'must be a country code such as 62');
});

export const defaultCountryCode = { defaultCountryCode: countryCode.optional() };

/** A WhatsApp user name looks like '@anna.k'. A user without a number has an ID such as 'ID.1234567890'. */
const isUserName = (written: string) =>
	/^@?[a-z][\w.]{2,}$/i.test(written) && !/^(undefined|null|nan)$/i.test(written);

const USER_NAME =
	'is not one phone number, and the service cannot send to a WhatsApp user name: ask for the number, or reply in the conversation (room_id)';

export const dialled =
	<Field extends string>(field: Field) =>
	<Given extends { defaultCountryCode?: string | undefined } & Record<Field, string>>(
		given: Given,
		context: z.RefinementCtx,
	): Given => {
		const { defaultCountryCode: code } = given;
		const number = phoneNumber(given[field], code);
		if (number.ok) {
			const dialed = new Dialed(number.country, number.warning, code);
			return { ...given, [field]: number.digits, dialed };
		}
		const typed = given[field].trim();
		const words = isUserName(typed) ? `'${typed.slice(0, 40)}' ${USER_NAME}` : number.what;
		refuse(context, words, [field]);
		return given;
	};

const NUMBER = {
	placeholder: 'e.g. 6281234567890',
	description:
		'The phone number of the recipient, with the country code first and no leading 0, such as 6281234567890. Spaces, dashes, brackets, a leading plus and dots between groups of three digits are removed.',
};

export const destinationField = requiredField('To', 'destination', NUMBER);

export const recipientField = requiredField('To', 'recipient', NUMBER);

const countryCodeField = textField('Default Country Code', 'defaultCountryCode', {
	placeholder: 'e.g. 62',
	description:
		'The country of numbers without a country code: with 62, messages to 0812… and 812… go to 62812…. A number that is none of that country is read as an international one. Numbers that begin with + stay as they are.',
});

const testToField = textField(TEST_TO, 'testTo', {
	placeholder: 'e.g. 6281234567890',
	description:
		'Your own number. The first three messages go there with their real texts, and the others come out as they would be sent. Nobody else gets a message. Remove the option to send the list.',
});

/** The options of each operation that sends to a number. */
export const destinationOptions = [countryCodeField, testToField];
