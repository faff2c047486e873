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

/** What looks like one, typed into a field that takes it for a text. */
const EXPRESSION = /\{\{\s*\$|=\{\{/;

const somewhere = (value: unknown, has: (text: string) => boolean): boolean =>
	typeof value === 'string'
		? has(value)
		: typeof value === 'object' &&
			value !== null &&
			Object.values(value).some((one) => somewhere(one, has));

/**
 * The commonest error of beginners goes out word for word to everyone on the list. Only what a user typed is refused: a
 * text that an expression or an agent gives may quote an expression.
 */
function refuseTyped(
	context: IExecuteFunctions,
	[name, label]: readonly [name: string, label: string],
	item: number,
	value: unknown,
	problems: Problem[],
): void {
	if (!somewhere(value, (text) => EXPRESSION.test(text))) return;
	const raw: unknown = context.getNodeParameter(name, item, undefined, { rawExpressions: true });
	if (!somewhere(raw, (text) => !text.startsWith('=') && EXPRESSION.test(text))) return;
	problems.push({
		field: label,
		what: 'looks like an expression: switch the field from Fixed to Expression',
	});
}

/** n8n writes nothing for an expression without a value, and many messages would share what is left of the key. */
function refuseKeyWithGap(
	context: IExecuteFunctions,
	field: string,
	item: number,
	problems: Problem[],
): void {
	const raw: unknown = context.getNodeParameter('options.sendOnceKey', item, '', {
		rawExpressions: true,
	});
	if (typeof raw !== 'string' || !raw.startsWith('=')) return;
	const parts = raw.match(/\{\{.*?\}\}/gs) ?? [];
	const gap = parts.find((part) => !isGiven(context.evaluateExpression(part, item)));
	if (gap === undefined) return;
	problems.push({
		field,
		what: `holds “${gap}”, which has no value: make sure that it has one for each item`,
	});
}

/** A broken expression is a problem of the item like any other: it names its field. */
function readOrReport(field: string, read: () => unknown, problems: Problem[]): unknown {
	try {
		return read();
	} catch (error) {
		const why = error instanceof Error ? error.message : 'its expression failed';
		// n8n counts items from 0.
		problems.push({
			field,
			what: `could not be read: ${why.replace(/ (?:in )?\[item \d+\]/, '')}`,
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
		refuseTyped(context, [field.name, field.displayName], item, value, problems);
	}
	const options = collection.safeParse(
		readOrReport('Options', () => context.getNodeParameter('options', item, {}), problems) ?? {},
	);
	if (!options.success) problems.push({ field: 'Options', what: 'must be an object' });
	const labels = new Map(
		[...operation.options, ...commonFields('send')].map((one) => [one.name, one.displayName]),
	);
	for (const [name, value] of Object.entries(options.data ?? {})) {
		refuseTyped(context, [`options.${name}`, labels.get(name) ?? name], item, value, problems);
	}
	if (isGiven(options.data?.sendOnceKey)) {
		refuseKeyWithGap(context, labels.get('sendOnceKey') ?? '', item, problems);
	}
	// Someone who meant to send nothing, or nothing more, must not send because a value is missing.
	for (const name of LIMITS) {
		if (options.data === undefined || !(name in options.data)) continue;
		const value = options.data[name];
		if (typeof value === 'string' ? value.trim() !== '' : isGiven(value)) continue;
		problems.push({
			field: labels.get(name) ?? name,
			what: 'is empty: give it a value, or remove the option',
		});
	}
	const given = Object.fromEntries(
		Object.entries(options.data ?? {}).filter(([, value]) => isGiven(value)),
	);
	const common = commonInput.safeParse(given, { errorMap: inputErrors });
	if (!common.success) {
		for (const { path, message } of common.error.issues) {
			problems.push({ field: labels.get(String(path[0])) ?? path.join('.'), what: message });
		}
	}
	const own = Object.fromEntries(
		Object.entries(given).filter(([name]) => !Object.hasOwn(commonInput.shape, name)),
	);
	const asTool = isTool(context) ? operation.asTool : {};
	const all = { ...asTool, ...own, ...parameters };
	await readFile(context, operation, item, all, problems);
	// A value that could not be read gets one error, not a second one that says it is missing.
	if (problems.length > 0 || !common.success) {
		return { parameters, result: { ok: false, problems } };
	}
	return { parameters, result: { ok: true, read: { parameters: all, common: common.data } } };
}
