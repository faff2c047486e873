import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { inputErrors, REQUIRED } from '../../../engine/operation';
import { isGiven } from '../../../../plain';
import { fittedText, VARIABLE_NAME } from '../../../../service';
import { faultOfMisfit, fitText, refuseMisfit } from '../../inputs/templateText';
import { anyText, fileName as fileNameText, identifier } from '../../inputs/text';
import { webAddress } from '../../inputs/webAddress';
import { partOf } from './fields';
import { listedValues } from './listed';

/** The values for a template, in one form for all modes. */
interface TemplateValues {
	body: { key: string; name: string; text: string }[];
	header: { format: 'IMAGE' | 'DOCUMENT'; url: string; fileName: string | undefined } | undefined;
	buttons: { index: string; type: string; value: string }[];
}

const NOTHING: TemplateValues = { body: [], header: undefined, buttons: [] };

const bodyParameter = z.object({
	index: identifier,
	name: identifier.pipe(
		z.string().regex(VARIABLE_NAME, 'must be 2 to 32 lowercase letters, digits or underscores'),
	),
	text: anyText,
});

const button = z.object({ index: identifier, type: identifier, value: anyText });

/** The value of n8n's resource mapper: the filled fields by their names. */
const mapped = z.object({ value: z.record(z.unknown()).nullish() }).passthrough();

/** The fields of all modes. A field that is not shown has no value. */
export const parameterInput = {
	parametersMode: z.enum(['none', 'template', 'values', 'manual']).default('template'),
	templateParameters: mapped.optional(),
	parameterValues: listedValues.optional(),
	bodyParameters: z.object({ parameter: z.array(bodyParameter).default([]) }).optional(),
	headerFormat: z.enum(['none', 'image', 'document']).default('none'),
	headerUrl: webAddress.optional(),
	headerFileName: fileNameText,
	buttons: z.object({ button: z.array(button).default([]) }).optional(),
	fitText,
};

type Given = z.output<z.ZodObject<typeof parameterInput>>;

/** The filled fields of the mapper, by their names. */
export const filledFields = ({ templateParameters }: Given): [id: string, value: unknown][] =>
	Object.entries(templateParameters?.value ?? {}).filter(([, value]) => isGiven(value));

/** What is wrong with the value of a field, in words. */
function faultsOfField(id: string, value: unknown, fitText: boolean): string[] {
	const part = partOf(id);
	const isUrl = part?.kind === 'headerUrl';
	const isFileName = part?.kind === 'headerFileName';
	const schema = isUrl ? webAddress : isFileName ? fileNameText : anyText;
	const parsed = schema.safeParse(value, { errorMap: inputErrors });
	if (!parsed.success) return parsed.error.issues.map(({ message }) => message);
	if (parsed.data === undefined || isUrl || fitText) return [];
	const misfit = faultOfMisfit(parsed.data);
	return misfit === undefined ? [] : [misfit];
}

export const faultsOfFields = (given: Given): { label: string; what: string }[] =>
	filledFields(given).flatMap(([id, value]) =>
		faultsOfField(id, value, given.fitText).map((what) => ({ label: id, what })),
	);

function checkMapped(given: Given, context: z.RefinementCtx): void {
	for (const { label, what } of faultsOfFields(given)) {
		context.addIssue({ code: 'custom', path: ['templateParameters', label], message: what });
	}
}

function repeated(keys: readonly string[]): number[] {
	return keys.flatMap((key, at) => (keys.indexOf(key) === at ? [] : [at]));
}

function checkManual(given: Given, context: z.RefinementCtx): void {
	const parameters = given.bodyParameters?.parameter ?? [];
	const buttons = given.buttons?.button ?? [];
	const message = 'is given twice: each placeholder and button takes one value';
	for (const at of repeated(parameters.map(({ index }) => index))) {
		context.addIssue({
			code: 'custom',
			path: ['bodyParameters', 'parameter', at, 'index'],
			message,
		});
	}
	for (const at of repeated(buttons.map(({ index }) => index))) {
		context.addIssue({ code: 'custom', path: ['buttons', 'button', at, 'index'], message });
	}
	for (const [at, { text }] of parameters.entries()) {
		refuseMisfit(text, ['bodyParameters', 'parameter', at, 'text'], given.fitText, context);
	}
	for (const [at, { value }] of buttons.entries()) {
		refuseMisfit(value, ['buttons', 'button', at, 'value'], given.fitText, context);
	}
	if (given.headerFormat === 'none') return;
	refuseMisfit(given.headerFileName, ['headerFileName'], given.fitText, context);
	if (given.headerUrl === undefined) {
		context.addIssue({
			code: 'custom',
			path: ['headerUrl'],
			message: `${REQUIRED}, or set Header Format to None`,
		});
	}
}

/** The rules that involve several fields. */
export function checkParameters(given: Given, context: z.RefinementCtx): void {
	if (given.parametersMode === 'template') checkMapped(given, context);
	if (given.parametersMode === 'manual') checkManual(given, context);
}

/** A person sees no names of variables in the template's own fields, so any allowed name is good. */
const variableName = (key: string): string => {
	const name = `body_${key.toLowerCase()}`;
	return VARIABLE_NAME.test(name) ? name : 'body_value';
};

function fromTemplate(given: Given): TemplateValues {
	const values: TemplateValues = { ...NOTHING, body: [], buttons: [] };
	const header: { format?: 'IMAGE' | 'DOCUMENT'; url?: string; fileName?: string | undefined } = {};
	for (const [id, value] of filledFields(given)) {
		const part = partOf(id);
		const text = anyText.parse(value);
		switch (part?.kind) {
			case 'body':
				values.body.push({ key: part.key, name: variableName(part.key), text });
				break;
			case 'button':
				values.buttons.push({ index: String(part.index), type: 'url', value: text });
				break;
			case 'headerUrl':
				header.format = part.format;
				header.url = webAddress.parse(value);
				break;
			case 'headerFileName':
				header.fileName = fileNameText.parse(value);
				break;
			case undefined:
		}
	}
	const { format, url, fileName } = header;
	if (format !== undefined && url !== undefined) values.header = { format, url, fileName };
	return values;
}

function fromManual(given: Given): TemplateValues {
	const { headerFormat, headerUrl, headerFileName } = given;
	return {
		body: (given.bodyParameters?.parameter ?? []).map(({ index, name, text }) => ({
			key: index,
			name,
			text,
		})),
		header:
			headerFormat === 'none' || headerUrl === undefined
				? undefined
				: {
						format: headerFormat === 'image' ? 'IMAGE' : 'DOCUMENT',
						url: headerUrl,
						fileName: headerFileName,
					},
		buttons: given.buttons?.button ?? [],
	};
}

export function valuesOf(given: Given): TemplateValues {
	const values =
		given.parametersMode === 'template'
			? fromTemplate(given)
			: given.parametersMode === 'manual'
				? fromManual(given)
				: NOTHING;
	if (!given.fitText) return values;
	const { body, header, buttons } = values;
	return {
		body: body.map((entry) => ({ ...entry, text: fittedText(entry.text) })),
		header: header && {
			...header,
			fileName: header.fileName === undefined ? undefined : fittedText(header.fileName),
		},
		buttons: buttons.map((entry) => ({ ...entry, value: fittedText(entry.value) })),
	};
}

/** As they are sent; undefined if there are none. */
export function wireParameters({ body, header, buttons }: TemplateValues): IDataObject | undefined {
	if (body.length === 0 && header === undefined && buttons.length === 0) return undefined;
	return {
		...(body.length > 0 && {
			body: body.map(({ key, name, text }) => ({ key, value: name, value_text: text })),
		}),
		...(header && {
			header: {
				format: header.format,
				params: [
					{ key: 'url', value: header.url },
					...(header.fileName === undefined ? [] : [{ key: 'filename', value: header.fileName }]),
				],
			},
		}),
		...(buttons.length > 0 && {
			buttons: buttons.map(({ index, type, value }) => ({ index, type, value })),
		}),
	};
}
