import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { isTemplateStatus } from '../../service';
import { templates, templateWords, type Template } from '../operations/whatsappOfficial/template';
import { lookUp, matching } from './lookUp';

/** Templates that can be sent come first. */
const inOrder = (a: Template, b: Template) =>
	Number(isTemplateStatus(b.status, 'approved')) - Number(isTemplateStatus(a.status, 'approved')) ||
	a.name.localeCompare(b.name);

const MOST = 200;

/** The text in one line, so that templates with similar names can be told apart. */
function beginning(template: Template): string {
	const text = templateWords(template).body.replace(/\s+/g, ' ');
	if (text === '') return '';
	return `: ${text.length > MOST ? `${text.slice(0, MOST).trimEnd()}…` : text}`;
}

export async function searchTemplates(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const all = await lookUp(this, templates);
	const entries = [...all].sort(inOrder).map((template) => ({
		name: `${template.name} (${template.status}, ${template.category})${beginning(template)}`,
		value: template.id,
	}));
	return { results: matching(entries, filter) };
}
