import type { ILoadOptionsFunctions, ResourceMapperFields } from 'n8n-workflow';

import { mapperFields, templateById, templates } from '../operations/whatsappOfficial/template';
import { lookUp } from './lookUp';

/** The placeholders of the chosen template, as fields. */
export async function getTemplateParameters(
	this: ILoadOptionsFunctions,
): Promise<ResourceMapperFields> {
	const id: unknown = this.getCurrentNodeParameter('templateId', { extractValue: true });
	if (typeof id !== 'string' || id.trim() === '') {
		return { fields: [], emptyFieldsNotice: 'Choose a template first' };
	}
	if (id.startsWith('=')) {
		return {
			fields: [],
			emptyFieldsNotice:
				'The template is chosen by an expression: set Parameters to List or JSON, and give its values there.',
		};
	}
	const template = templateById(await lookUp(this, templates), id);
	if (template === undefined) {
		return {
			fields: [],
			emptyFieldsNotice:
				'The service does not list this template. Choose another, or set Parameters to Manual.',
		};
	}
	return { fields: mapperFields(template), emptyFieldsNotice: 'This template has no placeholders' };
}
