import { z } from 'zod';

/** What the stand-in of a language model is asked, in OpenAI's words, and what it replies. */

const part = z.object({ text: z.string().optional() }).passthrough();

const content = z
	.union([z.string(), z.array(part)])
	.nullish()
	.transform((given) =>
		typeof given === 'string' ? given : (given ?? []).map(({ text = '' }) => text).join(' '),
	);

const property = z.object({ type: z.unknown(), properties: z.unknown() }).passthrough();

const schema = z
	.object({ properties: z.record(z.string(), property).default({}) })
	.passthrough()
	.catch({ properties: {} });

interface Turn {
	by: 'person' | 'tool' | 'other';
	text: string;
}

interface Tool {
	name: string;
	parameters: z.output<typeof schema>;
}

export interface Asked {
	turns: Turn[];
	tools: Tool[];
	stream: boolean;
}

type Reply = { tool: string; args: string } | { text: string };

const byOf = (role: string): Turn['by'] =>
	role === 'user' ? 'person' : role === 'tool' || role === 'function' ? 'tool' : 'other';

/** POST /chat/completions */
export const chat = z
	.object({
		messages: z.array(z.object({ role: z.string(), content }).passthrough()).min(1),
		tools: z
			.array(z.object({ function: z.object({ name: z.string(), parameters: schema }) }))
			.default([]),
		stream: z.boolean().nullish(),
	})
	.transform(({ messages, tools, stream }): Asked => ({
		turns: messages.map(({ role, content: text }) => ({ by: byOf(role), text })),
		tools: tools.map((tool) => tool.function),
		stream: stream ?? false,
	}));

/** POST /responses */
export const responses = z
	.object({
		input: z.union([
			z.string().transform((text): Turn[] => [{ by: 'person', text }]),
			z.array(
				z
					.object({ type: z.string().optional(), role: z.string().default(''), content })
					.passthrough()
					.transform(({ type, role, content: text, ...rest }): Turn =>
						type === 'function_call_output'
							? { by: 'tool', text: content.catch('').parse(rest.output) }
							: { by: byOf(role), text },
					),
			),
		]),
		tools: z
			.array(z.object({ type: z.string(), name: z.string().optional(), parameters: schema }))
			.default([]),
		stream: z.boolean().nullish(),
	})
	.transform(({ input, tools, stream }): Asked => ({
		turns: input,
		tools: tools.flatMap(({ name, parameters }) =>
			name === undefined ? [] : [{ name, parameters }],
		),
		stream: stream ?? false,
	}));

const shortened = (text: string, most: number) =>
	text.length > most ? `${text.slice(0, most)}…` : text;

/** What it answers: the same to the same question, always. */
export function replyTo({ turns, tools }: Asked): Reply {
	const asked = turns.findLastIndex(({ by }) => by === 'person');
	const words = shortened(turns[asked]?.text.trim() ?? '', 300);
	const learned = turns.slice(asked + 1).findLast(({ by }) => by === 'tool');
	const [tool] = tools;
	if (tool === undefined || learned !== undefined) {
		const told = learned === undefined ? '' : ` The tool told: ${shortened(learned.text, 300)}`;
		return { text: `I answered to “${words}”.${told}` };
	}
	const values: Record<string, unknown> = {
		string: `Thank you for writing “${words}”. A colleague will answer you soon.`,
		number: 1,
		integer: 1,
		boolean: false,
		array: [],
	};
	/** A tool that a person reviews has its own arguments inside those of the review. */
	const filled = ({ properties }: z.output<typeof schema>): Record<string, unknown> =>
		Object.fromEntries(
			Object.entries(properties).map(([name, inner]) => [
				name,
				inner.type === 'object'
					? filled(schema.parse(inner))
					: (values[typeof inner.type === 'string' ? inner.type : 'string'] ?? null),
			]),
		);
	return { tool: tool.name, args: JSON.stringify(filled(tool.parameters)) };
}
