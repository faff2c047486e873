import { z } from 'zod';

import { pathOf, sentenceOf } from '../facts/document';
import { FACTS, sendSms, type Fact } from '../facts/endpoints';
import { EVENTS } from '../facts/events';
import { places, type Kind, type Place } from '../facts/kinds';
import { jsonOf, useService, type Answer, type Fields } from './client';
import { BOUNDS, CALLBACKS, ENDPOINTS } from './documented';
import { expectData, expectInvalid } from './expect';
import { callTo, sampleOf, send, UNKNOWN } from './requests';

useService();

/** The body with another value at a place. The value undefined removes the field. */
function changed(body: unknown, [head, ...rest]: Place['path'], value: unknown): unknown {
	if (head === undefined) return value;
	if (Array.isArray(body))
		return body.map((entry: unknown, index) =>
			index === head ? changed(entry, rest, value) : entry,
		);
	const fields = body as Fields;
	return { ...fields, [head]: changed(fields[head], rest, value) };
}

const accepted = z.object({ error: z.literal(false), data: z.object({}).passthrough() });

function expectTaken(fact: Fact, answer: Answer): void {
	expect(answer).toMatchObject({ status: fact.success });
	if (fact.name !== sendSms.name) accepted.parse(jsonOf(answer));
}

/** A form has no values but texts. */
const sendable = ({ sentAs }: Fact, values: readonly unknown[]) =>
	sentAs === 'json' ? values : values.filter((value) => typeof value === 'string');

describe.each(FACTS.filter(({ sentAs }) => sentAs !== 'nothing'))('$method $path', (fact) => {
	it.each([...new Set(places(fact.body).map(({ variant }) => variant))])(
		'A request with all fields is accepted, type %j',
		async (variant) => {
			expectTaken(fact, await send(fact, await sampleOf(fact, variant)));
		},
	);

	it.each(places(fact.body).map((place) => [sentenceOf(place), place] as const))(
		'%s',
		async (_sentence, place) => {
			const { path, field, variant } = place;
			const name = String(path.at(-1));
			const sendWith = async (value: unknown) =>
				send(fact, changed(await sampleOf(fact, variant), path, value));

			if (field.presence === 'required') expectInvalid(await sendWith(undefined), name);
			if (field.presence === 'optional') expectTaken(fact, await sendWith(undefined));
			const [most = [], beyond = []] = BOUNDS[pathOf(place)] ?? [];
			for (const value of sendable(fact, [...field.good, ...most]))
				expectTaken(fact, await sendWith(value));
			for (const value of sendable(fact, [...field.bad, ...beyond]))
				expectInvalid(await sendWith(value), name);
			// The service refuses their form, and not names that it does not know.
			expect(field.bad.filter((value) => field.schema.safeParse(value).success)).toEqual([]);
			if (field.words.endsWith('known to the service'))
				expectInvalid(await sendWith(UNKNOWN[name]), name);
		},
	);
});

/** The schema of a response, which has no fields except those of its fact. */
const strictly = (schema: z.ZodTypeAny): z.ZodTypeAny => {
	if (schema instanceof z.ZodObject) return schema.strict();
	// What a list holds is typed as any.
	return schema instanceof z.ZodArray
		? z.array(strictly(schema.element as z.ZodTypeAny)).min(1)
		: schema;
};

describe('Responses', () => {
	it.each(FACTS.filter(({ name }) => name !== sendSms.name))(
		'The response of $name is $success, with the documented fields and no others',
		async (fact) => {
			expectData(await callTo(fact), fact.success, strictly(fact.data.schema));
		},
	);
});

const SIGNS = { required: '*', optional: '', 'by rule': '?' };

/** The fields of a kind in the short form of the documented ones. */
const shortOf = (kind: Kind): string =>
	places(kind)
		.map((place) => {
			const { field, variant } = place;
			const [, values] = /^one of ([^ ]+(?:, [^ ]+)*?)(?:, known|$)/.exec(field.words) ?? [];
			const type = variant === '' ? '' : `${variant}:`;
			const choice = values === undefined ? '' : `=${values.replaceAll(', ', '|')}`;
			return `${type}${pathOf(place)}${SIGNS[field.presence]}${choice}`;
		})
		.join(' ');

describe('Table of facts', () => {
	it.each(FACTS)('$method $path has the documented fields, and no others', (fact) => {
		const { method, path, body, success, data } = fact;

		const short = `${shortOf(body)} -> ${success} ${shortOf(data)}`.trim();
		expect(short).toBe(ENDPOINTS[`${method} ${path}`]?.replace(/\s+/g, ' '));
	});

	it('Callbacks have the documented fields, and no others', () => {
		const short = Object.entries(EVENTS).map(([kind, { methods, sentAs, data }]) => [
			`${methods.join('|')} ${sentAs} ${kind}`,
			shortOf(data),
		]);

		expect(Object.fromEntries(short)).toEqual(CALLBACKS);
	});
});
