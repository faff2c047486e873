import { z } from 'zod';

/** A kind of value in the table of facts: its words, and the schema with which the endpoints check a value. */
export interface Kind<Schema extends z.ZodTypeAny = z.ZodTypeAny> {
	words: string;
	schema: Schema;
	/** The fields of an object, or of each entry of a list. An object with a discriminator has several cases. */
	cases?: Readonly<Record<string, Fields>>;
	isList?: boolean;
}

export interface Field<Schema extends z.ZodTypeAny = z.ZodTypeAny> extends Kind<Schema> {
	/** A rule says when a field "by rule" may be missing. */
	presence: 'required' | 'optional' | 'by rule';
}

export type Fields = Readonly<Record<string, Field>>;

export const required = <Schema extends z.ZodTypeAny>(kind: Kind<Schema>): Field<Schema> => ({
	...kind,
	presence: 'required',
});

export const optional = <Schema extends z.ZodTypeAny>(
	kind: Kind<Schema>,
): Field<z.ZodOptional<Schema>> => ({
	...kind,
	schema: kind.schema.optional(),
	presence: 'optional',
});

export const byRule = <Schema extends z.ZodTypeAny>(
	kind: Kind<Schema>,
): Field<z.ZodOptional<Schema>> => ({ ...optional(kind), presence: 'by rule' });

/** The same field under several names. */
export const each = <Name extends string, Of extends Field>(field: Of, ...names: Name[]) =>
	// The names are the keys. The type of fromEntries does not say so.
	Object.fromEntries(names.map((name) => [name, { ...field }])) as Record<Name, Of>;

/** A value that must also name something that the service knows. */
export const known = <Schema extends z.ZodTypeAny>(kind: Kind<Schema>): Kind<Schema> => ({
	...kind,
	words: `${kind.words}, known to the service`,
});

/** Characters are code points: an emoji outside the basic plane is one. */
export const characters = (text: string): number => Array.from(text).length;

export const string: Kind<z.ZodString> = {
	words: 'a string',
	schema: z.string(),
};

/** Text that is not empty. */
export const text = ({ most = Infinity } = {}): Kind<z.ZodType<string>> => {
	if (most === Infinity) return { words: 'a string that is not empty', schema: z.string().min(1) };
	const isFit = (value: string) => characters(value) <= most;
	return {
		words: `a string of 1 to ${most} characters`,
		schema: z.string().min(1).refine(isFit, `must have at most ${most} characters`),
	};
};

const matching = (words: string, form: RegExp): Kind<z.ZodString> => ({
	words,
	schema: z.string().regex(form, `must be ${words}`),
});

export const uuid4 = matching(
	'a uuid4',
	/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i,
);

/** "lowercase letters, digits, underscore; length 2 to 32" */
export const variableName = matching(
	'2 to 32 lowercase letters, digits and underscores',
	/^[a-z\d_]{2,32}$/,
);

export const date = matching('a date, YYYY-MM-DD', /^\d{4}-\d{2}-\d{2}$/);

export const dateTime = matching(
	'a date-time of ISO 8601',
	/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:?\d{2})?$/,
);

/** The form of the dates in the Official callbacks. */
export const callbackDate = matching(
	'a time, YYYY-MM-DD HH:MM:SS',
	/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/,
);

export const uri: Kind<z.ZodType<string>> = {
	words: 'a URI that begins with http:// or https://',
	schema: z
		.string()
		.url()
		.refine((url) => /^https?:/i.test(url), 'must begin with http:// or https://'),
};

export const amount: Kind<z.ZodNumber> = {
	words: 'a number',
	schema: z.number(),
};

export const integer = ({ least = -Infinity } = {}): Kind<z.ZodNumber> => ({
	words: least === 0 ? 'an integer, not negative' : 'an integer',
	schema: z.number().int().min(least),
});

export const boolean: Kind<z.ZodBoolean> = {
	words: 'a boolean',
	schema: z.boolean(),
};

export const oneOf = <const Value extends string>(
	...values: [Value, ...Value[]]
): Kind<z.ZodEnum<[Value, ...Value[]]>> => ({
	words: `one of ${values.join(', ')}`,
	schema: z.enum(values),
});

export const anything: Kind<z.ZodUnknown> = {
	words: 'anything, null too',
	schema: z.unknown(),
};

type Shape<All extends Fields> = { [Name in keyof All]: All[Name]['schema'] };

// Each entry keeps its name. The type of fromEntries does not say so.
export const shapeOf = <All extends Fields>(fields: All): Shape<All> =>
	Object.fromEntries(
		Object.entries(fields).map(([name, { schema }]) => [name, schema]),
	) as Shape<All>;

export const object = <All extends Fields>(fields: All): Kind<z.ZodObject<Shape<All>>> => ({
	words: 'an object',
	schema: z.object(shapeOf(fields)),
	cases: { '': fields },
});

type Case<By extends string, Name, All extends Fields> = Record<By, Name> &
	z.output<z.ZodObject<Shape<All>>>;

/** An object whose fields depend on one of them. */
export const cases = <By extends string, All extends Record<string, Fields>>(
	by: By,
	variants: All,
): Kind<
	z.ZodType<{ [Name in keyof All]: Case<By, Name, All[Name]> }[keyof All], z.ZodTypeDef, unknown>
> => {
	const options = Object.entries(variants).map(([name, fields]) =>
		z.object({ [by]: z.literal(name), ...shapeOf(fields) }),
	);
	const [first = '', ...others] = Object.keys(variants);
	const discriminator = required(oneOf(first, ...others));
	return {
		words: 'an object',
		// zod asks for a tuple. Its length is not known here.
		schema: z.discriminatedUnion(by, options as never),
		cases: Object.fromEntries(
			Object.entries(variants).map(([name, fields]) => [name, { [by]: discriminator, ...fields }]),
		),
	};
};

/** A list, with its bounds. */
export const list = <Schema extends z.ZodTypeAny>(
	{ schema, cases: fields }: Kind<Schema>,
	{ least = 0, most = Infinity } = {},
): Kind<z.ZodArray<Schema>> => ({
	words: most === Infinity ? 'a list' : `a list of ${least} to ${most}`,
	schema: z.array(schema).min(least).max(most),
	isList: true,
	...(fields && { cases: fields }),
});

/** A field of a request or a response, and its path. */
export interface Place {
	path: readonly (string | number)[];
	field: Field;
	/** The case of the object, if the object has several. */
	variant: string;
}

/** Each field once, including those inside objects and lists. The cases of a list are its entries, in their order. */
export function places(kind: Kind): Place[] {
	const seen = new Set<Field>();
	const inside = ({ cases: all = {}, isList = false }: Kind, path: Place['path'], outer: string) =>
		Object.entries(all).flatMap(([name, fields], index): Place[] => {
			const variant = isList || name === '' ? outer : name;
			return Object.entries(fields).flatMap(([key, field]): Place[] => {
				if (seen.has(field)) return [];
				seen.add(field);
				const own = [...path, ...(isList ? [index] : []), key];
				return [{ path: own, field, variant }, ...inside(field, own, variant)];
			});
		});
	return inside(kind, [], '');
}
