import type { INodeProperties, INodePropertyOptions, NodePropertyTypes } from 'n8n-workflow';

export type FieldDetails = Partial<INodeProperties>;

const field = (
	type: NodePropertyTypes,
	[displayName, name]: [displayName: string, name: string],
	usual: string | number | boolean,
	details: FieldDetails,
): INodeProperties => ({ displayName, name, type, default: usual, ...details });

export const textField = (displayName: string, name: string, details: FieldDetails) =>
	field('string', [displayName, name], '', details);

export const requiredField = (displayName: string, name: string, details: FieldDetails) =>
	textField(displayName, name, { required: true, ...details });

export const numberField = (
	displayName: string,
	name: string,
	usual: number,
	details: FieldDetails,
) => field('number', [displayName, name], usual, details);

export const switchField = (
	displayName: string,
	name: string,
	usual: boolean,
	description: string,
) => field('boolean', [displayName, name], usual, { description });

export const choiceField = (
	displayName: string,
	name: string,
	usual: string,
	description: string,
	choices: readonly INodePropertyOptions[],
) => field('options', [displayName, name], usual, { description, options: [...choices] });

export const optionsField = (options: INodeProperties[]): INodeProperties => ({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options,
});

export const simplifyField = switchField(
	'Simplify',
	'simplify',
	true,
	'Whether to return a simplified version of the response instead of the raw data',
);
