import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import type { AnswerReader } from './answer';
import { inputErrors } from '../../shared/inputErrors';
import { enveloped } from './answer';
import type { Effect } from './outcome';

export type CredentialName = 'messagingServiceApi' | 'messagingServiceSmsApi';

/** A request in the service's terms: no host, no login. */
export interface ServiceRequest {
	method: 'GET' | 'POST';
	/** Below the address of the credential; empty where that address is the whole one. */
	path: string;
	query?: Readonly<Record<string, string>>;
	json?: IDataObject;
	form?: Readonly<Record<string, string>>;
}

/** A limit of its own that some requests share, beside the one of the whole API. */
export interface SharedLimit {
	key: string;
	limit: number;
	periodMs: number;
}

/** Everything about one operation, in one place. */
interface Definition<Input> {
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
	request: (input: Input) => ServiceRequest;
	/** What comes back as data. */
	answer: z.ZodTypeAny;
	/** Where the answer lies elsewhere than in the service's usual envelope. */
	reader?: AnswerReader;
	/** What it costs, where the service says so. */
	credits?: (input: Input) => number;
	sharedLimit?: (input: Input) => SharedLimit | undefined;
	/** From the data of the answer to what comes out; the data itself where nothing is to be added. */
	output?: (data: unknown) => IDataObject[];
	/** What one item that comes out looks like, where it is not just (an entry of) the answer. */
	preview?: z.ZodTypeAny;
}

export interface Problem {
	/** The field as the person sees it. */
	field: string;
	what: string;
}

export interface Plan {
	request: ServiceRequest;
	credits: number | undefined;
	sharedLimit: SharedLimit | undefined;
}

export type Checked = { ok: true; plan: Plan } | { ok: false; problems: Problem[] };

/** An operation as the engine sees it: the types of its input and answer are settled inside. */
export interface Operation extends Pick<
	Definition<unknown>,
	'value' | 'name' | 'action' | 'description' | 'fields' | 'effect'
> {
	preview: z.ZodTypeAny;
	options: INodeProperties[];
	check: (parameters: Record<string, unknown>) => Checked;
	reader: AnswerReader;
	output: (data: unknown) => IDataObject[];
}

const isList = (schema: z.ZodTypeAny): schema is z.ZodArray<z.ZodTypeAny> =>
	schema instanceof z.ZodArray;

const record = z.record(z.unknown());

/** One object gives one item; a list gives one item for each entry. */
function plainOutput(data: unknown): IDataObject[] {
	const entries: unknown[] = Array.isArray(data) ? data : [data];
	return entries.map((entry) => {
		const parsed = record.safeParse(entry);
		// n8n's items hold JSON, and this came from JSON or XML.
		return (parsed.success ? parsed.data : { value: entry }) as IDataObject;
	});
}

export function operation<Input>(definition: Definition<Input>): Operation {
	const {
		input,
		request,
		credits,
		sharedLimit,
		answer,
		reader,
		output,
		options,
		preview,
		...face
	} = definition;
	const entry = isList(answer) ? answer.element : answer;
	const seen = [...face.fields, ...(options ?? [])];
	const labelOf = (name: string) => seen.find((field) => field.name === name)?.displayName ?? name;
	return {
		...face,
		preview: preview ?? entry,
		options: options ?? [],
		reader: reader ?? enveloped(answer),
		output: output ?? plainOutput,
		check: (parameters) => {
			const parsed = input.safeParse(parameters, { errorMap: inputErrors });
			if (!parsed.success) {
				const problems = parsed.error.issues.map(({ path: [name, ...rest], message }) => ({
					field: [labelOf(String(name ?? '')), ...rest].join(' › '),
					what: message,
				}));
				return { ok: false, problems };
			}
			const value = parsed.data;
			return {
				ok: true,
				plan: {
					request: request(value),
					credits: credits?.(value),
					sharedLimit: sharedLimit?.(value),
				},
			};
		},
	};
}

/** Operations that belong together, as the person picks them. */
export interface Resource {
	value: string;
	name: string;
	credential: CredentialName;
	operations: Operation[];
}
