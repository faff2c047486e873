import { z } from 'zod';

import { readExamples, type Example } from './playground';

/** An example with other values in its nodes. */

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

/** Other values in its node Settings. */
export const withSettings = (example: Example, values: Record<string, unknown>): Example => {
	const text = JSON.stringify(example).replace(
		/"name":"(\w+)","value":[^,]+,/g,
		(all, name: string) =>
			name in values ? `"name":"${name}","value":${JSON.stringify(values[name])},` : all,
	);
	return { ...example, ...(JSON.parse(text) as Example) };
};

/** The pauses would take a minute. */
export const withoutPauses = (example: Example): Example => ({
	...example,
	nodes: example.nodes.map((node) => {
		const options = z.record(z.unknown()).default({}).parse(node.parameters.options);
		if (!('pauseBetween' in options)) return node;
		const pauseBetween = { values: { from: 0, to: 0 } };
		return { ...node, parameters: { ...node.parameters, options: { ...options, pauseBetween } } };
	}),
});

/** The settings of a Schedule Trigger. */
export const everySeconds = (secondsInterval: number) => ({
	rule: { interval: [{ field: 'seconds', secondsInterval }] },
});

/** The example of a long list, enabled, with shorter waits. */
export function longListOf(
	seconds: number,
	atATime: number,
	takeAgainAfterSeconds: number,
): Example {
	const again = { next_try: `={{ $now.toMillis() + ${takeAgainAfterSeconds * 1000} }}` };
	const taken = exampleOf('broadcast-to-a-long-list').nodes.find(
		({ name }) => name === 'Take them',
	);
	const workflow = withNodes(exampleOf('broadcast-to-a-long-list'), {
		'Each minute': everySeconds(seconds),
		'Next people': { limit: atATime },
		'Take them': { columns: { ...(taken?.parameters.columns as object), value: again } },
		'Until its row is noted': { amount: 2, unit: 'seconds' },
	});
	return { ...workflow, nodes: workflow.nodes.map((node) => ({ ...node, disabled: false })) };
}
