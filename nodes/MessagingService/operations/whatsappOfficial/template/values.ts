import { z } from 'zod';

import { isGiven, isPlainRecord } from '../../../../plain';
import { VARIABLE_NAME } from '../../../../service';
import { inputErrors, REQUIRED } from '../../../engine/operation';
import { fitText } from '../../inputs/templateText';
import { trimmed } from '../../inputs/text';
import { partOf } from './fields';
import { parametersSchema, type Parameters } from './parameters';

/** The values of an item, as a person gives them, and how they become the service's own form. */

/** The value of n8n's resource mapper: the fields by their names. */
const mapped = z.object({ value: z.record(z.unknown()).nullish() }).passthrough();

/** A field that is not shown has no value. */
export const parameterInput = {
	parametersMode: z.enum(['none', 'template', 'json']).default('template'),
	templateParameters: mapped.optional(),
	parametersJson: z.unknown(),
	fitText,
};

type Given = z.output<z.ZodObject<typeof parameterInput>>;

/** By the names of the template's fields. */
export type FieldValues = Readonly<Record<string, unknown>>;

export type Filling =
	| { from: 'none' }
	| { from: 'fields'; values: FieldValues; fitText: boolean }
	| { from: 'list'; values: readonly unknown[]; fitText: boolean }
	| { from: 'object'; parameters: Parameters };

function opened(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	try {
		return JSON.parse(value) as unknown;
	} catch {
		return value;
	}
}

const HOW =
	'must be a list of values such as ["Ana", "Sunday"], or the service’s parameters object with body, header and buttons';

/** A row of a sheet, or values by their placeholders, is not what the service takes. */
const jsonErrors: z.ZodErrorMap = (issue, context) => {
	if (issue.code !== 'unrecognized_keys') return inputErrors(issue, context);
	const message = `may not have ${issue.keys.map((key) => `'${key}'`).join(', ')}`;
	return { message: issue.path.length === 0 ? `${message}: it ${HOW}` : message };
};

function readJson({ parametersJson, fitText }: Given, context: z.RefinementCtx): Filling {
	const refuse = (message: string, path: (string | number)[] = []) => {
		context.addIssue({ code: 'custom', path: ['parametersJson', ...path], message });
		return z.NEVER;
	};
	const value = opened(trimmed(parametersJson));
	if (value === undefined) return refuse(`${REQUIRED}, or set Parameters to None`);
	if (Array.isArray(value)) return { from: 'list', values: value, fitText };
	if (!isPlainRecord(value)) return refuse(HOW);
	const read = parametersSchema(fitText).safeParse(value, { errorMap: jsonErrors });
	if (read.success) return { from: 'object', parameters: read.data };
	for (const { message, path } of read.error.issues) refuse(message, path);
	return z.NEVER;
}

export function readFilling(given: Given, context: z.RefinementCtx): Filling {
	const { parametersMode, templateParameters, fitText } = given;
	if (parametersMode === 'json') return readJson(given, context);
	return parametersMode === 'none'
		? { from: 'none' }
		: { from: 'fields', values: templateParameters?.value ?? {}, fitText };
}

/** A person sees no names of variables in the template's own fields, so any allowed name is good. */
const variableName = (key: string): string => {
	const name = `body_${key.toLowerCase()}`;
	return VARIABLE_NAME.test(name) ? name : 'body_value';
};

interface Placed {
	parameters: Parameters;
	faults: { id: string; what: string }[];
}

export function placed(values: FieldValues, fitText: boolean): Placed {
	const ids: Record<string, string[]> = { body: [], header: [], buttons: [] };
	const body: object[] = [];
	const buttons: object[] = [];
	const header: { format?: string; url?: object; name?: object } = {};
	for (const [id, value] of Object.entries(values)) {
		const part = partOf(id);
		if (part === undefined || !isGiven(value)) continue;
		if (part.kind === 'body') {
			body.push({ key: part.key, value: variableName(part.key), value_text: value });
			ids.body?.push(id);
		} else if (part.kind === 'button') {
			buttons.push({ index: String(part.index), type: 'url', value });
			ids.buttons?.push(id);
		} else if (part.kind === 'headerUrl') {
			Object.assign(header, { format: part.format, url: { key: 'url', value } });
			ids.header?.unshift(id);
		} else if (trimmed(value) !== undefined) {
			header.name = { key: 'filename', value };
			ids.header?.push(id);
		}
	}
	const { format, url, name } = header;
	const raw = {
		...(body.length > 0 && { body }),
		...(url && { header: { format, params: [url, ...(name ? [name] : [])] } }),
		...(buttons.length > 0 && { buttons }),
	};
	const read = parametersSchema(fitText).safeParse(raw, { errorMap: inputErrors });
	if (read.success) return { parameters: read.data, faults: [] };
	const faults = read.error.issues.map(({ path, message }) => {
		const at = path.find((step) => typeof step === 'number') ?? 0;
		return { id: ids[String(path[0])]?.[at] ?? '', what: message };
	});
	return { parameters: {}, faults };
}
