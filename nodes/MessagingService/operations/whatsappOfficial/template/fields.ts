import type { FieldType, ResourceMapperField } from 'n8n-workflow';

import { templateShape } from './shape';
import type { Template } from './template';

/** The placeholders of a template as fields that a person fills, and back into parameters. */

type TemplatePart =
	| { kind: 'body'; key: string }
	| { kind: 'header'; format: 'IMAGE' | 'DOCUMENT'; what: 'url' | 'filename' }
	| { kind: 'button'; index: string };

/** The names of the fields are stored in workflows: they must not change. */
const idOf = (part: TemplatePart): string => {
	switch (part.kind) {
		case 'body':
			return `body_${part.key}`;
		case 'header':
			return `header_${part.format.toLowerCase()}_${part.what}`;
		case 'button':
			return `button_${part.index}`;
	}
};

export function partOf(id: string): TemplatePart | undefined {
	const [, kind, rest = ''] = /^(body|header|button)_(.+)$/.exec(id) ?? [];
	if (kind === 'body') return { kind, key: rest };
	if (kind === 'button') return { kind, index: rest };
	const [, format, what] = /^(image|document)_(url|filename)$/.exec(rest) ?? [];
	if (kind !== 'header' || format === undefined) return undefined;
	return {
		kind,
		format: format === 'image' ? 'IMAGE' : 'DOCUMENT',
		what: what === 'url' ? 'url' : 'filename',
	};
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
	const header = (what: 'url' | 'filename', label: string): TemplateField[] =>
		headerFile === undefined
			? []
			: [
					{
						id: idOf({ kind: 'header', format: headerFile, what }),
						label,
						required: what === 'url',
					},
				];
	return [
		...header('url', headerFile === 'IMAGE' ? 'Header Image URL' : 'Header Document URL'),
		...header('filename', 'Header File Name'),
		...placeholders.map((key) => ({
			id: idOf({ kind: 'body', key }),
			label: surroundings[key] ?? `{{${key}}}`,
			required: true,
		})),
		...dynamicButtons.map(({ index, title }) => ({
			id: idOf({ kind: 'button', index }),
			label: `Button '${title}'`,
			required: true,
		})),
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
