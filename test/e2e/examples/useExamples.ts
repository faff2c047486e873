import type { Execution, Stored } from '../../n8n/api';
import {
	callbackUrlOf,
	importExample,
	readExamples,
	setUpPlayground,
	startsByItself,
	type Example,
} from '../../n8n/playground';
import type { Testbed } from '../useN8n';

export const SENDER = '6280000000012';
export const OTHER_SENDER = '6280000000011';

/** Jest's own have no type. */
export const containing = (words: string): unknown => expect.stringContaining(words);

interface Wanted {
	/** The examples to import. By default, all are set up as by npm start. */
	names?: readonly string[];
	from?: Readonly<Record<string, Example>>;
	/** Changes by name, such as shorter waits. */
	edited?: Readonly<Record<string, (example: Example) => Example>>;
	/** The test publishes the workflows itself. */
	unpublished?: boolean;
}

/** Published examples in a real n8n. */
export function useExamples(
	testbed: Testbed,
	{ names, from = readExamples(), edited = {}, unpublished = false }: Wanted = {},
) {
	let workflows: Record<string, Stored> = {};

	beforeAll(async () => {
		if (names === undefined) {
			const addresses = { simulator: testbed.simulator.url, model: testbed.model.url };
			({ workflows } = await setUpPlayground(testbed.api, addresses));
		}
		for (const name of names ?? Object.keys(edited)) {
			const found = from[name];
			if (found === undefined) throw new Error(`There is no example ${name}`);
			const example = edited[name]?.(found) ?? found;
			const stored = await importExample(testbed.api, example, testbed.credentials, workflows);
			if (!unpublished && startsByItself(example)) await testbed.api.activate(stored);
			workflows[name] = stored;
		}
	});

	const workflow = (name: string) => {
		const found = workflows[name];
		if (found === undefined) throw new Error(`The example ${name} is not imported`);
		return found;
	};

	const urlOf = (name: string, trigger: string) =>
		callbackUrlOf(testbed.api.url, workflow(name), trigger);

	return {
		workflow,
		urlOf,
		/** Somebody writes. */
		write: async (from: string, text: string, route = 'unofficial', to = SENDER) =>
			testbed.control.write({ route, from, text, ...(route === 'unofficial' && { to }) }),
		/** Presses Execute workflow. */
		run: async (name: string, trigger = 'Start by hand') =>
			testbed.api.finished(await testbed.api.run(workflow(name), trigger)),
		/** The executions that something outside n8n starts, the oldest first. */
		startedBy: async (name: string, cause: () => Promise<unknown>): Promise<Execution[]> => {
			const known = await testbed.api.idsOf(workflow(name));
			await cause();
			await testbed.api.nextExecution(workflow(name), known);
			const all = await testbed.api.idsOf(workflow(name));
			const fresh = all.filter((id) => !known.includes(id)).reverse();
			return Promise.all(fresh.map((id) => testbed.api.finished(id)));
		},
		/** The rows of a data table. */
		rowsOf: (name: string) => testbed.rowsOf(name),
		/** From now on, callbacks of a kind go to this example. */
		register: async (kind: string, name: string, trigger = 'Message arrived') => {
			await testbed.control.register({ [kind]: urlOf(name, trigger) });
		},
	};
}
