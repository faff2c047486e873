import { PLACEHOLDER, templateShape } from './shape';
import type { Template } from './template';

/** A template in words: what the recipient reads. */

export interface TemplateWords {
	header: string;
	body: string;
	footer: string;
	buttons: string[];
}

const FILES = { IMAGE: 'Image', DOCUMENT: 'Document' } as const;

const joined = (texts: readonly string[]) => texts.join('\n').trim();

export function templateWords(template: Template): TemplateWords {
	const { texts, headerFile, buttons } = templateShape(template);
	const file = headerFile === undefined ? [] : [`[${FILES[headerFile]}]`];
	return {
		header: joined([...file, ...texts.HEADER]),
		body: joined(texts.BODY),
		footer: joined(texts.FOOTER),
		buttons,
	};
}

export function filledBody(
	template: Template,
	values: ReadonlyMap<string, string>,
): string | undefined {
	const { body } = templateWords(template);
	if (body === '') return undefined;
	return body.replace(PLACEHOLDER, (found, key: string) => values.get(key) ?? found);
}
