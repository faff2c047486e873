import { z } from 'zod';

import type { Fields, Recognised } from './normalised';

export interface Callback {
	method: string;
	/** Without the token. */
	query: Fields;
	body: Fields;
	/** A body that is a list with objects in it. It has no fields. */
	list?: readonly unknown[];
	/** Whether the body came as a form, and not as JSON. */
	isForm: boolean;
	digest: () => string;
}

/** One kind of callback (section Events). */
export interface CallbackKind {
	value: string;
	name: string;
	description: string;
	/** The place in the service's web application where users register the URL. */
	registeredAt: string;
	/** The documented fields. A callback that has all of them is of this kind, whatever else it holds. */
	documented: readonly string[];
	/** Set if the service may also call by GET. */
	isAlsoGet?: true;
	recognise: (callback: Callback) => Recognised | undefined;
}

/** JSON may bring a number where the documentation has a text. */
const text = z.union([z.string(), z.number(), z.boolean()]).transform(String);

/** A field without which the callback is not of this kind. */
export const requiredText = text.refine((value) => value.trim() !== '');

const unlessEmpty = (value: string | null | undefined) =>
	value === null || value?.trim() === '' ? undefined : value;

/** A field that must be there, though it may be empty: undefined then. */
export const namedText = text.nullable().transform(unlessEmpty);

/** Undefined if the field is missing, empty or of another type. */
export const optionalText = text.optional().catch(undefined).transform(unlessEmpty);

/** The text of a message. A message whose text is of another type still starts the workflow, with null. */
export const messageText = text.nullable().default(null).catch(null);

export const reportFields = {
	ref_no: requiredText,
	status: requiredText,
	err_code: optionalText,
};

/**
 * Reads the fields of one kind; undefined if a required one is missing. A look at the names comes first: most callbacks
 * are of another kind, and a schema takes long to build its error.
 */
export function fieldsReader<Shape extends z.ZodRawShape>(shape: Shape) {
	const schema = z.object(shape);
	const required = Object.keys(shape).filter((name) => shape[name]?.isOptional() === false);
	return (all: Fields): z.output<typeof schema> | undefined =>
		required.every((name) => name in all) ? schema.safeParse(all).data : undefined;
}
