import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { isTemplateStatus } from '../../service';
import { templates, type Template } from '../operations/whatsappOfficial/template';
import { lookUp, matching } from './lookUp';

/** Templates that can be sent come first. */
const inOrder = (a: Template, b: Template) =>
	Number(isTemplateStatus(b.status, 'approved')) - Number(isTemplateStatus(a.status, 'approved')) ||
	a.name.localeCompare(b.name);

export async function searchTemplates(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const all = await lookUp(this, templates);
	const entries = [...all].sort(inOrder).map(({ id, name, status, category }) => ({
		name: `${name} (${status}, ${category})`,
		value: id,
	}));
	return { results: matching(entries, filter) };
}
