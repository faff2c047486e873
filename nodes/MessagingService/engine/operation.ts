import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { inputErrors } from './inputErrors';
import { enveloped, type AnswerReader } from './answer';
import type { BinaryFile } from './binaryFile';
import type { Effect } from './outcome';

export type CredentialName = 'messagingServiceApi' | 'messagingServiceSmsApi';

/** A request in the service's terms: no host, no login. At most one of its bodies is there. */
export interface ServiceRequest {
	method: 'GET' | 'POST';
	/** Below the address of the credential; empty where that address is the whole one. */
	path: string;
	query?: Readonly<Record<string, string>>;
	json?: IDataObject;
	/** A file that stands in the JSON, as base64, under this name. */
	jsonFile?: { name: string; file: BinaryFile };
	form?: Readonly<Record<string, string>>;
	multipart?: Readonly<Record<string, string>>;
	/** A file that is a part of the multipart body, under this name. */
	part?: { name: string; file: BinaryFile };
}

/** A limit of its own that some requests share, beside the one of the whole API. */
export interface SharedLimit {
	key: string;
	limit: number;
	periodMs: number;
	/** What a person does where it stays full. */
	advice: string;
	/** Nobody can tell which requests share it: it holds from the first one on that the service refuses. */
	onceRefused?: true;
}

export interface Problem {
	/** The field as the person sees it. */
	field: string;
	what: string;
}

/** What the service has to be asked before the first item leaves. */
export interface FactsSource<Facts> {
	request: ServiceRequest;
	/** Reads the data of the answer; nothing where they make no sense, and then the service itself judges. */
	read: (data: unknown) => Facts | undefined;
}

/** What the facts say about an item. */
export interface Review {
	/** By the name of the field. */
	problems: { name: string; what: string }[];
	/** Worth knowing, and no reason not to send. */
	warnings: string[];
}

/** A read that is asked again until its answer is the one that was waited for. */
export interface Wait {
	longestMs: number;
	isOver: (output: readonly IDataObject[]) => boolean;
	/** What comes out at the end of the wait. */
	finished: (output: readonly IDataObject[]) => IDataObject[];
}

/** Everything about one operation, in one place. */
interface Definition<Input, Facts> {
	value: string;
	name: string;
	/** Stands in the nodes panel and as the description of a tool. */
	action: string;
	description: string;
	/** What a person sees, in the order in which they think. */
	fields: INodeProperties[];
	/** What stands under Options, beside those that every operation has. */
	options?: INodeProperties[];
	/** Whether a message leaves: then it is never repeated on a guess. */
	effect: Effect;
	/** What the service accepts, with its limits. Its keys are the names of the fields. */
	input: z.ZodType<Input, z.ZodTypeDef, unknown>;
	/** The field that names a file of the item; the input gets the file in its place, or nothing when it is not wanted. */
	file?: { field: string; isWanted: (parameters: Readonly<Record<string, unknown>>) => boolean };
	facts?: FactsSource<Facts>;
	review?: (input: Input, facts: Facts) => Review;
	request: (input: Input, facts: Facts | undefined) => ServiceRequest;
	/** What comes back as data. */
	answer: z.ZodTypeAny;
	/** Whether a success counts though its body is empty or no data: the service documents none. */
	needsNoAnswer?: boolean;
	/** Where the answer lies elsewhere than in the service's usual envelope. */
	reader?: AnswerReader;
	/** What it costs, where the service says so. */
	credits?: (input: Input) => number;
	sharedLimit?: (input: Input) => SharedLimit | undefined;
	/** From the data of the answer to what comes out; the data itself where nothing is to be added. */
	output?: (data: unknown, input: Input) => IDataObject[];
	wait?: (input: Input) => Wait | undefined;
	/** What one item that comes out looks like, where it is not just (an entry of) the answer. */
	preview?: z.ZodTypeAny;
}

export interface Plan {
	request: ServiceRequest;
	credits: number | undefined;
	sharedLimit: SharedLimit | undefined;
	output: (data: unknown) => IDataObject[];
	wait: Wait | undefined;
	warnings: string[];
}

export type Checked = { ok: true; plan: Plan } | { ok: false; problems: Problem[] };

/** With the facts that the operation's own source gave, or without any. */
export type Planner = (facts?: unknown) => Checked;

export type Parsed = { ok: true; plan: Planner } | { ok: false; problems: Problem[] };

/** An operation as the engine sees it: the types of its input, facts and answer are settled inside. */
export interface Operation extends Pick<
	Definition<unknown, unknown>,
	'value' | 'name' | 'action' | 'description' | 'fields' | 'effect' | 'file' | 'needsNoAnswer'
> {
	preview: z.ZodTypeAny;
	options: INodeProperties[];
	facts: FactsSource<unknown> | undefined;
	parse: (parameters: Record<string, unknown>) => Parsed;
	reader: AnswerReader;
}

const isList = (schema: z.ZodTypeAny): schema is z.ZodArray<z.ZodTypeAny> =>
	schema instanceof z.ZodArray;

const record = z.record(z.unknown());

/** One object gives one item; a list gives one item for each entry. */
export function plainOutput(data: unknown): IDataObject[] {
	const entries: unknown[] = Array.isArray(data) ? data : [data];
	return entries.map((entry) => {
		const parsed = record.safeParse(entry);
		// n8n's items hold JSON, and this came from JSON or XML.
		return (parsed.success ? parsed.data : { value: entry }) as IDataObject;
	});
}

/** The labels of fields by their names, those inside collections too. */
function labelsOf(fields: readonly INodeProperties[]): Map<string, string> {
	const labels = new Map<string, string>();
	for (const { name, displayName, options = [] } of fields) {
		labels.set(name, displayName);
		for (const option of options) {
			if (!('values' in option)) continue;
			// The name that n8n gives to the entries of a collection says nothing to a person.
			labels.set(`${name}.${option.name}`, '');
			for (const value of option.values) labels.set(`${name}.${value.name}`, value.displayName);
		}
	}
	return labels;
}

/** 'Buttons › 2 › Title' for the title of the second button. */
function placeIn(labels: ReadonlyMap<string, string>, path: readonly (string | number)[]): string {
	const [name = '', ...rest] = path;
	const inner = rest.flatMap((part) => {
		if (typeof part === 'number') return [String(part + 1)];
		const label = labels.get(`${String(name)}.${part}`) ?? part;
		return label === '' ? [] : [label];
	});
	return [labels.get(String(name)) ?? String(name), ...inner].join(' › ');
}

export function operation<Input, Facts = undefined>(
	definition: Definition<Input, Facts>,
): Operation {
	const {
		input,
		request,
		credits,
		sharedLimit,
		answer,
		reader,
		output = plainOutput,
		options = [],
		preview,
		facts: source,
		review,
		wait,
		...face
	} = definition;
	const entry = isList(answer) ? answer.element : answer;
	const labels = labelsOf([...face.fields, ...options]);
	const planOf = (value: Input, facts: Facts | undefined): Checked => {
		const found = facts === undefined ? undefined : review?.(value, facts);
		if (found !== undefined && found.problems.length > 0) {
			const problems = found.problems.map(({ name, what }) => ({
				field: placeIn(labels, [name]),
				what,
			}));
			return { ok: false, problems };
		}
		return {
			ok: true,
			plan: {
				request: request(value, facts),
				credits: credits?.(value),
				sharedLimit: sharedLimit?.(value),
				output: (data) => output(data, value),
				wait: wait?.(value),
				warnings: found?.warnings ?? [],
			},
		};
	};
	return {
		...face,
		options,
		facts: source,
		preview: preview ?? entry,
		reader: reader ?? enveloped(answer),
		parse: (parameters) => {
			const parsed = input.safeParse(parameters, { errorMap: inputErrors });
			if (!parsed.success) {
				const problems = parsed.error.issues.map(({ path, message }) => ({
					field: placeIn(labels, path),
					what: message,
				}));
				return { ok: false, problems };
			}
			// They come from this operation's own source, whose type is the same.
			return { ok: true, plan: (facts) => planOf(parsed.data, facts as Facts | undefined) };
		},
	};
}

/** Operations that belong together, as the person picks them. */
export interface Resource {
	value: string;
	name: string;
	credential: CredentialName;
	/** The operation that a person most likely wants: it is chosen at first. */
	usual: string;
	operations: Operation[];
}

/** A resource with all the operations that its folder exports, in the order of their names. */
export const resource = (
	operations: Readonly<Record<string, Operation>>,
	face: Omit<Resource, 'operations'>,
): Resource => ({
	...face,
	operations: Object.values(operations).sort((a, b) => a.name.localeCompare(b.name)),
});
