import { z } from 'zod';

/**
 * A kind of value in the table of facts. It has words, the schema with which the endpoints check a value, and values
 * at, below and above its bounds, which the test of all facts sends.
 */
export interface Kind<Schema extends z.ZodTypeAny = z.ZodTypeAny> {
	words: string;
	schema: Schema;
	good: readonly unknown[];
	bad: readonly unknown[];
	/** The fields of an object, or of each entry of a list. An object with a discriminator has several cases. */
	cases?: Readonly<Record<string, Fields>>;
	isList?: boolean;
}

export interface Field<Schema extends z.ZodTypeAny = z.ZodTypeAny> extends Kind<Schema> {
	/** A separate test checks when a field "by rule" may be missing. */
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

/** A value that must also name something that the service knows. A test has to choose it. */
export const known = <Schema extends z.ZodTypeAny>(kind: Kind<Schema>): Kind<Schema> => ({
	...kind,
	words: `${kind.words}, known to the service`,
	good: [],
});

const NO_TEXT = [['x'], {}, 7];

/** Characters are code points: an emoji outside the basic plane is one. */
export const characters = (text: string): number => Array.from(text).length;

export const string: Kind<z.ZodString> = {
	words: 'a string',
	schema: z.string(),
	good: ['', 'Ann\nof Hull', '\u{1F600}'],
	bad: NO_TEXT,
};

/** Text that is not empty. */
export const text = ({ most = Infinity } = {}): Kind<z.ZodType<string>> => {
	const least = { words: 'a string that is not empty', good: ['x'], bad: ['', ...NO_TEXT] };
	if (most === Infinity) return { ...least, schema: z.string().min(1) };
	const isFit = (value: string) => characters(value) <= most;
	return {
		words: `a string of 1 to ${most} characters`,
		schema: z.string().min(1).refine(isFit, `must have at most ${most} characters`),
		good: [...least.good, 'x'.repeat(most), '\u{1F600}'.repeat(most)],
		bad: [...least.bad, 'x'.repeat(most + 1)],
	};
};

const matching = (
	words: string,
	form: RegExp,
	good: string[],
	bad: unknown[],
): Kind<z.ZodString> => ({
	words,
	schema: z.string().regex(form, `must be ${words}`),
	good,
	bad: [...bad, '', ...NO_TEXT],
});

export const uuid4 = matching(
	'a uuid4',
	/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i,
	['11111111-1111-4111-8111-111111111111', 'AAAAAAAA-aaaa-4aaa-baaa-aaaaaaaaaaaa'],
	['welcome', '6ba7b810-9dad-11d1-80b4-00c04fd430c8', '11111111-1111-4111-7111-111111111111'],
);

/** "lowercase letters, digits, underscore; length 2 to 32" */
export const variableName = matching(
	'2 to 32 lowercase letters, digits and underscores',
	/^[a-z\d_]{2,32}$/,
	['ab', 'a'.repeat(32), 'first_name', '2nd'],
	['a', 'a'.repeat(33), 'Name', 'first-name', 'first name', 'prénom'],
);

export const date = matching(
	'a date, YYYY-MM-DD',
	/^\d{4}-\d{2}-\d{2}$/,
	['2031-02-03'],
	['03/02/2031', '2031-02-03T00:00:00Z'],
);

export const dateTime = matching(
	'a date-time of ISO 8601',
	/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:?\d{2})?$/,
	['2031-02-03T04:05:06Z'],
	['2031-02-03'],
);

/** The form of the dates in the Official callbacks. */
export const callbackDate = matching(
	'a time, YYYY-MM-DD HH:MM:SS',
	/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/,
	['2031-02-03 04:05:06'],
	['2031-02-03T04:05:06'],
);

export const uri: Kind<z.ZodType<string>> = {
	words: 'a URI that begins with http:// or https://',
	schema: z
		.string()
		.url()
		.refine((url) => /^https?:/i.test(url), 'must begin with http:// or https://'),
	good: ['https://files.example.com/file?a=b'],
	bad: ['not a url', 'ftp://files.example.com/photo.png', '', ...NO_TEXT],
};

export const amount: Kind<z.ZodNumber> = {
	words: 'a number',
	schema: z.number(),
	good: [0, 1234, 12.5],
	bad: ['1', ['x']],
};

export const integer = ({ least = -Infinity } = {}): Kind<z.ZodNumber> => ({
	words: least === 0 ? 'an integer, not negative' : 'an integer',
	schema: z.number().int().min(least),
	good: [0, 1, 86_400],
	bad: ['soon', 1.5, ['x'], ...(least === 0 ? [-1] : [])],
});

export const boolean: Kind<z.ZodBoolean> = {
	words: 'a boolean',
	schema: z.boolean(),
	good: [true, false],
	bad: ['perhaps', ['x'], 1],
};

export const oneOf = <const Value extends string>(
	...values: [Value, ...Value[]]
): Kind<z.ZodEnum<[Value, ...Value[]]>> => ({
	words: `one of ${values.join(', ')}`,
	schema: z.enum(values),
	good: values,
	bad: ['', 'another', ['x'], ...values.map((value) => ` ${value}`)],
});

export const anything: Kind<z.ZodUnknown> = {
	words: 'anything, null too',
	schema: z.unknown(),
	good: [null, 'x', {}, []],
	bad: [],
};

const NO_OBJECT = ['x', ['x']];

type Shape<All extends Fields> = { [Name in keyof All]: All[Name]['schema'] };

// Each entry keeps its name. The type of fromEntries does not say so.
export const shapeOf = <All extends Fields>(fields: All): Shape<All> =>
	Object.fromEntries(
		Object.entries(fields).map(([name, { schema }]) => [name, schema]),
	) as Shape<All>;

export const object = <All extends Fields>(fields: All): Kind<z.ZodObject<Shape<All>>> => ({
	words: 'an object',
	schema: z.object(shapeOf(fields)),
	good: [],
	bad: NO_OBJECT,
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
	// The test sends each case as a whole, so the discriminator has no values to try alone.
	const discriminator = required({ ...oneOf(first, ...others), good: [] });
	return {
		words: 'an object',
		// zod asks for a tuple. Its length is not known here.
		schema: z.discriminatedUnion(by, options as never),
		good: [],
		bad: NO_OBJECT,
		cases: Object.fromEntries(
			Object.entries(variants).map(([name, fields]) => [name, { [by]: discriminator, ...fields }]),
		),
	};
};

/** A list. The test of all facts sends lists at and beyond a bound. */
export const list = <Schema extends z.ZodTypeAny>(
	{ schema, cases: fields }: Kind<Schema>,
	{ least = 0, most = Infinity } = {},
): Kind<z.ZodArray<Schema>> => ({
	words: most === Infinity ? 'a list' : `a list of ${least} to ${most}`,
	schema: z.array(schema).min(least).max(most),
	good: [],
	bad: ['x', {}],
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
