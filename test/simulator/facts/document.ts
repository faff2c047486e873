import { z } from 'zod';

import { FACTS } from './endpoints';
import { EVENTS, type Event } from './events';
import { BUSINESS_FILES, HEADER_EXTENSIONS, UNOFFICIAL_FILES } from './files';
import * as limits from './limits';
import { CALLBACK_WORDS, SMS_STATUSES, STATUS_NAMES, TEST_HOST_REFERENCES } from './statuses';

/** A value in words: its description, or what the schema itself says. */
function wordsOf(schema: z.ZodTypeAny): string {
	if (schema.description !== undefined) return schema.description;
	if (schema instanceof z.ZodEnum) return `one of ${(schema.options as string[]).join(', ')}`;
	if (!(schema instanceof z.ZodArray)) return 'an object';
	const { minLength, maxLength } = schema._def;
	return maxLength === null ? 'a list' : `a list of ${minLength?.value ?? 0} to ${maxLength.value}`;
}

/** A sentence for each field of a value, and for those inside it. */
function sentencesOf(schema: z.ZodTypeAny, path = '', condition = ''): string[] {
	const inside = (inner: unknown, place = path, when = condition) =>
		sentencesOf(inner as z.ZodTypeAny, place, when);
	if (schema instanceof z.ZodArray) return inside(schema.element, `${path}[]`);
	if (schema instanceof z.ZodIntersection) {
		return [...inside(schema._def.left), ...inside(schema._def.right)];
	}
	if (schema instanceof z.ZodDiscriminatedUnion) {
		const by = schema.discriminator as string;
		const options = schema.options as z.ZodObject<z.ZodRawShape>[];
		const valueOf = ({ shape }: (typeof options)[number]) =>
			(shape[by] as z.ZodLiteral<string>).value;
		return [
			...inside(z.object({ [by]: z.enum(options.map(valueOf) as [string]) })),
			...options.flatMap((option) =>
				inside(option.omit({ [by]: true }), path, `, if ${by} is ${valueOf(option)}`),
			),
		];
	}
	if (!(schema instanceof z.ZodObject)) return [];
	return Object.entries(schema.shape as z.ZodRawShape).flatMap(([name, field]) => {
		const isOptional = field instanceof z.ZodOptional;
		const value = isOptional ? (field.unwrap() as z.ZodTypeAny) : field;
		const place = path === '' ? name : `${path}.${name}`;
		const presence = isOptional ? 'optional' : 'required';
		return [`\`${place}\` is ${presence}, ${wordsOf(value)}${condition}`, ...inside(value, place)];
	});
}

const listOf = (lines: readonly string[]) => lines.map((line) => `- ${line}`).join('\n');

const fieldsOf = (schema: z.ZodTypeAny) => listOf(sentencesOf(schema));

const valuesOf = (values: object) =>
	listOf(
		Object.entries(values)
			.filter(([, value]) => typeof value !== 'function')
			.map(([name, value]) => `\`${name}\`: \`${JSON.stringify(value)}\``),
	);

/** The table of facts in sentences, for docs/service.md. */
export const factsDocument = (): string =>
	[
		'# What the service documents, and how it is read',
		...FACTS.flatMap(({ method, path, sentAs, body, success, data }) => [
			`## ${method} ${path}`,
			...(sentAs === 'nothing' ? [] : [`The body is sent as ${sentAs}:`, fieldsOf(body)]),
			`The response to a success is ${success}, with ${wordsOf(data)}:`,
			fieldsOf(data),
		]),
		...Object.entries<Event>(EVENTS).flatMap(([kind, { methods, sentAs, data }]) => [
			`## Callback ${kind}`,
			`It comes by ${methods.join(' or ')}, its fields as ${sentAs}:`,
			fieldsOf(data),
		]),
		'## Limits',
		valuesOf(limits),
		'## Files',
		valuesOf({ ...BUSINESS_FILES, unofficial: UNOFFICIAL_FILES }),
		'Extensions of the header above buttons:',
		valuesOf(HEADER_EXTENSIONS),
		'## Codes and words',
		valuesOf(STATUS_NAMES),
		'The Official status callback says:',
		valuesOf(CALLBACK_WORDS),
		'References of the test host:',
		valuesOf(TEST_HOST_REFERENCES),
		'SMS statuses:',
		valuesOf(SMS_STATUSES),
	].join('\n\n');
