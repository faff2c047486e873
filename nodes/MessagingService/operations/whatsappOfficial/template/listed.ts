import { z } from 'zod';

import { isGiven } from '../../../../plain';
import { partOf, templateFields, type TemplateField } from './fields';
import type { Template } from './template';

/** Values for a template that is only known when the workflow runs: a list by position, or an object by name. */

const HOW =
	'must be a list such as ["Ayu", "1024"], in the order of the placeholders, or an object such as {"1": "Ayu", "2": "1024"}';

function opened(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	if (value.trim() === '') return undefined;
	try {
		return JSON.parse(value) as unknown;
	} catch {
		return value;
	}
}

const wrongKind = () => ({ message: HOW });

export const listedValues = z.preprocess(
	opened,
	z.union([z.array(z.unknown()), z.record(z.unknown())], { errorMap: wrongKind }).optional(),
);

type ListedValues = NonNullable<z.output<typeof listedValues>>;

/** The values by the names of the template's fields, or in words why they do not fit. */
type Fitted = { ok: true; byId: Record<string, unknown> } | { ok: false; what: string };

/** {{1}}, {{2}}, {{3}} are ordered by number, wherever they are in the text; named ones by where they are. */
function inOrder(fields: readonly TemplateField[]): TemplateField[] {
	const numberOf = ({ id }: TemplateField) => {
		const part = partOf(id);
		return part?.kind === 'body' && /^\d+$/.test(part.key) ? Number(part.key) : undefined;
	};
	const isBody = ({ id }: TemplateField) => partOf(id)?.kind === 'body';
	const body = fields.filter(isBody);
	const numbers = body.map(numberOf);
	if (numbers.includes(undefined)) return [...fields];
	const sorted = [...body].sort((a, b) => (numberOf(a) ?? 0) - (numberOf(b) ?? 0)).values();
	return fields.map((field) => (isBody(field) ? (sorted.next().value ?? field) : field));
}

function byPosition(values: readonly unknown[], template: Template): Fitted {
	const fields = inOrder(templateFields(template).filter(({ required }) => required));
	// The cells at the end of a row may be empty.
	const count = values.findLastIndex(isGiven) + 1;
	if (count === fields.length) {
		return { ok: true, byId: Object.fromEntries(fields.map(({ id }, at) => [id, values[at]])) };
	}
	const wanted = fields.map(({ id }) => id).join(', ');
	return {
		ok: false,
		what: `has ${count} values, and the template '${template.name}' takes ${fields.length}${wanted === '' ? '' : ` (${wanted})`}: give one for each`,
	};
}

/** The names that an object may use for a field. */
function namesOf(id: string): string[] {
	const part = partOf(id);
	switch (part?.kind) {
		case 'body':
			return [part.key, `body_${part.key}`, id];
		case 'headerUrl':
			return ['header_url', `header_${part.format.toLowerCase()}_url`, id];
		case 'headerFileName':
			return ['header_filename', id];
		case 'button':
			return [`button_${part.index}`, id];
		case undefined:
			return [id];
	}
}

/** Other names are ignored: the object may be a whole row of a sheet. */
function byName(values: Readonly<Record<string, unknown>>, template: Template): Fitted {
	const found = templateFields(template).flatMap(({ id }): [string, unknown][] => {
		const name = namesOf(id).find((one) => Object.hasOwn(values, one));
		return name === undefined ? [] : [[id, values[name]]];
	});
	return { ok: true, byId: Object.fromEntries(found) };
}

export const fittedTo = (values: ListedValues, template: Template): Fitted =>
	Array.isArray(values) ? byPosition(values, template) : byName(values, template);
