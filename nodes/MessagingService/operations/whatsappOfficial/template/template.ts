import { z } from 'zod';

import type { FactsSource } from '../../../engine/operation';
import { templateShape } from './shape';

/** The service's documentation calls this Template (section Resources), and shows no inner structure. */
export const template = z
	.object({
		id: z.string(),
		name: z.string(),
		header: z.unknown(),
		body: z.unknown(),
		footer: z.unknown(),
		status: z.string(),
		category: z.string(),
	})
	.passthrough();

export type Template = z.output<typeof template>;

export const templateById = (all: readonly Template[], id: string): Template | undefined =>
	all.find((one) => one.id.toLowerCase() === id.trim().toLowerCase());

export const templates: FactsSource<Template[]> = {
	request: { method: 'GET', path: '/wa_official/templates' },
	read: (data) => z.array(template).safeParse(data).data,
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
