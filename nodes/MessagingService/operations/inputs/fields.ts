import type { INodeProperties, INodePropertyOptions, NodePropertyTypes } from 'n8n-workflow';

type More = Partial<INodeProperties>;

const field = (
	type: NodePropertyTypes,
	[displayName, name]: [displayName: string, name: string],
	usual: string | boolean,
	more: More,
): INodeProperties => ({ displayName, name, type, default: usual, ...more });

/** A text that is empty until it is filled in. */
export const textField = (displayName: string, name: string, more: More) =>
	field('string', [displayName, name], '', more);

export const requiredField = (displayName: string, name: string, more: More) =>
	textField(displayName, name, { required: true, ...more });

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

export const wordsField = (name: string, placeholder: string, more: More = {}) =>
	requiredField('Text', name, {
		typeOptions: { rows: 4 },
		placeholder,
		description: 'The text of the message',
		...more,
	});

export const captionField = (placeholder: string, more: More = {}) =>
	textField('Caption', 'caption', {
		typeOptions: { rows: 2 },
		placeholder,
		description: 'The text below the file',
		...more,
	});

export const DOWNLOADED = 'The address from which the service downloads the file, without a login.';

export const FILE_SOURCES: readonly INodePropertyOptions[] = [
	{ name: 'File of the Item', value: 'binary', description: 'A file that the item contains' },
	{ name: 'URL', value: 'url', description: 'The service downloads the file' },
];

export const attachedFileField = (more: More) =>
	textField('Input Binary Field', 'binaryPropertyName', {
		default: 'data',
		placeholder: 'e.g. data',
		hint: 'The name of the input field that contains the file',
		...more,
	});
