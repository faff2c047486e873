import { readExamples, type Example } from './playground';

/** An example with other values in its nodes, as a person would type them. */

export const exampleOf = (name: string): Example => {
	const found = readExamples()[name];
	if (found === undefined) throw new Error(`There is no example ${name}`);
	return found;
};

export const withNodes = (
	workflow: Example,
	parameters: Record<string, Record<string, unknown>>,
): Example => ({
	...workflow,
	nodes: workflow.nodes.map((node) => ({
		...node,
		parameters: { ...node.parameters, ...parameters[node.name] },
	})),
});

/** With the nodes that the file has switched off. */
export const switchedOn = (workflow: Example): Example => ({
	...workflow,
	nodes: workflow.nodes.map((node) => ({ ...node, disabled: false })),
});

export const assigned = (values: Record<string, string | number>) => ({
	assignments: {
		assignments: Object.entries(values).map(([name, value]) => ({
			id: name,
			name,
			value,
			type: typeof value,
		})),
	},
});
