import type { ILoadOptionsFunctions, ResourceMapperFields } from 'n8n-workflow';

import { asHtml } from '../../plain';
import {
	templateWords,
	type Template,
	type TemplateWords,
} from '../operations/whatsappOfficial/template';
import { chosenTemplate } from './chosenTemplate';

function htmlOf({ header, body, footer, buttons }: TemplateWords): string {
	const lines = [
		header === '' ? '' : `<b>${asHtml(header)}</b>`,
		asHtml(body),
		footer === '' ? '' : `<i>${asHtml(footer)}</i>`,
		buttons.map((title) => `[${asHtml(title)}]`).join(' '),
	];
	return lines.filter((line) => line !== '').join('<br />');
}

const textOf = (template: Template) =>
	htmlOf(templateWords(template)) || 'The service does not show the text of this template.';

const WHY_NONE = {
	none: 'Choose a template to see its text.',
	expression: 'An expression chooses the template, so its text is not known yet.',
	unlisted: 'The service does not list this template.',
} as const;

/** The whole text of the chosen template: as a notice, which n8n shows where a template would have no fields. */
export async function getTemplateText(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const chosen = await chosenTemplate(this);
	const notice = chosen.kind === 'known' ? textOf(chosen.template) : WHY_NONE[chosen.kind];
	return { fields: [], emptyFieldsNotice: notice };
}
