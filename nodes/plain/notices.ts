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
	/** The resource mapping method of the node that gives the text, as HTML, in emptyFieldsNotice. */
	method: string;
	/** The fields whose change makes n8n ask again. */
	dependsOn: string[];
}

/**
 * A notice whose text is found when a user looks at it, which n8n's own notices cannot do. n8n's mapper of fields asks
 * the node for fields, and shows what the node says if there are none: this mapper never has a field.
 */
export const liveNotice = ({
	displayName,
	name,
	method,
	dependsOn,
}: LiveNotice): INodeProperties => ({
	displayName,
	name,
	type: 'resourceMapper',
	noDataExpression: true,
	// The editor stores nothing if its own value is the default.
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

/** A text as HTML, line by line. Nothing in it is read as a tag. */
export const asHtml = (text: string): string => escapedHtml(text).replace(/\r\n|\r|\n/g, '<br />');
