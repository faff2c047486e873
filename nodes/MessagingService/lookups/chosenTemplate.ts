import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { templateById, templates, type Template } from '../operations/whatsappOfficial/template';
import { lookUp } from './lookUp';

type Chosen =
	| { kind: 'known'; template: Template }
	| { kind: 'none' }
	| { kind: 'expression' }
	| { kind: 'unlisted' };

export async function chosenTemplate(context: ILoadOptionsFunctions): Promise<Chosen> {
	const id: unknown = context.getCurrentNodeParameter('templateId', { extractValue: true });
	if (typeof id !== 'string' || id.trim() === '') return { kind: 'none' };
	if (id.startsWith('=')) return { kind: 'expression' };
	const template = templateById(await lookUp(context, templates), id);
	return template === undefined ? { kind: 'unlisted' } : { kind: 'known', template };
}
