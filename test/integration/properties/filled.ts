import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import type { BroadcastSet } from './generators/official';
import { addressIn, plain, textOrNone } from './wire';

/** What fills the places of a template, as it was given and as it went out. */
export interface Filled {
	/** By the placeholder. */
	texts: Record<string, string>;
	/** By the place of the button. */
	buttons: Record<string, string>;
	format?: string;
	url?: string;
	fileName?: string;
}

function givenInFields({ parameters }: BroadcastSet): Filled {
	const { value } = parameters.templateParameters as unknown as { value: IDataObject };
	const filled: Filled = { texts: {}, buttons: {} };
	for (const [id, given] of Object.entries(value)) {
		const [, key] = /^\{\{(.*)\}\}$/.exec(id) ?? [];
		const [, button] = /^Button (\d+)$/.exec(id) ?? [];
		const [, format] = /^Header (Image|Document) URL$/.exec(id) ?? [];
		// A placeholder may be filled with a space; a blank file name is none.
		if (key !== undefined) filled.texts[key] = plain(given);
		else if (button !== undefined) filled.buttons[Number(button) - 1] = plain(given);
		else if (format !== undefined) {
			filled.format = format.toLowerCase();
			filled.url = addressIn(given);
		} else {
			const name = textOrNone(given)?.trim();
			if (name !== undefined) filled.fileName = name;
		}
	}
	return filled;
}

function givenAsList({ url, texts, buttons }: NonNullable<BroadcastSet['listed']>, header: string) {
	const plainly = (cells: Record<string, unknown>) =>
		Object.fromEntries(Object.entries(cells).map(([place, cell]) => [place, plain(cell)]));
	return {
		texts: plainly(texts),
		buttons: plainly(buttons),
		...(url !== undefined && { format: header.toLowerCase(), url: addressIn(url) }),
	};
}

export function given(set: BroadcastSet): Filled {
	if (set.listed !== undefined) return givenAsList(set.listed, set.template.header ?? '');
	return givenInFields(set);
}

const wire = z
	.object({
		body: z
			.array(
				z
					.object({
						key: z.string(),
						value: z.string().regex(/^[a-z0-9_]{2,32}$/),
						value_text: z.string(),
					})
					.strict(),
			)
			.optional(),
		header: z
			.object({
				format: z.enum(['IMAGE', 'DOCUMENT']),
				params: z.array(z.object({ key: z.enum(['url', 'filename']), value: z.string() }).strict()),
			})
			.strict()
			.optional(),
		buttons: z
			.array(z.object({ index: z.string(), type: z.literal('url'), value: z.string() }).strict())
			.optional(),
	})
	.strict();

/** Taken apart by the service's documentation; throws where it is not of that form. */
export function sentOut(parameters: unknown): Filled {
	const { body = [], header, buttons = [] } = wire.parse(parameters ?? {});
	const param = (name: string) => header?.params.find(({ key }) => key === name)?.value;
	const [url, fileName] = [param('url'), param('filename')];
	return {
		texts: Object.fromEntries(body.map(({ key, value_text }) => [key, value_text])),
		buttons: Object.fromEntries(buttons.map(({ index, value }) => [index, value])),
		...(header && { format: header.format.toLowerCase() }),
		...(url !== undefined && { url }),
		...(fileName !== undefined && { fileName }),
	};
}

/** What the service refuses: line breaks, tabs, and more than 4 spaces in a row. */
const MISFIT = /[\r\n\t\v\f\u0085\u2028\u2029]| {5}/;

const wordsOf = (text: string) => text.split(/[ \r\n\t\v\f\u0085\u2028\u2029]+/);

/** A text goes out as it was given; or where it is made to fit, with all its words, and nothing that does not fit. */
export function isKept(text: string, sent: unknown, fit: boolean): boolean {
	if (!fit || !MISFIT.test(text)) return sent === text;
	return (
		typeof sent === 'string' &&
		!MISFIT.test(sent) &&
		JSON.stringify(wordsOf(sent)) === JSON.stringify(wordsOf(text))
	);
}

const areKept = (texts: Record<string, string>, sent: Record<string, string>, fit: boolean) =>
	Object.keys(texts).sort().join('\n') === Object.keys(sent).sort().join('\n') &&
	Object.entries(texts).every(([place, text]) => isKept(text, sent[place], fit));

export const isFilledAs = (wanted: Filled, sent: Filled, fit: boolean): boolean =>
	areKept(wanted.texts, sent.texts, fit) &&
	areKept(wanted.buttons, sent.buttons, fit) &&
	wanted.format === sent.format &&
	wanted.url === sent.url &&
	(wanted.fileName === undefined
		? sent.fileName === undefined
		: isKept(wanted.fileName, sent.fileName, fit));
