import { field } from '../../../plain';

export const wordsField = (name: string, placeholder: string, details: field.Details = {}) =>
	field.required('Text', name, {
		typeOptions: { rows: 4 },
		placeholder,
		description: 'The text of the message',
		...details,
	});

export const captionField = (placeholder: string, details: field.Details = {}) =>
	field.text('Caption', 'caption', {
		typeOptions: { rows: 2 },
		placeholder,
		description: 'The text below the file',
		...details,
	});

export const DOWNLOADED = 'The address from which the service downloads the file, without a login.';

export const FILE_SOURCES = {
	binary: ['File of the Item', 'A file that the item contains'],
	url: ['URL', 'The service downloads the file'],
} as const;

export const attachedFileField = (details: field.Details) =>
	field.text('Input Binary Field', 'binaryPropertyName', {
		default: 'data',
		placeholder: 'e.g. data',
		hint: 'The name of the input field that contains the file',
		...details,
	});
