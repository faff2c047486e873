import { z } from 'zod';

import { isPlainRecord, opened, quoted, withTexts } from '../../../../plain';
import { fittedText, VARIABLE_NAME } from '../../../../service';
import { inputErrors, REQUIRED } from '../../../engine/operation';
import * as inputs from '../../inputs';
import { HEADER_FILES } from './shape';
import { keyInBraces } from './template';

const secondTime = (place: string) =>
	`is ${quoted(place)}, which is in the list already: remove one`;

/**
 * A template has quick replies or other buttons, never both (section Endpoints, broadcast, rule 2). The spelling of the
 * types is not documented, so only their letters count.
 */
function eachOfOneKind(buttons: readonly { type: string }[], context: z.RefinementCtx): void {
	const types = buttons.map(({ type }) => type.toLowerCase().replace(/[^a-z]/g, ''));
	if (!types.includes('quickreply')) return;
	const other = types.findIndex((type) => type === 'url' || type === 'phonenumber');
	if (other === -1) return;
	inputs.refuse(
		context,
		'is of another kind than QUICK_REPLY: a template has either quick replies or buttons that open something, never both',
		[other, 'type'],
	);
}

const variableName = z
	.string()
	.regex(VARIABLE_NAME, 'must be 2 to 32 lowercase letters, digits or underscores');

export const line = inputs.anyText.transform((text, context) =>
	inputs.fittingText(text, false, context),
);
export const fileName = z.preprocess(inputs.trimmed, line);
const url = z.object({ key: z.literal('url'), value: inputs.webAddress }).strict();
const name = z.object({ key: z.literal('filename'), value: fileName }).strict();
const header = z
	.object({
		format: z.enum(HEADER_FILES),
		params: z
			.array(z.discriminatedUnion('key', [url, name]))
			.refine(
				(all) => all.some(({ key }) => key === 'url'),
				'has no entry with the key url: add it',
			)
			.superRefine(inputs.eachOnce('key', secondTime)),
	})
	.strict();
const body = z
	.object({
		key: inputs.identifier.transform((key) => keyInBraces(key) || key),
		value: inputs.identifier.pipe(variableName),
		value_text: line,
	})
	.strict();
const button = z
	.object({ index: inputs.identifier, type: inputs.identifier, value: line })
	.strict();
const parameters = z
	.object({
		body: z.array(body).superRefine(inputs.eachOnce('key', secondTime)).optional(),
		header: header.optional(),
		buttons: z
			.array(button)
			.superRefine(inputs.eachOnce('index', secondTime))
			.superRefine(eachOfOneKind)
			.optional(),
	})
	.strict();

export type Parameters = z.output<typeof parameters>;

export type FieldValues = Readonly<Record<string, unknown>>;

const mapped = z.object({ value: z.record(z.unknown()).nullish() }).passthrough();

export const parameterInput = {
	parametersMode: z.enum(['none', 'template', 'json']).default('template'),
	templateParameters: mapped.optional(),
	parametersJson: z.unknown(),
	fitText: inputs.fitText,
};

type Given = z.output<z.ZodObject<typeof parameterInput>>;

export type Filling =
	| { from: 'none' }
	| { from: 'fields'; values: FieldValues }
	| { from: 'list'; values: readonly unknown[] }
	| { from: 'object'; parameters: Parameters };

const HOW =
	'must be a list of values such as ["Ana", "Sunday"], or the service’s parameters object with body, header and buttons';

/** A user who writes an unknown key may not know the accepted forms, so the error explains them. */
const jsonErrors: z.ZodErrorMap = (issue, context) => {
	if (issue.code !== 'unrecognized_keys') return inputErrors(issue, context);
	const message = `may not have ${issue.keys.map(quoted).join(', ')}`;
	return { message: issue.path.length === 0 ? `${message}: it ${HOW}` : message };
};

export function readFilling(given: Given, context: z.RefinementCtx): Filling {
	const { parametersMode, templateParameters, parametersJson, fitText } = given;
	if (parametersMode === 'none') return { from: 'none' };
	const fitting = (value: unknown) => (fitText ? withTexts(value, fittedText) : value);
	if (parametersMode === 'template') {
		return { from: 'fields', values: fitting(templateParameters?.value ?? {}) as FieldValues };
	}
	const wrong = (message: string, path: (string | number)[] = []) =>
		inputs.refuse(context, message, ['parametersJson', ...path]);
	const value = fitting(opened(inputs.trimmed(parametersJson)));
	if (value === undefined) return wrong(`${REQUIRED}, or set Template Values to None`);
	if (Array.isArray(value)) return { from: 'list', values: value };
	if (!isPlainRecord(value)) return wrong(HOW);
	const read = parameters.safeParse(value, { errorMap: jsonErrors });
	if (read.success) return { from: 'object', parameters: read.data };
	for (const { message, path } of read.error.issues) wrong(message, path);
	return { from: 'none' };
}
