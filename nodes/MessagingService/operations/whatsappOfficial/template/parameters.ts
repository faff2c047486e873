import { z } from 'zod';

import { BUSINESS_FILES, extensionsOf, fittedText, VARIABLE_NAME } from '../../../../service';
import { refuseMisfit } from '../../inputs/templateText';
import { anyText, identifier, trimmed } from '../../inputs/text';
import { fileAddress } from '../../inputs/webAddress';
import type { HeaderFile } from './fields';

/** What fills a template, in the service's own form (section Endpoints: broadcast). */

/** No types are documented for a template's header: those of a Business reply, which WhatsApp shows, are taken. */
const headerUrl = {
	IMAGE: fileAddress(extensionsOf(BUSINESS_FILES.image)),
	DOCUMENT: fileAddress(extensionsOf(BUSINESS_FILES.document)),
} satisfies Record<HeaderFile, z.ZodTypeAny>;

const KEY_IN_BRACES = /^\{\{\s*(.+?)\s*\}\}$/;

const placeholderKey = identifier.transform((key) => KEY_IN_BRACES.exec(key)?.[1] ?? key);

const variableName = identifier.pipe(
	z.string().regex(VARIABLE_NAME, 'must be 2 to 32 lowercase letters, digits or underscores'),
);

/** Refuses a second entry for the same place. */
const eachOnce =
	<Name extends string>(name: Name) =>
	(entries: readonly Record<Name, string>[], context: z.RefinementCtx): void => {
		const places = entries.map((entry) => entry[name]);
		for (const [at, place] of places.entries()) {
			if (places.indexOf(place) === at) continue;
			const message = `is '${place}' a second time: each takes one value`;
			context.addIssue({ code: 'custom', path: [at, name], message });
		}
	};

/** Rule 2: a template's buttons either answer or act. The service's spelling of their types is not documented. */
function eachOfOneKind(buttons: readonly { type: string }[], context: z.RefinementCtx): void {
	const types = buttons.map(({ type }) => type.toLowerCase().replace(/[^a-z]/g, ''));
	if (!types.includes('quickreply')) return;
	const other = types.findIndex((type) => type === 'url' || type === 'phonenumber');
	if (other === -1) return;
	const message =
		'is of another kind than QUICK_REPLY: a template has either quick replies or buttons that open something, never both';
	context.addIssue({ code: 'custom', path: [other, 'type'], message });
}

const withUrl = (params: readonly { key: string }[], context: z.RefinementCtx): void => {
	if (params.some(({ key }) => key === 'url')) return;
	context.addIssue({ code: 'custom', message: 'has no entry with the key url: add it' });
};

const schemaOf = (line: z.ZodType<string, z.ZodTypeDef, unknown>) => {
	const fileName = z.preprocess(trimmed, line);
	const header = <Format extends HeaderFile>(format: Format) => {
		const url = z.object({ key: z.literal('url'), value: headerUrl[format] }).strict();
		const name = z.object({ key: z.literal('filename'), value: fileName }).strict();
		const params = z.array(z.discriminatedUnion('key', [url, name]));
		return z
			.object({
				format: z.literal(format),
				params: params.superRefine(withUrl).superRefine(eachOnce('key')),
			})
			.strict();
	};
	const body = z.object({ key: placeholderKey, value: variableName, value_text: line }).strict();
	const button = z.object({ index: identifier, type: identifier, value: line }).strict();
	return z
		.object({
			body: z.array(body).superRefine(eachOnce('key')).optional(),
			header: z.discriminatedUnion('format', [header('IMAGE'), header('DOCUMENT')]).optional(),
			buttons: z.array(button).superRefine(eachOnce('index')).superRefine(eachOfOneKind).optional(),
		})
		.strict();
};

const strict = schemaOf(
	anyText.superRefine((text, context) => {
		refuseMisfit(text, [], false, context);
	}),
);
const fitted = schemaOf(anyText.transform(fittedText));

/** With Make Text Fit, texts are made to fit. */
export const parametersSchema = (fitText: boolean) => (fitText ? fitted : strict);

export type Parameters = z.output<typeof strict>;
