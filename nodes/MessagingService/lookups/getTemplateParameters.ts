import type { ILoadOptionsFunctions, ResourceMapperFields } from 'n8n-workflow';

import { mapperFields } from '../operations/whatsappOfficial/template';
import { chosenTemplate } from './chosenTemplate';

const WHY_NONE = {
	none: 'Choose a template to see its fields.',
	expression:
		'An expression chooses the template: set Parameters to JSON, and give the values there.',
	unlisted: 'The service does not list this template. Choose another, or set Parameters to JSON.',
	known: 'This template has no placeholders.',
} as const;

export async function getTemplateParameters(
	this: ILoadOptionsFunctions,
): Promise<ResourceMapperFields> {
	const chosen = await chosenTemplate(this);
	return {
		fields: chosen.kind === 'known' ? mapperFields(chosen.template) : [],
		emptyFieldsNotice: WHY_NONE[chosen.kind],
	};
}
