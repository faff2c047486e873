import type { INodeProperties } from 'n8n-workflow';

/** The labels of fields by name. A field inside a collection has the name 'collection.field'. */
export function labelsOf(fields: readonly INodeProperties[]): Map<string, string> {
	const labels = new Map<string, string>();
	for (const { name, displayName, options = [] } of fields) {
		labels.set(name, displayName);
		for (const option of options) {
			if (!('values' in option)) continue;
			// The editor does not show the name of this level, so an error must not name it.
			labels.set(`${name}.${option.name}`, '');
			for (const value of option.values) labels.set(`${name}.${value.name}`, value.displayName);
		}
	}
	return labels;
}

/** Names a value as the editor does, such as 'Buttons › 2 › Title' for the title of the second button. */
export function labelOfPath(
	labels: ReadonlyMap<string, string>,
	path: readonly (string | number)[],
): string {
	const [name = '', ...rest] = path;
	const inner = rest.flatMap((part) => {
		if (typeof part === 'number') return [String(part + 1)];
		const label = labels.get(`${String(name)}.${part}`) ?? part;
		return label === '' ? [] : [label];
	});
	return [labels.get(String(name)) ?? String(name), ...inner].join(' › ');
}
