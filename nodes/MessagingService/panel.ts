import type { INodeProperties } from 'n8n-workflow';

import { byLabel } from '../plain';
import { commonFields, type Operation, type Resource } from './engine/operation';

const shownFor = (
	field: INodeProperties,
	resource: string,
	operation: string,
): INodeProperties => ({
	...field,
	// If a choice is an expression, n8n treats every field that depends on it as shown, and would require its value. So
	// the operation's own schema requires those fields instead.
	required: field.required === true && field.displayOptions?.show === undefined,
	displayOptions: {
		...field.displayOptions,
		// In this order: n8n stops looking at the first expression.
		show: { resource: [resource], operation: [operation], ...field.displayOptions?.show },
	},
});

/** First what guards against sending twice, and last what hardly anyone needs. */
const PLACES: Readonly<Record<string, number>> = { sendOnceKey: -1, responseFormat: 1 };

const placeOf = ({ name }: INodeProperties) => PLACES[name] ?? 0;

const inOrder = (options: readonly INodeProperties[]): INodeProperties[] =>
	[...options].sort((a, b) => placeOf(a) - placeOf(b) || byLabel(a, b));

function operationFields(resource: Resource, operation: Operation): INodeProperties[] {
	const options: INodeProperties = {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: inOrder([...operation.options, ...commonFields(operation.effect)]),
	};
	return [...operation.fields, options].map((field) =>
		shownFor(field, resource.value, operation.value),
	);
}

function operationChoice({ value, operations, usual }: Resource): INodeProperties {
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [value] } },
		options: operations.map(({ name, value: choice, action, description }) => ({
			name,
			value: choice,
			action,
			description,
		})),
		default: usual,
	};
}

/** n8n makes its tool for human review from the first list of operations in which one waits for a response. */
const forReviewFirst = (resources: readonly Resource[]): Resource[] => [
	...resources.filter(({ reviews }) => reviews === true),
	...resources.filter(({ reviews }) => reviews !== true),
];

export function describe(resources: readonly Resource[]): INodeProperties[] {
	const usual = resources[0]?.value ?? '';
	const resourceChoice: INodeProperties = {
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: resources.map(({ name, value, description, builderHint }) => ({
			...{ name, value, description },
			// On the field itself, n8n refuses it while it loads the node.
			...(builderHint !== undefined && { builderHint: { propertyHint: builderHint } }),
		})),
		default: usual,
	};
	return [
		resourceChoice,
		...forReviewFirst(resources).map(operationChoice),
		...resources.flatMap((resource) =>
			resource.operations.flatMap((operation) => operationFields(resource, operation)),
		),
	];
}

/** The subtitle below the node on the canvas. The resource comes first, since n8n cuts off what is too long. */
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
