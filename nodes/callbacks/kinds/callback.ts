import { z } from 'zod';

import type { Fields, Recognised } from './normalised';

export interface Callback {
	method: string;
	query: Fields;
	body: Fields;
	/** The list, if the body is one. `body` has no fields then. */
	list?: readonly unknown[];
	isForm: boolean;
	digest: () => string;
	/** Whether the body may contain the ID of a button that answers a question. */
	mayAnswer: boolean;
}

export interface CallbackKind {
	value: string;
	name: string;
	description: string;
	registeredAt: string;
	/** A callback that has all of these fields is of this kind. */
	documented: readonly string[];
	isAlsoGet?: true;
	/** @param taken the messages that answered a question */
	recognise: (callback: Callback, taken?: ReadonlySet<object>) => Recognised | undefined;
}

/** Callers may send a number where the service documents text. */
const text = z.union([z.string(), z.number(), z.boolean()]).transform(String);

export const requiredText = text.refine((value) => value.trim() !== '');

const unlessEmpty = (value: string | null | undefined) =>
	value === null || value?.trim() === '' ? undefined : value;

/** The field must be present, but may be empty. */
export const namedText = text.nullable().transform(unlessEmpty);

/** A value of another type counts as missing. */
export const optionalText = text.optional().catch(undefined).transform(unlessEmpty);

/** A value of another type becomes null, so that the message still starts the workflow. */
export const messageText = text.nullable().default(null).catch(null);

export const reportFields = {
	ref_no: requiredText,
	status: requiredText,
	err_code: optionalText,
};

/** Most callbacks are of another kind, and the errors of a schema are slow to build. So the names are checked first. */
export function fieldsReader<Shape extends z.ZodRawShape>(shape: Shape) {
	const schema = z.object(shape);
	const required = Object.keys(shape).filter((name) => shape[name]?.isOptional() === false);
	return (all: Fields): z.output<typeof schema> | undefined =>
		required.every((name) => name in all) ? schema.safeParse(all).data : undefined;
}
