import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { booleanOf, field as fields, isGiven, isPlainRecord, quoted } from '../../../plain';
import { WORKFLOW_TIMEZONE } from '../../../service';
import {
	COMMON_OPTIONS,
	commonInput,
	inputErrors,
	LIMITS,
	MOST_OF_TOOL,
	type CommonOptions,
	type Operation,
	type Problem,
	type Values,
} from '../operation';
import { isTool } from '../n8n';
import { itemFile } from './itemFile';

const { isOneExpression } = fields;

/** The editor cannot write this, but imported workflows and AI builders can. */
const ONE_EXPRESSION =
	'is empty or one expression, whose value n8n drops: set each entry by itself, or remove it';

const HOLDS_NO_VALUE = new Set(['notice', 'callout', 'button']);

/** A choice by expression can hide a field for some items, and n8n keeps its value. A hidden value must not count. */
const isShown = ({ displayOptions }: INodeProperties, parameters: Values): boolean =>
	Object.entries(displayOptions?.show ?? {}).every(([name, choices]) => {
		const chosen = parameters[name];
		if (chosen === undefined || choices === undefined) return true;
		// A spreadsheet may hold a word such as "yes" where the node has a switch.
		return choices.some((one) => one === chosen || one === booleanOf(chosen));
	});

/** An agent may write these, since they are of one message. */
const KEYS = ['sendOnceKey', 'campaign'];

const TWO_KEYS =
	'and Send Once Key exclude each other: remove one. Campaign is for people, Send Once Key for orders';

const EXPRESSION = /\{\{\s*\$|=\{\{/;

const somewhere = (value: unknown, has: (text: string) => boolean): boolean =>
	typeof value === 'string'
		? has(value)
		: typeof value === 'object' &&
			value !== null &&
			Object.values(value).some((one) => somewhere(one, has));

class Reader {
	readonly problems: Problem[] = [];

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly operation: Operation,
		private readonly item: number,
	) {}

	fields(): Record<string, unknown> {
		const parameters: Record<string, unknown> = {};
		for (const field of this.operation.fields) {
			const { name, displayName, type } = field;
			if (HOLDS_NO_VALUE.has(type) || !isShown(field, parameters)) continue;
			const value = this.read(displayName, name, field.default, type === 'resourceLocator');
			if (isGiven(value)) parameters[name] = value;
			else if (field.required) this.refuseWithoutValue(displayName, name);
			this.refuseTyped(displayName, name, value);
			this.refuseKept(field, value);
			if (isOneExpression(value)) this.report(displayName, ONE_EXPRESSION);
		}
		return parameters;
	}

	options(): { common: CommonOptions | undefined; own: Record<string, unknown> } {
		const read = z.record(z.unknown()).safeParse(this.read('Options', 'options', {}) ?? {});
		if (!read.success) this.report('Options', 'must be an object');
		const options = read.data ?? {};
		if (isOneExpression(options)) this.report('Options', ONE_EXPRESSION);
		const fields = [...this.operation.options, ...COMMON_OPTIONS];
		const labelOf = (name: string) => fields.find((one) => one.name === name)?.displayName ?? name;
		for (const [name, value] of Object.entries(options)) {
			this.refuseTyped(labelOf(name), `options.${name}`, value);
			const isEmptied = isPlainRecord(value) && Object.keys(value).length === 0;
			if (isEmptied || isOneExpression(value)) this.report(labelOf(name), ONE_EXPRESSION);
			if (LIMITS.has(name) && !KEYS.includes(name)) this.refuseOfModel(labelOf(name), name);
			// A limit whose expression has no value must not let messages leave without a limit.
			const isEmpty = typeof value === 'string' ? value.trim() === '' : !isGiven(value);
			if (isEmpty && LIMITS.has(name))
				this.report(labelOf(name), 'is empty: give it a value, or remove the option');
		}
		const keys = KEYS.filter((name) => isGiven(options[name]));
		for (const name of keys) this.refuseKeyWithGap(labelOf(name), name);
		if (keys.length > 1) this.report(labelOf('campaign'), TWO_KEYS);
		const given = Object.entries(options).filter(([, value]) => isGiven(value));
		const wanted = {
			...(isTool(this.context) && { mostMessages: MOST_OF_TOOL }),
			...Object.fromEntries(given),
		};
		const common = commonInput.safeParse(wanted, { errorMap: inputErrors });
		for (const { path, message } of common.error?.issues ?? []) {
			this.report(labelOf(String(path[0])), message);
		}
		const own = given.filter(([name]) => !Object.hasOwn(commonInput.shape, name));
		return { common: common.data, own: Object.fromEntries(own) };
	}

	async file(parameters: Record<string, unknown>): Promise<void> {
		const { file, fields } = this.operation;
		if (file === undefined) return;
		const field = fields.find(({ name }) => name === file.field);
		const property = parameters[file.field];
		Reflect.deleteProperty(parameters, file.field);
		if (!file.isWanted(parameters) || typeof property !== 'string') return;
		const name = { given: property, byDefault: field?.default };
		const found = await itemFile(this.context, this.item, name);
		if (found.ok) parameters[file.field] = found.file;
		else this.report(field?.displayName ?? file.field, found.what);
	}

	private report(field: string, what: string): void {
		this.problems.push({ field, what });
	}

	private read(label: string, name: string, byDefault: unknown, extractValue = false): unknown {
		try {
			return this.context.getNodeParameter(name, this.item, byDefault, { extractValue });
		} catch (error) {
			const why = error instanceof Error ? error.message : 'its expression failed';
			// n8n counts items from 0 here, which would confuse a user, so its number is removed.
			this.report(label, `could not be read: ${quoted(why.replace(/ (?:in )?\[item \d+\]/, ''))}`);
			return undefined;
		}
	}

	/** Beginners type expressions into fixed fields. Only typed text is refused, since a value of an item may quote such code. */
	private refuseTyped(label: string, name: string, value: unknown): void {
		if (!somewhere(value, (text) => EXPRESSION.test(text))) return;
		const isTyped = (text: string) => !text.startsWith('=') && EXPRESSION.test(text);
		if (!somewhere(this.raw(name), isTyped)) return;
		this.report(label, 'looks like an expression: switch the field from Fixed to Expression');
	}

	/** n8n keeps a value by its name when a user changes the operation. So a reply could go to whom the node wrote before. */
	private refuseKept({ displayName, name, default: usual }: INodeProperties, value: unknown): void {
		if (this.operation.effect === 'read') return;
		if (typeof usual !== 'string' || !usual.startsWith('=')) return;
		const raw = this.raw(name);
		if (typeof raw !== 'string' || raw.startsWith('=')) return;
		// Of a phone number or a conversation. A sender may have a name instead.
		const digitsOf = (one: unknown) => String(one).replace(/\D/g, '');
		const given = digitsOf(value);
		if (given.length < 7) return;
		const [ofMessage, wanted] = this.ofTrigger(usual.slice(1)) ?? [];
		const own = digitsOf(ofMessage);
		// A local number is the end of the other one.
		if (own.length < 7 || own.endsWith(given.replace(/^0+/, ''))) return;
		this.report(
			displayName,
			`is fixed, and this message has another: switch it to Expression, and enter ${wanted}`,
		);
	}

	/** What an expression gives for the message that started this, and how to write that. Undefined if n8n does not say. */
	private ofTrigger(expression: string): [value: unknown, written: string] | undefined {
		const { context, item } = this;
		const at = (place: string) => expression.replace('$json', () => place);
		try {
			const parents = context.getParentNodes(context.getNode().name);
			const trigger = parents.find(({ type }) => type.endsWith('.messagingServiceTrigger'));
			if (!trigger) return [context.evaluateExpression(at('$json'), item), at('$json')];
			const from = `$(${JSON.stringify(trigger.name)})`;
			const first = `({ ...(${from}.isExecuted ? ${from}.first().json : {}), ...$json })`;
			return [context.evaluateExpression(at(first), item), at(`${from}.item.json`)];
		} catch {
			return undefined;
		}
	}

	/** A limit that an agent's model fills in would limit nothing. */
	private refuseOfModel(label: string, name: string): void {
		if (!somewhere(this.raw(`options.${name}`), (text) => /\$fromAI\b/i.test(text))) return;
		this.report(label, 'is filled in by the model that it must limit: set it yourself');
	}

	/** To a user, a field with an expression looks filled. So the error says that the expression has no value. */
	private refuseWithoutValue(label: string, name: string): void {
		if (!somewhere(this.raw(name), (text) => text.startsWith('='))) return;
		this.report(
			label,
			'is empty: its expression has no value here. Check the name of the column, and that each item has one',
		);
	}

	private raw(name: string): unknown {
		return this.context.getNodeParameter(name, this.item, undefined, { rawExpressions: true });
	}

	/** n8n leaves out an expression without a value. Many messages would then share the rest of the key. */
	private refuseKeyWithGap(label: string, name: string): void {
		const raw = this.raw(`options.${name}`);
		if (typeof raw !== 'string' || !raw.startsWith('=')) return;
		const parts = raw.match(/\{\{.*?\}\}/gs) ?? [];
		const gap = parts.find((part) => !isGiven(this.context.evaluateExpression(part, this.item)));
		if (gap === undefined) return;
		this.report(
			label,
			`holds ${quoted(gap)}, which has no value: make sure that it has one for each item`,
		);
	}
}

export async function readItem(context: IExecuteFunctions, operation: Operation, item: number) {
	const reader = new Reader(context, operation, item);
	const fields = reader.fields();
	const { common, own } = reader.options();
	// Only the execution knows the time zone of its workflow.
	if (own.timezone === WORKFLOW_TIMEZONE) own.timezone = context.getTimezone();
	const parameters: Record<string, unknown> = {
		...(isTool(context) ? operation.asTool : {}),
		...own,
		...fields,
	};
	await reader.file(parameters);
	return { parameters, common, problems: reader.problems };
}
