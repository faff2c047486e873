import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import type { InboxMessage, StatusReport } from './normalised';

/** What came to the URL of a trigger. */
export interface Callback {
	method: string;
	/** Without the token. */
	query: Readonly<Record<string, unknown>>;
	/** A form or JSON, parsed. */
	body: Readonly<Record<string, unknown>>;
	isForm: boolean;
}

/** A callback whose kind is known. */
export interface Recognised {
	/** The fields as they came. */
	data: IDataObject;
	/** The same fields in the one form of all kinds; times are told in this zone. */
	normalised: (
		timeZone: string,
	) => InboxMessage | (InboxMessage & { data: IDataObject }) | StatusReport;
	/** What makes it the same callback when it comes again; nothing where that cannot be known. */
	identity: readonly string[] | undefined;
	/** The word of the one vocabulary, for reports. */
	status?: string;
}

/** One kind of callback (section Events). */
export interface CallbackKind {
	value: string;
	/** As the nodes panel lists it. */
	name: string;
	description: string;
	/** Where its URL is registered, in the service's web application. */
	registeredAt: string;
	recognise: (callback: Callback) => Recognised | undefined;
}

/** A field as the documentation has it; JSON may bring a number where a text is documented. */
export const text = z.union([z.string(), z.number(), z.boolean()]).transform(String);

/** A field without which a callback is none. */
export const neededText = text.refine((value) => value.trim() !== '');

/** A field that may be missing, empty, or of a kind that nobody knows: it is told where it can be. */
export const optionalText = text
	.optional()
	.catch(undefined)
	.transform((value) => (value === '' ? undefined : value));

/** What somebody wrote; where it is of a kind that nobody knows, the message comes all the same. */
export const words = text.nullable().default(null).catch(null);

/**
 * Reads the fields of one kind; nothing where they are not there. Most callbacks are of another kind: what a missing
 * field tells is looked at first, for a schema that refuses takes its time to say why.
 */
export function fieldsOf<Shape extends z.ZodRawShape>(shape: Shape) {
	const schema = z.object(shape);
	const needed = Object.entries(shape).flatMap(([name, field]) =>
		field.isOptional() ? [] : [name],
	);
	return (all: Readonly<Record<string, unknown>>): z.output<typeof schema> | undefined =>
		needed.every((name) => name in all) ? schema.safeParse(all).data : undefined;
}

/** Every record from outside is one of n8n's own kind: it was parsed from JSON or a form. */
export const asData = (fields: Readonly<Record<string, unknown>>): IDataObject =>
	({ ...fields }) as IDataObject;
