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

/**
 * A notice whose text is found when a person looks at it. n8n's own notices cannot do that, but its mapper of fields
 * asks the node for fields, and shows what the node says if there are none: so it is a mapper that never has a field.
 */
export const liveNotice = ({
	displayName,
	name,
	method,
	dependsOn,
}: {
	displayName: string;
	name: string;
	/** Among the node's methods of resource mapping: it puts the text, as HTML, into emptyFieldsNotice. */
	method: string;
	/** The fields whose change makes it ask again. */
	dependsOn: string[];
}): INodeProperties => ({
	displayName,
	name,
	type: 'resourceMapper',
	noDataExpression: true,
	// As the editor would store it, so that it stores nothing.
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

/** A text for such a notice, line by line, none of it read as a tag. */
export const asHtml = (text: string): string => escapedHtml(text).replace(/\r\n|\r|\n/g, '<br />');
