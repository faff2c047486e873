import type { FieldType, ResourceMapperField } from 'n8n-workflow';

import { templateShape } from './shape';
import type { Template } from './template';

/** The placeholders of a template as fields that a person fills. */

export type HeaderFile = 'IMAGE' | 'DOCUMENT';

type TemplatePart =
	| { kind: 'body'; key: string }
	| { kind: 'headerUrl'; format: HeaderFile }
	| { kind: 'headerFileName' }
	| { kind: 'button'; index: number };

const HEADER_URL: Readonly<Record<HeaderFile, string>> = {
	IMAGE: 'Header Image URL',
	DOCUMENT: 'Header Document URL',
};
const HEADER_FILE_NAME = 'Header File Name';

/**
 * The names of the fields. n8n shows them in what it says of a missing value, so they read like the labels. They are
 * stored in workflows: they must not change.
 */
export const idOf = {
	body: (key: string) => `{{${key}}}`,
	headerUrl: (format: HeaderFile) => HEADER_URL[format],
	button: (index: number) => `Button ${index + 1}`,
};

export function partOf(id: string): TemplatePart | undefined {
	if (id === HEADER_FILE_NAME) return { kind: 'headerFileName' };
	if (id === HEADER_URL.IMAGE) return { kind: 'headerUrl', format: 'IMAGE' };
	if (id === HEADER_URL.DOCUMENT) return { kind: 'headerUrl', format: 'DOCUMENT' };
	const [, key] = /^\{\{(.+)\}\}$/.exec(id) ?? [];
	if (key !== undefined) return { kind: 'body', key };
	const [, place] = /^Button ([1-9]\d*)$/.exec(id) ?? [];
	return place === undefined ? undefined : { kind: 'button', index: Number(place) - 1 };
}

export interface TemplateField {
	id: string;
	label: string;
	required: boolean;
	/** As an error names it: with a piece of the template, so that a person knows which one is meant. */
	named: string;
}

/** {{1}}, {{2}}, {{3}} are ordered by number, wherever they are in the text; named ones by where they are. */
const inOrder = (placeholders: readonly string[]): readonly string[] =>
	placeholders.every((key) => /^\d+$/.test(key))
		? [...placeholders].sort((a, b) => Number(a) - Number(b))
		: placeholders;

/** In the order of the template: its header, its body, its buttons. */
export function templateFields(template: Template): TemplateField[] {
	const { placeholders, surroundings, headerFile, dynamicButtons } = templateShape(template);
	const url = headerFile && HEADER_URL[headerFile];
	return [
		...(url === undefined
			? []
			: [
					{ id: url, label: url, required: true, named: url },
					{
						id: HEADER_FILE_NAME,
						label: `${HEADER_FILE_NAME} (optional)`,
						required: false,
						named: HEADER_FILE_NAME,
					},
				]),
		...inOrder(placeholders).map((key) => {
			const id = idOf.body(key);
			const label = surroundings[key] ?? id;
			return { id, label, required: true, named: label === id ? id : `${id} (${label})` };
		}),
		...dynamicButtons.map(({ index, title }) => {
			const id = idOf.button(index);
			return { id, label: `${id}: ${title}`, required: true, named: `${id} (${title})` };
		}),
	];
}

const TEXT: FieldType = 'string';

/** As n8n's resource mapper shows them. */
export const mapperFields = (template: Template): ResourceMapperField[] =>
	templateFields(template).map(({ id, label, required }) => ({
		id,
		displayName: label,
		required,
		defaultMatch: false,
		canBeUsedToMatch: false,
		display: true,
		type: TEXT,
	}));
