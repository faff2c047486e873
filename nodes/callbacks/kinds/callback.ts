import { z } from 'zod';

import type { Fields, Recognised } from './normalised';

export interface Callback {
	method: string;
	/** Without the token. */
	query: Fields;
	body: Fields;
	/** If the body is a list with objects in it; its fields are none then. */
	list?: readonly unknown[];
	/** The body came as form fields, not as JSON. */
	isForm: boolean;
	digest: () => string;
}

/** One kind of callback (section Events). */
export interface CallbackKind {
	value: string;
	name: string;
	description: string;
	/** Where its URL is registered in the service's web application. */
	registeredAt: string;
	/** The documented fields. A callback that has all of them is of this kind, whatever else it holds. */
	documented: readonly string[];
	/** The service may call by GET too. */
	isAlsoGet?: true;
	recognise: (callback: Callback) => Recognised | undefined;
}

/** JSON may bring a number where the documentation has a text. */
const text = z.union([z.string(), z.number(), z.boolean()]).transform(String);

/** A field without which the callback is not of this kind. */
export const requiredText = text.refine((value) => value.trim() !== '');

const orUndefined = (value: string | undefined) => (value?.trim() === '' ? undefined : value);

/** A field that must be there, though it may be empty: undefined then. */
export const namedText = text.nullable().transform((value) => orUndefined(value ?? undefined));

/** Undefined if the field is missing, empty or of another type. */
export const optionalText = text.optional().catch(undefined).transform(orUndefined);

/** The text of a message. If it is of another type, the message still starts the workflow, with null. */
export const messageText = text.nullable().default(null).catch(null);

export const reportFields = {
	ref_no: requiredText,
	status: requiredText,
	err_code: optionalText,
};

/**
 * Reads the fields of one kind; undefined if a required one is missing. Their names are looked for before the schema
 * runs: most callbacks are of another kind, and a schema that refuses takes long to build its error.
 */
export function fieldsReader<Shape extends z.ZodRawShape>(shape: Shape) {
	const schema = z.object(shape);
	const required = Object.keys(shape).filter((name) => shape[name]?.isOptional() === false);
	return (all: Fields): z.output<typeof schema> | undefined =>
		required.every((name) => name in all) ? schema.safeParse(all).data : undefined;
}
