import type { INodeProperties } from 'n8n-workflow';

import { byLabel } from '../plain';
import { commonFields, type Operation, type Resource } from './engine/operation';

/** Makes what a person sees in the editor from the operations: each of their fields shows only where it matters. */

const shownFor = (
	field: INodeProperties,
	resource: string,
	operation: string,
): INodeProperties => ({
	...field,
	// n8n takes a field for shown as soon as a choice above it is an expression, and then asks for its value though
	// nobody wants it. So the operation itself asks for what its choices need.
	required: field.required === true && field.displayOptions?.show === undefined,
	displayOptions: {
		...field.displayOptions,
		// In this order: n8n stops looking at the first expression.
		show: { resource: [resource], operation: [operation], ...field.displayOptions?.show },
	},
});

function operationFields(resource: Resource, operation: Operation): INodeProperties[] {
	const options: INodeProperties = {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [...operation.options, ...commonFields(operation.effect)].sort(byLabel),
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

export function describe(resources: readonly Resource[]): INodeProperties[] {
	const usual = resources[0]?.value ?? '';
	const resourceChoice: INodeProperties = {
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: resources.map(({ name, value }) => ({ name, value })),
		default: usual,
	};
	return [
		resourceChoice,
		...resources.map(operationChoice),
		...resources.flatMap((resource) =>
			resource.operations.flatMap((operation) => operationFields(resource, operation)),
		),
	];
}

/** What stands below the node on the canvas: the operation and the resource by the names that a person picked them by. */
export function subtitleFor(resources: readonly Resource[]): string {
	const names = Object.fromEntries(
		resources.flatMap(({ value: resource, name, operations }) =>
			operations.map((operation) => [
				`${resource}:${operation.value}`,
				`${operation.name}: ${name}`,
			]),
		),
	);
	return `={{ (${JSON.stringify(names)})[$parameter["resource"] + ":" + $parameter["operation"]] }}`;
}
