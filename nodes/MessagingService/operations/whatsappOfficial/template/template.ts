import { z } from 'zod';

import { isTemplateStatus } from '../../../../service';
import type { FactsSource } from '../../../engine/operation';

/** Template (section Resources). Its inner parts are not documented. */
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

/** A template in one of these states cannot be sent. In any other state, the service decides. */
export const isBarred = ({ status }: Pick<Template, 'status'>): boolean =>
	isTemplateStatus(status, 'pending') || isTemplateStatus(status, 'rejected');

/** IDs are compared without regard to case. */
export const templateById = (all: readonly Template[], id: string): Template | undefined =>
	all.find((one) => one.id.toLowerCase() === id.trim().toLowerCase());

export const templatesRequest = { method: 'GET', path: '/wa_official/templates' } as const;

/** All templates of the account; undefined if the answer is not a list of templates. */
export const templates: FactsSource<Template[]> = {
	request: templatesRequest,
	read: (data) => z.array(template).safeParse(data).data,
};
