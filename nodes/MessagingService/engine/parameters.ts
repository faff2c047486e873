import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { inputErrors } from '../../shared/inputErrors';
import { commonFields, commonInput, type CommonOptions } from './commonOptions';
import type { Checked, Operation, Problem } from './operation';

/** An empty field is an absent one: what a person left blank is not sent. */
const isGiven = (value: unknown) => value !== undefined && value !== null && value !== '';

const HOLDS_NO_VALUE = new Set(['notice', 'callout', 'button']);

const collection = z.record(z.unknown());

function readField(context: IExecuteFunctions, field: INodeProperties, item: number): unknown {
	return context.getNodeParameter(field.name, item, field.default, {
		extractValue: field.type === 'resourceLocator',
	});
}

/** A broken expression is a fault of the item like any other: it names its field. */
function attempt(field: string, read: () => unknown, problems: Problem[]): unknown {
	try {
		return read();
	} catch (error) {
		problems.push({
			field,
			what: `could not be read: ${error instanceof Error ? error.message : 'its expression failed'}`,
		});
		return undefined;
	}
}

export type ItemCheck = (Checked & { ok: true; common: CommonOptions }) | (Checked & { ok: false });

/** Reads the parameters of one item, resolves their expressions, and checks them against what the service accepts. */
export function checkItem(
	context: IExecuteFunctions,
	operation: Operation,
	item: number,
): ItemCheck {
	const problems: Problem[] = [];
	const parameters: Record<string, unknown> = {};
	for (const field of operation.fields) {
		if (HOLDS_NO_VALUE.has(field.type)) continue;
		const value = attempt(field.displayName, () => readField(context, field, item), problems);
		if (isGiven(value)) parameters[field.name] = value;
	}
	const options = collection.safeParse(
		attempt('Options', () => context.getNodeParameter('options', item, {}), problems) ?? {},
	);
	if (!options.success) problems.push({ field: 'Options', what: 'must be an object' });
	const given = Object.fromEntries(
		Object.entries(options.data ?? {}).filter(([, value]) => isGiven(value)),
	);
	const common = commonInput.safeParse(given, { errorMap: inputErrors });
	if (!common.success) {
		const labels = commonFields('send');
		for (const { path, message } of common.error.issues) {
			const label = labels.find(({ name }) => name === path[0])?.displayName;
			problems.push({ field: label ?? path.join('.'), what: message });
		}
	}
	// What could not be read is named once, and not again as missing.
	if (problems.length > 0 || !common.success) return { ok: false, problems };
	const checked = operation.check({ ...given, ...parameters });
	return checked.ok ? { ...checked, common: common.data } : checked;
}
