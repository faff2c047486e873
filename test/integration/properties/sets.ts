import fc from 'fast-check';
import type { IBinaryKeyData, IDataObject, INode } from 'n8n-workflow';

import { MessagingService } from '../../../nodes/MessagingService/MessagingService.node';
import { runNode, type Finished } from '../../support/harness';
import { loginTo } from '../../support/login';

/** Many sets of parameters for one operation, given to the node by expressions, each set from an item of its own. */

export const SEED = Number(process.env.PROPERTIES_SEED ?? 20_250_730);
export const SETS = 500;
/** Where the same was seen with all of them already. */
export const FEW = 100;

/** The same sets in each run; PROPERTIES_SEED gives others. */
export const sampled = <Value>(arbitrary: fc.Arbitrary<Value>, count = SETS): Value[] =>
	fc.sample(arbitrary, { seed: SEED, numRuns: count });

export interface ParameterSet {
	parameters: IDataObject;
	files?: IBinaryKeyData;
	/** What must be dialled, or the ID of the group. */
	dialled?: string;
}

export interface Subject {
	url: string;
	resource: string;
	operation: string;
	/** Parameters that stand in the node as they are, in place of an expression: one run for each of their values. */
	literal?: readonly string[];
}

const isTree = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** A collection of several entries: { button: [ … ] }. */
const entriesOf = (value: unknown): [name: string, entries: IDataObject[]] | undefined => {
	if (!isTree(value) || Object.keys(value).length !== 1) return undefined;
	const [[name, entries] = ['', undefined]] = Object.entries(value);
	return Array.isArray(entries) ? [name, entries as IDataObject[]] : undefined;
};

const isLocator = (value: unknown): value is IDataObject => isTree(value) && '__rl' in value;
const isMapper = (value: unknown): value is IDataObject => isTree(value) && 'mappingMode' in value;

const isCollection = (value: unknown) =>
	isLocator(value) || isMapper(value) || entriesOf(value) !== undefined;

/** What must be the same in all items of one run: what n8n takes no expressions for. */
function formOf(parameters: IDataObject, literal: readonly string[]): string {
	return JSON.stringify(
		Object.entries(parameters)
			.map(([name, value]) => {
				if (literal.includes(name)) return [name, value];
				if (isLocator(value)) return [name, value.mode];
				if (isMapper(value)) return [name, value.schema];
				return [name, entriesOf(value)?.[1].length ?? ''];
			})
			.filter(([, form]) => form !== '')
			.sort(),
	);
}

/** Two closing braces would end the expression. */
const quoted = (key: string | number): string =>
	JSON.stringify(key).replace(/[{}]/g, (brace) => (brace === '{' ? '\\u007b' : '\\u007d'));

const expression = (...path: (string | number)[]) =>
	`={{ $json${path.map((key) => `[${quoted(key)}]`).join('')} }}`;

const keysOf = (trees: readonly unknown[]) => [
	...new Set(trees.flatMap((tree) => (isTree(tree) ? Object.keys(tree) : []))),
];

const leaves = (trees: readonly unknown[], ...path: (string | number)[]): IDataObject =>
	Object.fromEntries(keysOf(trees).map((key) => [key, expression(...path, key)]));

/** The parameters of a node that takes each value from its item. */
function byExpressions(
	sets: readonly ParameterSet[],
	literal: readonly string[],
	others: readonly ParameterSet[],
): Record<string, unknown> {
	const parameters: Record<string, unknown> = {};
	for (const name of keysOf([...sets, ...others].map((set) => set.parameters))) {
		const values = sets.map((set) => set.parameters[name]);
		const given = values.find((value) => value !== undefined);
		const elsewhere = others.find((set) => set.parameters[name] !== undefined)?.parameters[name];
		const entries = entriesOf(given);
		if (literal.includes(name)) {
			if (given !== undefined) parameters[name] = given;
		} else if (name === 'options') {
			parameters[name] = leaves(values, name);
		} else if (isLocator(given)) {
			parameters[name] = { ...given, value: expression(name, 'value') };
		} else if (isMapper(given)) {
			const filled = leaves(
				values.map((value) => (isMapper(value) ? value.value : undefined)),
				name,
				'value',
			);
			parameters[name] = { ...given, value: filled };
		} else if (entries) {
			const [kind, first] = entries;
			parameters[name] = {
				[kind]: first.map((_, at) =>
					leaves(
						values.map((value) => entriesOf(value)?.[1][at]),
						name,
						kind,
						at,
					),
				),
			};
		} else if (given !== undefined || !isCollection(elsewhere)) {
			parameters[name] = expression(name);
		}
	}
	return parameters;
}

/** The sets that one run can take, by their places among all. */
function formsOf(sets: readonly ParameterSet[], literal: readonly string[] = []): number[][] {
	const forms = new Map<string, number[]>();
	for (const [at, { parameters }] of sets.entries()) {
		const form = formOf(parameters, literal);
		const places = forms.get(form);
		if (places) places.push(at);
		else forms.set(form, [at]);
	}
	return [...forms.values()];
}

async function runOnce(
	{ url, resource, operation, literal = [] }: Subject,
	sets: readonly ParameterSet[],
	settings: Partial<INode>,
	/** Sets whose fields the node has as well, though none of these items fills them. */
	others: readonly ParameterSet[] = [],
): Promise<Finished> {
	const parameters = { resource, operation, ...byExpressions(sets, literal, others) };
	return await runNode({
		nodeType: new MessagingService(),
		// Made of expressions and of the sets' own values, which are JSON.
		parameters: parameters,
		items: sets.map((set) => set.parameters),
		files: Object.fromEntries(sets.flatMap(({ files }, at) => (files ? [[at, files]] : []))),
		credentials: loginTo(url),
		settings,
	});
}

/** What came out for each set, with On Error: Continue; one run for each form of the sets. */
export async function runAll(
	subject: Subject,
	sets: readonly ParameterSet[],
): Promise<IDataObject[][]> {
	const results: IDataObject[][] = sets.map(() => []);
	for (const places of formsOf(sets, subject.literal)) {
		const chosen = sets.filter((_, at) => places.includes(at));
		const finished = await runOnce(subject, chosen, { onError: 'continueRegularOutput' }, sets);
		if (finished.error) throw finished.error;
		for (const { json, pairedItem } of finished.items[0] ?? []) {
			const { item } = pairedItem as { item: number };
			results[places[item] ?? -1]?.push(json);
		}
	}
	return results;
}
