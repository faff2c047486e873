import type { INodeProperties } from 'n8n-workflow';

import { MessagingService } from '../../../nodes/MessagingService/MessagingService.node';

/** The path of a value in the parameters: ['buttons', 1, 'title']. */
export type Path = readonly (string | number)[];

const { properties } = new MessagingService().description;

const isOf = ({ displayOptions }: INodeProperties, resource: string, operation: string) =>
	(displayOptions?.show?.resource?.includes(resource) ?? false) &&
	(displayOptions?.show?.operation?.includes(operation) ?? false);

/** What a person reads as the name of a field: 'Buttons › 2 › Title' for ['buttons', 1, 'title']. */
export function labelOf(resource: string, operation: string, [name, ...rest]: Path): string {
	const fields = properties.filter((field) => isOf(field, resource, operation));
	const options = fields.find((field) => field.name === 'options')?.options ?? [];
	const found = [...fields, ...options].find(
		(field): field is INodeProperties => field.name === name && 'displayName' in field,
	);
	if (found === undefined) throw new Error(`no field ${String(name)}`);
	const values = (found.options ?? []).flatMap((option) =>
		'values' in option ? option.values : [],
	);
	const places = rest.map((part) =>
		typeof part === 'number'
			? String(part + 1)
			: (values.find((value) => value.name === part)?.displayName ?? part),
	);
	return [found.displayName, ...places].join(' › ');
}
