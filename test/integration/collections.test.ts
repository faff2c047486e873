import type { INodeParameters, INodeProperties } from 'n8n-workflow';

import { itemOf, OPERATIONS } from '../support/operations';
import { description, fieldsOf } from '../support/ownTypes';
import { useService } from '../support/useService';
import { runOperation } from './operations/support';

/** n8n drops the values of a collection that is one expression, and with them what limits a send. */

type Path = readonly string[];

/** Every place that holds a collection, below the parameters of a node. */
const placesIn = (fields: readonly INodeProperties[], above: Path = []): Path[] =>
	fields.flatMap(({ name, type, options = [], typeOptions }) => {
		const path = [...above, name];
		if (type === 'collection') {
			return [
				path,
				...placesIn(
					options.filter((one) => 'type' in one),
					path,
				),
			];
		}
		if (type !== 'fixedCollection') return [];
		const groups = options.flatMap((group) => ('values' in group ? [group] : []));
		return groups.flatMap((group) => {
			const inside = [...path, group.name];
			const entry = typeOptions?.multipleValues === true ? [...inside, '0'] : inside;
			return [path, inside, ...placesIn(group.values, entry)];
		});
	});

/** If all of it is one expression, n8n leaves no trace of it. It holds words, and limits nothing. */
const HOLDS_WORDS = 'approvalOptions';

/** It reads, whatever its options say. */
const SENDS_NOTHING = 'checkSetup';

const PLACES = OPERATIONS.flatMap(({ name, resource, operation: { value: operation } }) =>
	placesIn(fieldsOf(description.properties, { resource, operation }))
		.map((path) => path.join('.'))
		.filter((path) => path !== HOLDS_WORDS && operation !== SENDS_NOTHING)
		.map((path) => [name, path] as const),
);

const EXPRESSION = '={{ ({ validateOnly: true }) }}';

const ENTRIES: INodeParameters = { fieldType: 'dropdown', fieldLabel: 'Size' };

function withExpression([name = '', ...rest]: Path): INodeParameters {
	if (name === '0') return { ...ENTRIES, ...withExpression(rest) };
	if (rest.length === 0) return { [name]: EXPRESSION };
	const inside = withExpression(rest);
	return { [name]: rest[0] === '0' ? [inside] : inside };
}

describe('Collection that is one expression', () => {
	const service = useService();

	it('The list of collections holds all kinds of them', () => {
		const paths = new Set(PLACES.map(([, path]) => path));
		expect([...paths].sort()).toEqual([
			...['approvalOptions.values', 'buttons', 'buttons.button', 'formFields', 'formFields.values'],
			...['formFields.values.0.fieldOptions', 'formFields.values.0.fieldOptions.values', 'options'],
			...['options.limitWaitTime', 'options.limitWaitTime.values'],
			...['options.pauseBetween', 'options.pauseBetween.values'],
		]);
	});

	it.each(PLACES)('Nothing is sent by %s with %s', async (name, path) => {
		const [resource = '', operation = ''] = name.split(' ');
		const item = { ...itemOf(name), options: {} };
		const running = runOperation(service.url, {
			resource,
			operation,
			...item,
			...(path.startsWith('formFields') && { responseType: 'customForm' }),
			...withExpression(path.split('.')),
		});
		// n8n itself refuses buttons without a value.
		const { error } = await running.catch((fault: unknown) => ({ error: fault as Error }));

		expect(error?.message).toMatch(/one expression|must have|is required|is empty/);
		// Templates may have been read.
		expect(service.journal.filter(({ method }) => method !== 'GET')).toEqual([]);
	});
});
