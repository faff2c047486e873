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
	/** The node's resource mapping method, which returns the text as HTML in emptyFieldsNotice. */
	method: string;
	dependsOn: string[];
}

/**
 * A notice whose text is loaded when a user opens the node, which n8n's own notices cannot do. It uses n8n's resource
 * mapper, which shows a text from the node if there are no fields.
 */
export const liveNotice = ({ method, dependsOn, ...labels }: LiveNotice): INodeProperties => ({
	...labels,
	type: 'resourceMapper',
	noDataExpression: true,
	// n8n stores nothing if the value equals this default.
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
