import type { ResourceMapperField } from 'n8n-workflow';
import { z } from 'zod';

import { spare } from '../../../../plain';
import type { FactsSource } from '../../../engine/operation';
import { HEADER_FILES, templateShape, type HeaderFile } from './shape';

/** The service's documentation calls this Template (section Resources), and shows no inner structure. */
export const template = z
	.object({
		id: z.string(),
		name: z.string(),
		header: z.unknown(),
		body: z.unknown(),
		footer: z.unknown(),
		status: z.string(),
		category: spare(z.string()),
	})
	.passthrough();

export type Template = z.output<typeof template>;

export const templateById = (all: readonly Template[] | undefined, id: string) =>
	all?.find((one) => one.id.toLowerCase() === id.trim().toLowerCase());

export const templates: FactsSource<Template[]> = {
	request: { method: 'GET', path: '/wa_official/templates' },
	answer: z.array(template),
};

const FILES = { IMAGE: '[Image]', DOCUMENT: '[Document]' };

const joined = (texts: readonly string[]) => texts.join('\n').trim();

export function templateWords(given: Template) {
	const { texts, headerFile, buttons } = templateShape(given);
	return {
		header: joined([...(headerFile ? [FILES[headerFile]] : []), ...texts.HEADER]),
		body: joined(texts.BODY),
		footer: joined(texts.FOOTER),
		buttons,
	};
}

/**
 * The IDs of a template's fields, and how they are read again: a template that the service does not list has only its
 * IDs. Saved workflows hold them, so they must not change. n8n's own errors show them to users.
 */
export const HEADER_URL = {
	IMAGE: 'Header Image URL',
	DOCUMENT: 'Header Document URL',
} as const satisfies Record<HeaderFile, string>;
export const HEADER_FILE_NAME = 'Header File Name';
export const idOf = {
	body: (key: string) => `{{${key}}}`,
	button: (index: number) => `Button ${index + 1}`,
};

export const headerFileOf = (id: string) => HEADER_FILES.find((one) => HEADER_URL[one] === id);
export const keyInBraces = (id: string): string =>
	id.startsWith('{{') && id.endsWith('}}') ? id.slice(2, -2).trim() : '';
export function buttonIndexOf(id: string): number | undefined {
	const [, number] = /^Button ([1-9]\d*)$/.exec(id) ?? [];
	return number === undefined ? undefined : Number(number) - 1;
}

const inOrder = (keys: readonly string[]): readonly string[] =>
	keys.every((key) => /^\d+$/.test(key)) ? [...keys].sort((a, b) => Number(a) - Number(b)) : keys;

export function templateFields(template: Template) {
	const { placeholders, headerFile, dynamicButtons } = templateShape(template);
	const needed = (id: string, label = id) => ({ id, label, required: true });
	const name = HEADER_FILE_NAME;
	return [
		...(headerFile === undefined
			? []
			: [
					needed(HEADER_URL[headerFile]),
					{ id: name, label: `${name} (optional)`, required: false },
				]),
		...inOrder([...placeholders]).map((key) => needed(idOf.body(key))),
		...dynamicButtons.map(({ index, title }) =>
			needed(idOf.button(index), `${idOf.button(index)}: ${title}`),
		),
	];
}

export const mapperFields = (template: Template): ResourceMapperField[] =>
	templateFields(template).map(({ id, label, required }) => ({
		id,
		displayName: label,
		required,
		defaultMatch: false,
		canBeUsedToMatch: false,
		display: true,
		type: 'string',
	}));
