import { NodeOperationError } from 'n8n-workflow';
import type { ILoadOptionsFunctions, INodeListSearchItems } from 'n8n-workflow';

import { asHtml, isPlainRecord } from '../plain';
import { templateState } from '../service';
import { ask, openAccount } from './engine';
import type { FactsSource } from './engine/operation';
import { channels, type Channel } from './operations/whatsappOfficial/channel';
import {
	mapperFields,
	templateById,
	templates,
	templateWords,
	type Template,
} from './operations/whatsappOfficial/template';

/** What the editor looks up while a user fills in the node: channels, templates and their fields. */

async function lookUp<Facts>(context: ILoadOptionsFunctions, source: FactsSource<Facts>) {
	const account = await openAccount(context, 'messagingServiceApi');
	const asked = await ask(account, source);
	if (asked.ok) return asked.facts;
	const advice = `${asked.advice} Or choose By ID instead.`;
	throw new NodeOperationError(context.getNode(), `${asked.what}. ${advice}`, {
		description: advice,
	});
}

const matching = (entries: readonly INodeListSearchItems[], filter = '') => ({
	results: entries.filter(({ name }) => name.toLowerCase().includes(filter.trim().toLowerCase())),
});

/** The service documents no name for a channel, but its settings may contain one. */
function nameOf({ id, settings, created_at: created }: Channel): string {
	const words = Object.entries(isPlainRecord(settings) ? settings : {}).flatMap(([key, value]) =>
		/name|phone|number|label/i.test(key) && typeof value === 'string' && value.trim() !== ''
			? [value.trim().slice(0, 60)]
			: [],
	);
	const since = typeof created === 'string' ? ` of ${created.slice(0, 10)}` : '';
	const title = words.length > 0 ? words.join(', ') : `Channel${since}`;
	return `${title} (${id.slice(0, 8)})`;
}

export async function searchChannels(this: ILoadOptionsFunctions, filter?: string) {
	const all = await lookUp(this, channels);
	const entries = all.map((channel) => ({ name: nameOf(channel), value: channel.id }));
	return matching(entries, filter);
}

const isApproved = ({ status }: Template) => templateState(status) === 'approved';

const inOrder = (a: Template, b: Template) =>
	Number(isApproved(b)) - Number(isApproved(a)) || a.name.localeCompare(b.name);

const LONGEST_BEGINNING = 200;

/** The first words of the text tell templates with similar names apart. */
function beginning(template: Template): string {
	const text = templateWords(template).body.replace(/\s+/g, ' ');
	if (text === '') return '';
	return `: ${text.length > LONGEST_BEGINNING ? `${text.slice(0, LONGEST_BEGINNING).trimEnd()}…` : text}`;
}

export async function searchTemplates(this: ILoadOptionsFunctions, filter?: string) {
	const all = await lookUp(this, templates);
	const entries = [...all].sort(inOrder).map((template) => ({
		name: `${template.name}${isApproved(template) ? '' : ` (${template.status})`}${beginning(template)}`,
		value: template.id,
	}));
	return matching(entries, filter);
}

/** @returns the template, or the words that say why there is none */
async function chosenTemplate(context: ILoadOptionsFunctions) {
	const id: unknown = context.getCurrentNodeParameter('templateId', { extractValue: true });
	if (typeof id !== 'string' || id.trim() === '') return 'Choose a template.';
	if (id.startsWith('=')) {
		return 'An expression chooses the template: set Template Values to JSON, and give the values there.';
	}
	return (
		templateById(await lookUp(context, templates), id) ??
		'The service does not list this template. Choose another, or set Template Values to JSON.'
	);
}

export async function getTemplateParameters(this: ILoadOptionsFunctions) {
	const chosen = await chosenTemplate(this);
	if (typeof chosen === 'string') return { fields: [], emptyFieldsNotice: chosen };
	const emptyFieldsNotice = 'This template has no placeholders.';
	return { fields: mapperFields(chosen), emptyFieldsNotice };
}

function textOf(template: Template): string {
	const { header, body, footer, buttons } = templateWords(template);
	const lines = [
		header === '' ? '' : `<b>${asHtml(header)}</b>`,
		asHtml(body),
		footer === '' ? '' : `<i>${asHtml(footer)}</i>`,
		buttons.map((title) => `[${asHtml(title)}]`).join(' '),
	];
	const text = lines.filter((line) => line !== '').join('<br />');
	return text === '' ? 'The service does not show the text of this template.' : text;
}

/** n8n shows `emptyFieldsNotice` because the list of fields is empty. */
export async function getTemplateText(this: ILoadOptionsFunctions) {
	const chosen = await chosenTemplate(this);
	const notice = typeof chosen === 'string' ? chosen : textOf(chosen);
	return { fields: [], emptyFieldsNotice: notice };
}
