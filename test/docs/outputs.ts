import { z } from 'zod';

import { TRIGGER_OUTPUTS } from '../../nodes/callbacks/kinds';
import { acceptedCore } from '../../nodes/MessagingService/engine/operation';
import { failedItem, validatedItem } from '../../nodes/MessagingService/engine/output';
import { resources } from '../../nodes/MessagingService/operations';
import { MEANINGS } from './outputMeanings';
import type { Rows } from './tables';

/** Tables of all outputs, made from the schemas that responses are checked against. */

interface Output {
	name: string;
	shape: Readonly<Record<string, z.ZodTypeAny>>;
	/** Fields that are output only with Simplify off. */
	rest: readonly string[];
}

const { MessagingServiceTrigger, MessagingServiceStatusTrigger } = TRIGGER_OUTPUTS;

const code = (name: string) => `\`${name}\``;

const CORE = Object.keys(acceptedCore.shape);

const OPERATIONS: Output[] = resources.flatMap((resource) =>
	resource.operations.map(({ name, preview, answer, fields }) => {
		// Without Simplify, the whole response is output.
		const isWhole = fields.some((field) => field.name === 'simplify');
		const all = isWhole && answer instanceof z.ZodObject ? answer.merge(preview) : preview;
		const shape = all.shape as Output['shape'];
		const rest = Object.keys(shape).filter((field) => !Object.hasOwn(preview.shape, field));
		return { name: `${resource.name}: ${name}`, shape, rest };
	}),
);

const whole = (name: string, { shape }: Pick<Output, 'shape'>): Output => ({
	...{ name, shape, rest: [] },
});

const FURTHER: Output[] = [
	whole('An item that failed (its own columns, and)', failedItem),
	whole('An item with Validate Only', validatedItem),
	// A WhatsApp Business message also has the callback as it came.
	whole(
		'Messaging Service Trigger',
		MessagingServiceTrigger.extend({ data: z.union([z.object({}), z.array(z.unknown())]) }),
	),
	whole('Messaging Service Status Trigger', MessagingServiceStatusTrigger),
];

function fieldsOf({ shape, rest }: Output): string {
	// Only an accepted message has a text besides its status.
	const isSend = ['ref_no', 'status', 'text'].every((name) => Object.hasOwn(shape, name));
	const left = Object.keys(shape).filter((name) => !(isSend && CORE.includes(name)));
	const kept = left.filter((name) => !rest.includes(name)).map(code);
	const fields = [...(isSend ? ['what all sends output'] : []), ...kept].join(', ');
	return rest.length > 0
		? `${fields}; with Simplify off also ${rest.map(code).join(', ')}`
		: fields;
}

/** Every output, with the names of its fields. */
export const outputRows = (): Rows => [
	['What comes out of', 'Fields'],
	['Every message that is accepted (what all sends output)', CORE.map(code).join(', ')],
	...[...OPERATIONS, ...FURTHER].map((output) => [output.name, fieldsOf(output)]),
];

function typeOf(schema: z.ZodTypeAny): string[] {
	if (schema instanceof z.ZodNullable) return [...typeOf(schema.unwrap() as z.ZodTypeAny), 'null'];
	if (schema instanceof z.ZodEffects) return ['text'];
	if (schema instanceof z.ZodOptional) return typeOf(schema.unwrap() as z.ZodTypeAny);
	if (schema instanceof z.ZodUnion) {
		return (schema.options as z.ZodTypeAny[]).flatMap((option) => typeOf(option));
	}
	if (schema instanceof z.ZodNumber) return ['number'];
	if (schema instanceof z.ZodBoolean || schema instanceof z.ZodLiteral) return ['true or false'];
	if (schema instanceof z.ZodArray) return ['list'];
	if (schema instanceof z.ZodString || schema instanceof z.ZodEnum) return ['text'];
	return schema instanceof z.ZodObject ? ['object'] : ['any'];
}

/** Every field, by its name. */
export function fieldRows(): Rows {
	const types = new Map<string, Set<string>>();
	for (const output of [whole('', acceptedCore), ...OPERATIONS, ...FURTHER]) {
		for (const [name, schema] of Object.entries(output.shape)) {
			const known = types.get(name) ?? new Set();
			// Fields of an operation that are null are left out.
			const isLeftOut = !FURTHER.includes(output);
			for (const type of typeOf(schema)) if (type !== 'null' || !isLeftOut) known.add(type);
			types.set(name, known);
		}
	}
	return [
		['Field', 'Type', 'What it is'],
		...[...types]
			.sort(([a], [b]) => a.localeCompare(b, 'en'))
			.map(([name, known]) => {
				const meaning: string | undefined = MEANINGS[name];
				if (meaning === undefined) throw new Error(`no meaning of ${name} in outputMeanings.ts`);
				const inOrder = [...known].sort((a, b) => Number(a === 'null') - Number(b === 'null'));
				return [code(name), inOrder.join(', '), meaning];
			}),
	];
}
