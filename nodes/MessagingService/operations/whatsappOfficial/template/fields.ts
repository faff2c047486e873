import type { FieldType, ResourceMapperField } from 'n8n-workflow';

import { templateShape } from './shape';
import type { Template } from './template';

/** The placeholders of a template as fields that a person fills, and back into parameters. */

type HeaderFile = 'IMAGE' | 'DOCUMENT';

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
export const idOf = (part: TemplatePart): string => {
	switch (part.kind) {
		case 'body':
			return `{{${part.key}}}`;
		case 'headerUrl':
			return HEADER_URL[part.format];
		case 'headerFileName':
			return HEADER_FILE_NAME;
		case 'button':
			return `Button ${part.index + 1}`;
	}
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
}

const known = new WeakMap<Template, TemplateField[]>();

/** Found once for each template, however many items use it. */
export function templateFields(template: Template): TemplateField[] {
	let fields = known.get(template);
	if (fields === undefined) known.set(template, (fields = searchedFields(template)));
	return fields;
}

function searchedFields(template: Template): TemplateField[] {
	const { placeholders, surroundings, headerFile, dynamicButtons } = templateShape(template);
	const header: TemplateField[] =
		headerFile === undefined
			? []
			: [
					{ id: HEADER_URL[headerFile], label: HEADER_URL[headerFile], required: true },
					{ id: HEADER_FILE_NAME, label: `${HEADER_FILE_NAME} (optional)`, required: false },
				];
	const body = placeholders.map((key) => {
		const id = idOf({ kind: 'body', key });
		return { id, label: surroundings[key] ?? id, required: true };
	});
	const buttons = dynamicButtons.map(({ index, title }) => {
		const id = idOf({ kind: 'button', index });
		return { id, label: `${id}: ${title}`, required: true };
	});
	return [...header, ...body, ...buttons];
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
