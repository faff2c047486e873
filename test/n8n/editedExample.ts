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

/** The settings of a Schedule Trigger. */
export const everySeconds = (secondsInterval: number) => ({
	rule: { interval: [{ field: 'seconds', secondsInterval }] },
});

interface LongList {
	numbers: readonly string[];
	seconds: number;
	maxPerMinute: number;
	takeAgainAfterMinutes: number;
}

/** The example of a long list, enabled, with many recipients and shorter waits. */
export function longListOf({ numbers, seconds, maxPerMinute, takeAgainAfterMinutes }: LongList) {
	const settings = {
		campaign: 'test',
		max_per_minute: maxPerMinute,
		from_hour: 0,
		until_hour: 24,
		max_per_day: 100_000,
		take_again_after_minutes: takeAgainAfterMinutes,
	};
	const assignments = Object.entries(settings).map(([name, value]) => ({
		...{ id: name, name, value, type: typeof value },
	}));
	const people = numbers.map((number, at) => ({
		...{ number, name: `Customer ${at}`, order: `A-${at}` },
	}));
	const workflow = withNodes(exampleOf('broadcast-to-a-long-list'), {
		'Each minute': everySeconds(seconds),
		Settings: { assignments: { assignments } },
		'Two people': { jsonOutput: JSON.stringify({ people }) },
	});
	return { ...workflow, nodes: workflow.nodes.map((node) => ({ ...node, disabled: false })) };
}
