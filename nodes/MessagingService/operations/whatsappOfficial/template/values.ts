import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { inputErrors, REQUIRED } from '../../../engine/operation';
import { isGiven } from '../../../../plain';
import { misfitOf, VARIABLE_NAME } from '../../../../service';
import { fitText, fitted, parameterText, refuseMisfit } from '../../inputs/templateText';
import { identifier } from '../../inputs/text';
import { webAddress } from '../../inputs/webAddress';
import { placeOf } from './fields';

/** What fills a template, whichever way a person gave it. */
export interface Parameters {
	body: { key: string; name: string; text: string }[];
	header: { format: 'IMAGE' | 'DOCUMENT'; url: string; fileName: string | undefined } | undefined;
	buttons: { index: string; type: string; value: string }[];
}

const NOTHING: Parameters = { body: [], header: undefined, buttons: [] };

const bodyParameter = z.object({
	index: identifier,
	name: identifier.pipe(
		z.string().regex(VARIABLE_NAME, 'must be 2 to 32 lowercase letters, digits or underscores'),
	),
	text: parameterText,
});

/** A text of a template too; but an address that is made to fit leads elsewhere. */
const headerAddress = webAddress.superRefine((url, context) => {
	const misfit = misfitOf(url);
	if (misfit === undefined) return;
	const message = `${misfit}, which the service refuses: write the address without`;
	context.addIssue({ code: 'custom', message });
});

const button = z.object({ index: identifier, type: identifier, value: parameterText });

/** The value of n8n's resource mapper: what was filled in, by the names of the fields. */
const mapped = z.object({ value: z.record(z.unknown()).nullish() }).passthrough();

/** The fields of all modes: those that do not show have no value. */
export const parameterInput = {
	parametersMode: z.enum(['none', 'template', 'manual']).default('template'),
	templateParameters: mapped.optional(),
	bodyParameters: z.object({ parameter: z.array(bodyParameter).default([]) }).optional(),
	headerFormat: z.enum(['none', 'image', 'document']).default('none'),
	headerUrl: headerAddress.optional(),
	headerFileName: parameterText.optional(),
	buttons: z.object({ button: z.array(button).default([]) }).optional(),
	fitText,
};

type Given = z.output<z.ZodObject<typeof parameterInput>>;

/** The filled fields of the mapper, by their names. */
export const filledFields = ({ templateParameters }: Given): [id: string, value: unknown][] =>
	Object.entries(templateParameters?.value ?? {}).filter(([, value]) => isGiven(value));

/** How a field of the mapper is named to a person, without the template at hand. */
export function labelOf(id: string): string {
	const place = placeOf(id);
	switch (place?.kind) {
		case 'body':
			return `Body {{${place.key}}}`;
		case 'header':
			if (place.what === 'filename') return 'Header File Name';
			return place.format === 'IMAGE' ? 'Header Image URL' : 'Header Document URL';
		case 'button':
			return `Button ${place.index}`;
		case undefined:
			return id;
	}
}

function checkMapped(given: Given, context: z.RefinementCtx): void {
	for (const [id, value] of filledFields(given)) {
		const path = ['templateParameters', labelOf(id)];
		const place = placeOf(id);
		const kind = place?.kind === 'header' && place.what === 'url' ? headerAddress : parameterText;
		const parsed = kind.safeParse(value, { errorMap: inputErrors });
		if (!parsed.success) {
			for (const { message } of parsed.error.issues) {
				context.addIssue({ code: 'custom', path, message });
			}
		} else {
			refuseMisfit(parsed.data, path, given.fitText, context);
		}
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

/** The rules between the fields. */
export function checkParameters(given: Given, context: z.RefinementCtx): void {
	if (given.parametersMode === 'template') checkMapped(given, context);
	if (given.parametersMode === 'manual') checkManual(given, context);
}

/** n8n does not show names of variables in the template's own fields: any that is allowed will do. */
const variableName = (key: string): string => {
	const name = `body_${key.toLowerCase()}`;
	return VARIABLE_NAME.test(name) ? name : 'body_value';
};

function fromTemplate(given: Given): Parameters {
	const parameters: Parameters = { ...NOTHING, body: [], buttons: [] };
	const header: { format?: 'IMAGE' | 'DOCUMENT'; url?: string; fileName?: string } = {};
	for (const [id, value] of filledFields(given)) {
		const place = placeOf(id);
		const text = parameterText.parse(value);
		switch (place?.kind) {
			case 'body':
				parameters.body.push({ key: place.key, name: variableName(place.key), text });
				break;
			case 'button':
				parameters.buttons.push({ index: place.index, type: 'url', value: text });
				break;
			case 'header':
				header.format = place.format;
				header[place.what === 'url' ? 'url' : 'fileName'] = text.trim();
				break;
			case undefined:
		}
	}
	const { format, url, fileName } = header;
	if (format !== undefined && url !== undefined) parameters.header = { format, url, fileName };
	return parameters;
}

function fromManual(given: Given): Parameters {
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
						fileName: headerFormat === 'document' ? headerFileName : undefined,
					},
		buttons: given.buttons?.button ?? [],
	};
}

export function parametersOf(given: Given): Parameters {
	const parameters =
		given.parametersMode === 'template'
			? fromTemplate(given)
			: given.parametersMode === 'manual'
				? fromManual(given)
				: NOTHING;
	if (!given.fitText) return parameters;
	const { body, header, buttons } = parameters;
	return {
		body: body.map((entry) => ({ ...entry, text: fitted(entry.text) })),
		header: header && {
			...header,
			fileName: header.fileName === undefined ? undefined : fitted(header.fileName),
		},
		buttons: buttons.map((entry) => ({ ...entry, value: fitted(entry.value) })),
	};
}

/** As they go on the wire; nothing where there are none. */
export function wireParameters({ body, header, buttons }: Parameters): IDataObject | undefined {
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
