import { z } from 'zod';

/** The requests and replies of the stand-in for a language model. */

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

/** POST /chat/completions */
export const chat = z.object({
	messages: z.array(z.object({ role: z.string(), content }).passthrough()).min(1),
	tools: z
		.array(z.object({ function: z.object({ name: z.string(), parameters: schema }) }))
		.default([]),
	stream: z.boolean().nullish(),
});
export type Asked = z.output<typeof chat>;

type Reply = { calls: { tool: string; args: string }[] } | { text: string };

const dictation = z.object({
	calls: z.array(z.object({ tool: z.string(), args: z.record(z.unknown()) })),
});

/** A user who knows how to trick the model dictates its calls. It makes all of them at the same time. */
function dictated(words: string): Reply | undefined {
	const [found = ''] = /\{"calls":.*\}/s.exec(words) ?? [];
	if (found === '') return undefined;
	const { calls } = dictation.parse(JSON.parse(found));
	return { calls: calls.map(({ tool, args }) => ({ tool, args: JSON.stringify(args) })) };
}

/** A user may dictate what the model says. */
const SAID = /\{"say":"([^"]*)"\}/;

const shortened = (text: string, most: number) =>
	text.length > most ? `${text.slice(0, most)}…` : text;

/** The same request always gets the same reply. */
export function replyTo({ messages, tools }: Asked): Reply {
	const asked = messages.findLastIndex(({ role }) => role === 'user');
	const words = shortened(messages[asked]?.content.trim() ?? '', 300);
	const learned = messages.slice(asked + 1).findLast(({ role }) => role === 'tool');
	const tool = tools[0]?.function;
	const [, said] = SAID.exec(messages[asked]?.content ?? '') ?? [];
	if (said !== undefined) return { text: said };
	if (tool === undefined || learned !== undefined) {
		const told = learned === undefined ? '' : ` The tool told: ${shortened(learned.content, 300)}`;
		return { text: `I answered to “${words}”.${told}` };
	}
	const wanted = dictated(messages[asked]?.content ?? '');
	if (wanted) return wanted;
	const values: Record<string, unknown> = {
		string: `Thank you for writing “${words}”. A colleague will answer you soon.`,
		number: 1,
		integer: 1,
		boolean: false,
		array: [],
	};
	/** The review of a tool has the arguments of the tool inside its own. */
	const filled = ({ properties }: z.output<typeof schema>): Record<string, unknown> =>
		Object.fromEntries(
			Object.entries(properties).map(([name, inner]) => [
				name,
				inner.type === 'object'
					? filled(schema.parse(inner))
					: (values[typeof inner.type === 'string' ? inner.type : 'string'] ?? null),
			]),
		);
	return { calls: [{ tool: tool.name, args: JSON.stringify(filled(tool.parameters)) }] };
}
