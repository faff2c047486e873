import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { escapedHtml } from './texts';

export const notice = (
	name: string,
	displayName: string,
	displayOptions?: IDisplayOptions,
): INodeProperties => ({
	displayName,
	name,
	type: 'notice',
	default: '',
	...(displayOptions && { displayOptions }),
});

interface LiveNotice {
	displayName: string;
	name: string;
	/** This method of the node returns the text as HTML in `emptyFieldsNotice`. */
	method: string;
	dependsOn: string[];
}

/**
 * n8n's own notices cannot load their text when a user opens the node. n8n's resource mapper can: if it has no fields,
 * it shows a text from the node.
 */
export const liveNotice = ({ method, dependsOn, ...labels }: LiveNotice): INodeProperties => ({
	...labels,
	type: 'resourceMapper',
	noDataExpression: true,
	// n8n stores nothing in the workflow if the value equals this default.
	default: {
		mappingMode: 'defineBelow',
		value: {},
		matchingColumns: [],
		schema: [],
		attemptToConvertTypes: false,
		convertFieldsToString: false,
	},
	typeOptions: {
		loadOptionsDependsOn: dependsOn,
		resourceMapper: {
			resourceMapperMethod: method,
			mode: 'add',
			fieldWords: { singular: 'line', plural: 'lines' },
			addAllFields: true,
			multiKeyMatch: false,
			supportAutoMap: false,
		},
	},
});

export const asHtml = (text: string): string => escapedHtml(text).replace(/\r\n|\r|\n/g, '<br />');
