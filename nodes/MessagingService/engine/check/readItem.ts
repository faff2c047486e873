import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { booleanOf, isGiven } from '../../../plain';
import {
	commonFields,
	commonInput,
	inputErrors,
	LIMITS,
	type CommonOptions,
	type Operation,
	type Problem,
} from '../operation';
import { isTool } from '../n8n';
import { itemFile } from './itemFile';

const HOLDS_NO_VALUE = new Set(['notice', 'callout', 'button']);

const collection = z.record(z.unknown());

/** n8n keeps the value of a field that a choice by expression may hide: it counts only if this item's choice shows it. */
const isShown = (
	{ displayOptions }: INodeProperties,
	parameters: Readonly<Record<string, unknown>>,
): boolean =>
	Object.entries(displayOptions?.show ?? {}).every(([name, choices]) => {
		const chosen = parameters[name];
		if (chosen === undefined || choices === undefined) return true;
		// The word that a sheet gives for a switch shows what the switch would.
		return choices.some((one) => one === chosen || one === booleanOf(chosen));
	});

function readField(context: IExecuteFunctions, field: INodeProperties, item: number): unknown {
	return context.getNodeParameter(field.name, item, field.default, {
		extractValue: field.type === 'resourceLocator',
	});
}

/** A broken expression is a problem of the item like any other: it names its field. */
function readOrReport(field: string, read: () => unknown, problems: Problem[]): unknown {
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

/** Replaces the name of a file with the file itself. */
async function readFile(
	context: IExecuteFunctions,
	{ file, fields, options }: Operation,
	item: number,
	parameters: Record<string, unknown>,
	problems: Problem[],
): Promise<void> {
	if (file === undefined) return;
	const option = options.find(({ name }) => name === file.field);
	const field = option ?? fields.find(({ name }) => name === file.field);
	// An option that was not added has no value of its own.
	const property = parameters[file.field] ?? option?.default;
	Reflect.deleteProperty(parameters, file.field);
	if (!file.isWanted(parameters) || typeof property !== 'string') return;
	const found = await itemFile(context, item, { property, byDefault: field?.default });
	if (found.ok) {
		parameters[file.field] = found.file;
		return;
	}
	problems.push({ field: field?.displayName ?? file.field, what: found.what });
}

export interface ReadItem {
	/** By the names of the fields and of the operation's own options. */
	parameters: Record<string, unknown>;
	common: CommonOptions;
}

interface ItemRead {
	/** What could be read, even if not all could. */
	parameters: Readonly<Record<string, unknown>>;
	result: { ok: true; read: ReadItem } | { ok: false; problems: Problem[] };
}

/** Reads the parameters of one item: expressions resolved, common options apart, the file found. */
export async function readItem(
	context: IExecuteFunctions,
	operation: Operation,
	item: number,
): Promise<ItemRead> {
	const problems: Problem[] = [];
	const parameters: Record<string, unknown> = {};
	for (const field of operation.fields) {
		if (HOLDS_NO_VALUE.has(field.type) || !isShown(field, parameters)) continue;
		const value = readOrReport(field.displayName, () => readField(context, field, item), problems);
		if (isGiven(value)) parameters[field.name] = value;
	}
	const options = collection.safeParse(
		readOrReport('Options', () => context.getNodeParameter('options', item, {}), problems) ?? {},
	);
	if (!options.success) problems.push({ field: 'Options', what: 'must be an object' });
	// Someone who meant to send nothing, or nothing more, must not send because a value is missing.
	for (const name of LIMITS) {
		if (options.data === undefined || !(name in options.data)) continue;
		const value = options.data[name];
		if (typeof value === 'string' ? value.trim() !== '' : isGiven(value)) continue;
		const label = commonFields('send').find((field) => field.name === name)?.displayName ?? name;
		problems.push({ field: label, what: 'is empty: give it a value, or remove the option' });
	}
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
	const own = Object.fromEntries(
		Object.entries(given).filter(([name]) => !Object.hasOwn(commonInput.shape, name)),
	);
	const asTool = isTool(context) ? operation.asTool : {};
	const all = { ...asTool, ...own, ...parameters };
	await readFile(context, operation, item, all, problems);
	// What could not be read is named once, not again as missing.
	if (problems.length > 0 || !common.success) {
		return { parameters, result: { ok: false, problems } };
	}
	return { parameters, result: { ok: true, read: { parameters: all, common: common.data } } };
}
