import type {
	INodeParameters,
	INodeProperties,
	INodePropertyOptions,
	NodePropertyTypes,
} from 'n8n-workflow';

import { isPlainRecord } from './json';

/** The fields of nodes and credentials. Others import all of them as `field`. */

export type Details = Partial<INodeProperties>;

type WithDefault = Details & Pick<INodeProperties, 'default'>;

export const of = (
	type: NodePropertyTypes,
	displayName: string,
	name: string,
	details: WithDefault,
): INodeProperties => ({ displayName, name, type, ...details });

export const text = (displayName: string, name: string, details: Details) =>
	of('string', displayName, name, { default: '', ...details });

export const required = (displayName: string, name: string, details: Details) =>
	text(displayName, name, { required: true, ...details });

export const number = (displayName: string, name: string, usual: number, details: Details) =>
	of('number', displayName, name, { default: usual, ...details });

export const toggle = (displayName: string, name: string, usual: boolean, details: Details) =>
	of('boolean', displayName, name, { default: usual, ...details });

/** A label, or a label and what it means, for each value. */
type Choices<Value extends string> = Readonly<Record<Value, string | readonly [string, string]>>;

const optionOf = ([value, words]: [string, Choices<string>[string]]): INodePropertyOptions =>
	typeof words === 'string'
		? { name: words, value }
		: { name: words[0], value, description: words[1] };

export const choice = <Value extends string>(
	displayName: string,
	name: string,
	usual: NoInfer<Value>,
	{ choices, ...details }: Details & { choices: Choices<Value> },
) =>
	of('options', displayName, name, {
		default: usual,
		...details,
		options: Object.entries<Choices<Value>[Value]>(choices).map(optionOf),
	});

/**
 * n8n empties a collection that is one expression, and with it the limits in it, and gives its text nowhere. But it finds
 * the length of the text in this field, which the editor does not show.
 */
const lengthOfExpression = of('hidden', 'Length', 'length', {
	default: 0,
	description: 'Whether the collection is one expression, which is refused',
});

export const isOneExpression = (collection: unknown): boolean =>
	isPlainRecord(collection) &&
	(Number(collection.length) > 0 || isOneExpression(collection.values));

export const options = (
	entries: readonly INodeProperties[],
	standing: INodeParameters = {},
): INodeProperties =>
	of('collection', 'Options', 'options', {
		default: standing,
		placeholder: 'Add option',
		options: [...entries, lengthOfExpression],
	});

/** Fields that are stored under the name of the collection, in `values`. */
export const collection = (
	displayName: string,
	name: string,
	{ values, ...details }: Details & { values: INodeProperties[] },
) => {
	// An expression for a list gives entries without a value, which are refused anyway.
	const own = details.typeOptions?.multipleValues ? values : [...values, lengthOfExpression];
	return of('fixedCollection', displayName, name, {
		default: {},
		options: [{ displayName: 'Values', name: 'values', values: own }],
		...details,
	});
};

const DOCS =
	'https://github.com/n8n-nodes-messaging-service/n8n-nodes-messaging-service/blob/main/docs';

/** For what does not fit into a description or a notice. */
export const docsLink = (page: string, words = 'More'): string =>
	`<a href="${DOCS}/${page}" target="_blank">${words}</a>.`;

export const shownFor = (name: string, ...values: string[]) => ({
	displayOptions: { show: { [name]: values } },
});

export const simplify = toggle('Simplify', 'simplify', true, {
	description: 'Whether to return a simplified version of the response instead of the raw data',
});

export const notice = (name: string, words: string, displayOptions?: Details['displayOptions']) =>
	of('notice', words, name, { default: '', ...(displayOptions && { displayOptions }) });

interface Mapped extends WithDefault {
	dependsOn: string[];
	own: {
		resourceMapperMethod: string;
		fieldWords: { singular: string; plural: string };
		valuesLabel?: string;
	};
}

/** A field whose inner fields a method of the node loads when a user opens the node. */
export const mapper = (displayName: string, name: string, { dependsOn, own, ...details }: Mapped) =>
	of('resourceMapper', displayName, name, {
		noDataExpression: true,
		typeOptions: {
			loadOptionsDependsOn: dependsOn,
			resourceMapper: {
				mode: 'add',
				addAllFields: true,
				multiKeyMatch: false,
				supportAutoMap: false,
				...own,
			},
		},
		...details,
	});

/** n8n stores nothing in the workflow if the value equals this default. */
const NOTHING_MAPPED = {
	mappingMode: 'defineBelow',
	value: {},
	matchingColumns: [],
	schema: [],
	attemptToConvertTypes: false,
	convertFieldsToString: false,
};

/**
 * n8n's own notices cannot load their text when a user opens the node. n8n's resource mapper can: if it has no fields,
 * it shows a text from the node. e2e/editor/building tries this in the editor.
 * @param method returns the text as HTML in `emptyFieldsNotice`
 */
export const liveNotice = (
	displayName: string,
	name: string,
	method: string,
	dependsOn: string[],
) =>
	mapper(displayName, name, {
		default: NOTHING_MAPPED,
		dependsOn,
		own: { resourceMapperMethod: method, fieldWords: { singular: 'line', plural: 'lines' } },
	});
