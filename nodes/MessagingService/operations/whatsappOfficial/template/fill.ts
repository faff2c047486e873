import type { z } from 'zod';

import { isGiven, quoted } from '../../../../plain';
import { templateState, VARIABLE_NAME } from '../../../../service';
import { inputErrors, type Review } from '../../../engine/operation';
import * as inputs from '../../inputs';
import { fileName, line, type FieldValues, type Filling, type Parameters } from './parameters';
import { PLACEHOLDER } from './shape';
import {
	buttonIndexOf,
	HEADER_FILE_NAME,
	HEADER_URL,
	headerFileOf,
	keyInBraces,
	templateFields,
	templateById,
	templateWords,
	type Template,
} from './template';

type Filled = Pick<Review, 'problems'> & { parameters: Parameters };

const refused = (name: string, what: string): Filled => ({
	parameters: {},
	problems: [{ name, what }],
});

/** If the template is unknown, only the service can say which values are missing. */
const neededBy = (template: Template | undefined) =>
	template === undefined ? [] : templateFields(template).filter(({ required }) => required);

/** The service requires a variable name, and does not document which. */
const variableFor = (key: string): string => {
	const name = `body_${key.toLowerCase()}`;
	return VARIABLE_NAME.test(name) ? name : 'body_value';
};

const EMPTY =
	'is empty: fill it in. If the node does not show it, the template has changed: refresh the list of fields.';

/** n8n keeps the values of a template that was chosen before. They are left out. */
function fromFields(values: FieldValues, template?: Template): Filled {
	const known = template && new Set(templateFields(template).map(({ id }) => id));
	const ids = Object.keys(values).filter((id) => isGiven(values[id]) && (known?.has(id) ?? true));
	const problems = neededBy(template)
		.filter(({ id }) => !isGiven(values[id]))
		.map(({ id }) => ({ name: id, what: EMPTY }));
	const read = (id: string, schema: z.ZodType<string, z.ZodTypeDef, unknown>): string => {
		const { data = '', error } = schema.safeParse(values[id], { errorMap: inputErrors });
		problems.push(...(error?.issues ?? []).map(({ message }) => ({ name: id, what: message })));
		return data;
	};
	const format = ids.map(headerFileOf).findLast((one) => one !== undefined);
	const hasName = inputs.trimmed(values[HEADER_FILE_NAME]) !== undefined;
	const params = format && [
		{ key: 'url' as const, value: read(HEADER_URL[format], inputs.webAddress) },
		...(hasName ? [{ key: 'filename' as const, value: read(HEADER_FILE_NAME, fileName) }] : []),
	];
	const body = ids.flatMap((id) => {
		const key = keyInBraces(id);
		return key === '' ? [] : [{ key, value: variableFor(key), value_text: read(id, line) }];
	});
	const buttons = ids.flatMap((id) => {
		const index = buttonIndexOf(id);
		return index === undefined
			? []
			: [{ index: String(index), type: 'url', value: read(id, line) }];
	});
	const parameters = {
		...(body.length > 0 && { body }),
		...(params && { header: { format, params } }),
		...(buttons.length > 0 && { buttons }),
	};
	return { parameters, problems };
}

function fromList(values: readonly unknown[], template: Template): Filled {
	const ids = neededBy(template).map(({ id }) => id);
	// Empty cells at the end of a spreadsheet row do not count as values.
	const count = Math.max(values.findLastIndex(isGiven) + 1, Math.min(values.length, ids.length));
	if (count === ids.length) {
		const byId = Object.fromEntries(ids.map((id, at) => [id, values[at]]));
		return fromFields(byId, template);
	}
	const wanted = ids.length === 0 ? '' : ` (${ids.join(', ')})`;
	return refused(
		'parametersJson',
		`has ${count} ${count === 1 ? 'value' : 'values'}, and the template ${quoted(template.name)} takes ${ids.length}${wanted}: give one for each`,
	);
}

interface Given {
	templateId: string;
	filling: Filling;
}

type All = readonly Template[] | undefined;

const IN_ORDER = 'so the order of its placeholders is not known';
const NOT_LISTED = `is not in the service’s list, ${IN_ORDER}: choose another template, or give the service’s parameters object`;
const NO_LIST = `could not be looked up, as the service did not give its list, ${IN_ORDER}: try again in a minute, set Template Values to Template Fields, or give the service’s parameters object`;

function fill({ templateId, filling }: Given, all: All): Filled {
	const template = templateById(all, templateId);
	switch (filling.from) {
		case 'fields':
			return fromFields(filling.values, template);
		case 'list':
			return template
				? fromList(filling.values, template)
				: refused('templateId', all ? NOT_LISTED : NO_LIST);
		case 'object':
			return { parameters: filling.parameters, problems: [] };
		case 'none':
			return neededBy(template).length === 0
				? { parameters: {}, problems: [] }
				: refused(
						'parametersMode',
						`is None, but the template ${quoted(template?.name ?? '')} has placeholders: choose Template Fields, and fill them in`,
					);
	}
}

/** A status that the service does not document is only a warning. */
export function reviewFilling(given: Given, all: All): Review {
	const { name = '', status = '' } = templateById(all, given.templateId) ?? {};
	const state = templateState(status);
	const isRefused = state !== undefined && state !== 'approved';
	const refusal = `is ${quoted(name)}, whose status is ${quoted(status)}: only an approved template can be sent. Choose another, or wait for its approval.`;
	const { problems } = isRefused ? refused('templateId', refusal) : fill(given, all);
	const unknown = `The template ${quoted(name)} has the status ${quoted(status)}, and only an approved one can be sent: the service may refuse the message.`;
	return { problems, warnings: name !== '' && state === undefined ? [unknown] : [] };
}

export function parametersOf(given: Given, all: All): Parameters | undefined {
	const { parameters } = fill(given, all);
	return Object.values(parameters).some((part) => !Array.isArray(part) || part.length > 0)
		? parameters
		: undefined;
}

export function textOf(given: Given, all: All): string | undefined {
	const template = templateById(all, given.templateId);
	const text = template && templateWords(template).body;
	if (text === undefined || text === '') return undefined;
	const { body = [] } = fill(given, all).parameters;
	const values = new Map(body.map(({ key, value_text: value }) => [key, value]));
	return text.replace(PLACEHOLDER, (found, key: string) => values.get(key) ?? found);
}
