import type { INodeProperties } from 'n8n-workflow';

import { field } from '../plain';
import { commonFields, MOST_OF_TOOL, type Operation, type Resource } from './engine/operation';

/** The options in the order in which users need them. What only one operation has and reads comes before all of them. */
const ORDER = [
	'validateOnly campaign testTo limitWaitTime pageLanguage',
	// Before sending
	'checkCredit fitText replyToMessageId footer',
	// Numbers
	'defaultCountryCode isGroup allowedRecipients blockedNumbers',
	// Repeats and limits
	'sendOnceKey waitForDelivery pauseBetween mostMessages allowedMediaHosts',
	// Words of a question
	'messageButtonLabel responseFormTitle responseFormDescription responseFormButtonLabel',
	// Advanced
	'includeUnsubscribe deliveryTimeout channel escapeEmoji',
	'requestTimeout responseFormat',
].flatMap((names) => names.split(' '));

const shownFor = (one: INodeProperties, resource: string, operation: string): INodeProperties => ({
	...one,
	displayOptions: {
		...one.displayOptions,
		// n8n stops at the first condition that is an expression, so the resource must come first.
		show: { resource: [resource], operation: [operation], ...one.displayOptions?.show },
	},
});

/** It stands next to the fields. The options themselves cannot: n8n removes the values of hidden ones from saved tools. */
const toolNotice = field.notice(
	'toolNotice',
	`An agent chooses the fields that you let the model define. Under Options, Allowed Recipients says who may get its messages, and Max Messages per Execution how many: ${MOST_OF_TOOL} if you do not set it.`,
	{ show: { '@tool': [true] } },
);

function operationFields(resource: Resource, operation: Operation): INodeProperties[] {
	const options = [...operation.options, ...commonFields(operation.effect)].sort(
		(a, b) => ORDER.indexOf(a.name) - ORDER.indexOf(b.name),
	);
	const notices = operation.effect === 'send' ? [toolNotice] : [];
	return [...operation.fields, ...notices, field.options(options, operation.standing)].map((one) =>
		shownFor(one, resource.value, operation.value),
	);
}

const operationChoice = ({ value, operations }: Resource): INodeProperties =>
	field.of('options', 'Operation', 'operation', {
		default: operations[0]?.value ?? '',
		noDataExpression: true,
		displayOptions: { show: { resource: [value] } },
		options: operations.map(({ name, value: choice, action, description }) => ({
			name,
			value: choice,
			action,
			description,
		})),
	});

export function panelFields(resources: readonly Resource[]): INodeProperties[] {
	const usual = resources[0]?.value ?? '';
	const resourceChoice = field.of('options', 'Resource', 'resource', {
		default: usual,
		noDataExpression: true,
		options: resources.map(({ name, value, description, builderHint }) => ({
			name,
			value,
			description,
			// n8n refuses to load a node that has `propertyHint` on the field itself.
			...(builderHint !== undefined && { builderHint: { propertyHint: builderHint } }),
		})),
	});
	return [
		resourceChoice,
		// n8n builds its human review tool from the first operation list that has Send and Wait.
		...[...resources]
			.sort((a, b) => Number(b.reviews ?? false) - Number(a.reviews ?? false))
			.map(operationChoice),
		...resources.flatMap((resource) =>
			resource.operations.flatMap((operation) => operationFields(resource, operation)),
		),
	];
}

/** n8n cuts off long subtitles, so the resource comes first. */
export function subtitleFor(resources: readonly Resource[]): string {
	const names = Object.fromEntries(
		resources.flatMap(({ value: resource, name, operations }) =>
			operations.map((operation) => [
				`${resource}:${operation.value}`,
				`${name}: ${operation.name}`,
			]),
		),
	);
	return `={{ (${JSON.stringify(names)})[$parameter["resource"] + ":" + $parameter["operation"]] }}`;
}
