import type { INodeProperties } from 'n8n-workflow';

import { COMMON_OPTIONS } from '../../nodes/MessagingService/engine/operation';
import { resources } from '../../nodes/MessagingService/operations';
import { exampleOf } from '../support/operations';
import { inbox, statusTrigger } from '../support/ownTypes';
import { list } from './markdown';
import { OUTPUTS } from './outputs';

/** What the page for AI assistants says of the fields that the editor shows. */

const HOLDS_NO_VALUE = new Set(['notice', 'callout', 'button', 'hidden']);

const isValue = ({ type, name }: INodeProperties) =>
	!HOLDS_NO_VALUE.has(type) && name !== 'options' && !/^(templateText|callbackUrl)$/.test(name);

const choicesOf = (field: INodeProperties) =>
	(field.options ?? []).flatMap((one) => ('value' in one ? [String(one.value)] : []));

/** Such as values: {from (number), to (number)} for a collection. */
const insideOf = ({ options = [] }: INodeProperties): string =>
	options
		.map((one) =>
			'values' in one
				? `${one.name}: {${one.values
						.filter(({ type }) => type !== 'hidden')
						.map((field) => `${field.name}${kindOf(field)}`)
						.join(', ')}}`
				: '',
		)
		.join('');

/** A list of time zones would fill the page. */
const MOST_CHOICES = 10;

function kindOf(field: INodeProperties): string {
	const { type, typeOptions, displayName } = field;
	const choices = choicesOf(field);
	if (choices.length > MOST_CHOICES) return ' (such as Asia/Jakarta)';
	if (type === 'options') {
		const { default: usual } = field;
		const others = choices.filter((choice) => choice !== usual);
		return ` (${[...choices.filter((choice) => choice === usual), ...others].join('|')})`;
	}
	if (type === 'multiOptions') return ` (list of ${choices.join('|')})`;
	if (type === 'resourceLocator') return ' ({"__rl":true,"mode":"id","value":"…"})';
	if (type === 'resourceMapper') return ' ({"mappingMode":"defineBelow","value":{"{{1}}":"…"}})';
	if (type === 'fixedCollection') {
		const inside = insideOf(field);
		return ` ({${typeOptions?.multipleValues === true ? inside.replace(/: (.*)$/, ': [$1]') : inside}})`;
	}
	if (type === 'number') return displayName.includes('Seconds') ? ' (seconds)' : '';
	return type === 'boolean' ? '?' : '';
}

function conditionOf({ displayOptions }: INodeProperties): string {
	const conditions = Object.entries(displayOptions?.show ?? {}).filter(
		([name, values]) => !/^(resource|operation|@.*)$/.test(name) && values !== undefined,
	);
	return conditions.length === 0
		? ''
		: ` [${conditions.map(([name, values]) => `${name}=${(values ?? []).map(String).join('|')}`).join(';')}]`;
}

const fieldWords = (field: INodeProperties): string =>
	`\`${field.name}\`${field.required === true ? '*' : ''}${kindOf(field)}${conditionOf(field)}`;

const fieldsWords = (fields: readonly INodeProperties[]) =>
	fields.filter(isValue).map(fieldWords).join(', ');

const optionsWords = (options: readonly INodeProperties[]) => options.map(fieldWords).join(', ');

interface Shared {
	/** What the page calls these fields. */
	called: string;
	has: RegExp;
}

/** Several operations have these fields, so the page says them once. */
const SHARED: readonly Shared[] = [
	{
		called: '+question',
		has: /^(message|responseType|approvalOptions|formFields|limitWaitTime|pageLanguage|messageButtonLabel|responseForm[A-Z]\w+)$/,
	},
	{
		called: '+sender',
		has: /^(sendFrom|queue|sender|channel|deliveryTimeout|includeUnsubscribe|isGroup|pauseBetween)$/,
	},
	{ called: '+number', has: /^(destination|blockedNumbers|campaign|defaultCountryCode|testTo)$/ },
	{ called: '+list', has: /^(returnAll|limit)$/ },
];

const OPERATIONS = resources.flatMap(({ operations }) => operations);

const hasAny = ({ fields, options }: (typeof OPERATIONS)[number], { has }: Shared) =>
	[...fields, ...options].filter(({ name }) => has.test(name)).length > 1;

const sharedParts = SHARED.flatMap((shared) => {
	const one = OPERATIONS.find((operation) => hasAny(operation, shared));
	const fields = (one?.fields ?? []).filter(({ name }) => shared.has.test(name));
	const options = (one?.options ?? []).filter(({ name }) => shared.has.test(name));
	const further = options.length > 0 ? `; options ${optionsWords(options)}` : '';
	return one === undefined ? [] : [`**${shared.called}**: ${fieldsWords(fields)}${further}`];
});

const operationParts = resources.flatMap(({ value: resource, description, operations }) => [
	`### ${resource}`,
	description,
	list(
		operations.map((operation) => {
			const shared = SHARED.filter((one) => hasAny(operation, one));
			const isOwn = (field: INodeProperties) => !shared.some(({ has }) => has.test(field.name));
			const fields = [
				...operation.fields.filter(isValue).filter(isOwn).map(fieldWords),
				...shared.map(({ called }) => called),
			];
			const options = operation.options.filter(isOwn);
			const example = { resource, operation: operation.value };
			return [
				`**\`${operation.value}\`**: ${operation.action}${fields.length > 0 ? `: ${fields.join(', ')}` : ''}${options.length > 0 ? `; options ${optionsWords(options)}` : ''}`,
				`  \`${JSON.stringify({ ...example, ...exampleOf(`${resource} ${operation.value}`).item })}\``,
			].join('\n');
		}),
	),
]);

/** The parts of the page that follow from the fields, between comments of these names. It is short enough for a model to read it whole. */
export const assistantsParts = (): Readonly<Record<string, string>> => ({
	triggers: list(
		[inbox, statusTrigger].map((one) => {
			const options = one.properties.find(({ name }) => name === 'options')?.options ?? [];
			const shown = options.flatMap((option) =>
				'type' in option && option.type !== 'hidden' ? [option] : [],
			);
			return `\`${one.name}\`: ${fieldsWords(one.properties)}; options ${optionsWords(shown)}`;
		}),
	),
	operations: [
		`Options of each send: ${optionsWords(COMMON_OPTIONS)}. Groups of fields:`,
		list(sharedParts),
		...operationParts,
	].join('\n\n'),
	outputs: list(
		// Those of a single operation are on the page of outputs.
		OUTPUTS.filter(({ name, fields }) => fields.length > 0 && !name.includes(': ')).map(
			({ name, fields }) => `${name}: ${fields.map((one) => `\`${one}\``).join(', ')}`,
		),
	),
});
