import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { requiredField, textField, type FieldDetails } from '../../../plain';

export {
	choiceField,
	numberField,
	requiredField,
	simplifyField,
	switchField,
	textField,
} from '../../../plain';

export const shownFor = (field: string, ...values: string[]) => ({
	displayOptions: { show: { [field]: values } },
});

export const wordsField = (name: string, placeholder: string, details: FieldDetails = {}) =>
	requiredField('Text', name, {
		typeOptions: { rows: 4 },
		placeholder,
		description: 'The text of the message',
		...details,
	});

export const captionField = (placeholder: string, details: FieldDetails = {}) =>
	textField('Caption', 'caption', {
		typeOptions: { rows: 2 },
		placeholder,
		description: 'The text below the file',
		...details,
	});

export const DOWNLOADED = 'The address from which the service downloads the file, without a login.';

export const FILE_SOURCES: readonly INodePropertyOptions[] = [
	{ name: 'File of the Item', value: 'binary', description: 'A file that the item contains' },
	{ name: 'URL', value: 'url', description: 'The service downloads the file' },
];

export const attachedFileField = (details: FieldDetails) =>
	textField('Input Binary Field', 'binaryPropertyName', {
		default: 'data',
		placeholder: 'e.g. data',
		hint: 'The name of the input field that contains the file',
		...details,
	});

export const collection = (
	displayName: string,
	name: string,
	values: INodeProperties[],
	details: FieldDetails,
): INodeProperties => ({
	...{ displayName, name, type: 'fixedCollection', default: {}, ...details },
	options: [{ displayName: 'Values', name: 'values', values }],
});
