import type { INodeProperties } from 'n8n-workflow';

import { field } from '../plain';
import { optionsOf, type Operation, type Resource } from './engine/operation';

const shownFor = (one: INodeProperties, resource: string, operation: string): INodeProperties => ({
	...one,
	displayOptions: {
		...one.displayOptions,
		// n8n stops at the first condition that is an expression, so the resource must come first.
		show: { resource: [resource], operation: [operation], ...one.displayOptions?.show },
	},
});

function operationFields(resource: Resource, operation: Operation): INodeProperties[] {
	const { effect, fields } = operation;
	const options = optionsOf(effect, fields, operation.options);
	return [...fields, field.options(options, operation.standing)].map((one) =>
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
		options: resources.map(({ name, value, description }) => ({ name, value, description })),
	});
	return [
		// The editor shows the credential at this place.
		field.of('credentials', 'Credential', 'credentials', { default: '' }),
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
