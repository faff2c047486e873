import type { IDataObject, INodeParameters, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import type { Result } from '../../../plain';
import type { CredentialName } from '../../../service';
import { enveloped, expectedAnswer, type AnswerReader, type ExpectedAnswer } from '../answer';
import type { FactsSource } from '../facts';
import type { Effect } from '../outcome';
import type { PauseBetween, PollGoal, SharedLimit } from '../pace';
import type { ServiceRequest } from '../wire';
import type { CommonOptions } from './commonOptions';
import {
	coreOf,
	messageIn,
	plainOutput,
	withoutUnknown,
	type PlannedMessage,
} from './outputFields';
import { inputErrors, labelOfPath, labelsOf, type Problem, type Problems } from './problems';

export interface Review {
	problems: { name: string; what: string }[];
	warnings: string[];
}

type ItemShape = z.ZodObject<z.ZodRawShape>;

interface Face {
	value: string;
	name: string;
	/** The text in the nodes panel. It also describes the node to an agent. */
	action: string;
	description: string;
	fields: INodeProperties[];
	asTool?: Readonly<Record<string, unknown>>;
	/** Options that a new node has. A user may remove them. */
	standing?: INodeParameters;
	/** The field with the name of a file of the item. If the file is wanted, the input gets the file instead. */
	file?: { field: string; isWanted: (parameters: Readonly<Record<string, unknown>>) => boolean };
}

interface Common<Input, Data> extends Face {
	options?: INodeProperties[];
	/** The schema of what the service accepts. Its keys are the names of the fields. */
	input: z.ZodType<Input, z.ZodTypeDef, unknown>;
	answer: z.ZodType<Data, z.ZodTypeDef, unknown>;
	/** The schema of an output item. Without this function, it is that of the data, and a send adds the common fields. */
	preview?: (common: ItemShape) => ItemShape;
	/** Finds the data in a response that does not use the service's usual envelope. */
	reader?: AnswerReader<Data>;
	/** Makes output items from the data. Without this function, the data is the output. A send also gets the common fields. */
	output?: (data: Data, input: Input) => IDataObject[];
}

/** Sends a message. It is never repeated if it may have been accepted. Facts are undefined if the service gave none. */
interface SendDefinition<Input, Facts, Data> extends Common<Input, Data> {
	effect: 'send';
	facts?: FactsSource<Facts>;
	review?: (input: Input, facts: Facts | undefined) => Review;
	request: (input: Input, facts: Facts | undefined, common: CommonOptions) => ServiceRequest;
	/** A request that is equal for equal messages. It lacks what differs each time, such as a signed link. */
	likeRequest?: (input: Input) => ServiceRequest;
	text?: (input: Input, facts: Facts | undefined) => string | undefined;
	credits?: (input: Input) => number;
	sharedLimit?: (input: Input) => SharedLimit | undefined;
	pause?: (input: Input) => PauseBetween | undefined;
	/** Looks up an accepted message, if the user waits for its delivery. */
	lookup?: (input: Input, refNo: unknown) => Parsed | undefined;
}

interface ReadDefinition<Input, Data> extends Common<Input, Data> {
	effect: 'read';
	request: (input: Input) => ServiceRequest;
	pollUntil?: (input: Input) => PollGoal | undefined;
}

type Definition<Input, Facts, Data> =
	SendDefinition<Input, Facts, Data> | ReadDefinition<Input, Data>;

export interface Plan {
	request: ServiceRequest;
	likeRequest: ServiceRequest;
	/** The parameters of the item, read by the operation's own schema. */
	input: unknown;
	answer: ExpectedAnswer;
	credits: number | undefined;
	sharedLimit: SharedLimit | undefined;
	pause: PauseBetween | undefined;
	pollUntil: PollGoal | undefined;
	lookup: (refNo: unknown) => Parsed | undefined;
	warnings: string[];
	message: PlannedMessage | undefined;
}

type Planned = Result<{ plan: Plan }, Problems>;

type Parsed = Result<{ planItem: (common: CommonOptions, facts?: unknown) => Planned }, Problems>;

/** An operation for the rest of the engine, which need not know the types of its input, facts and data. */
export interface Operation extends Face {
	effect: Effect;
	options: INodeProperties[];
	facts: FactsSource<unknown> | undefined;
	answer: z.ZodTypeAny;
	preview: ItemShape;
	parse: (parameters: Record<string, unknown>) => Parsed;
}

function entryOf(answer: z.ZodTypeAny): ItemShape {
	const entry: unknown = answer instanceof z.ZodArray ? answer.element : answer;
	return entry instanceof z.ZodObject ? (entry as ItemShape) : z.object({});
}

export function operation<Input, Data, Facts = undefined>(
	definition: Definition<Input, Facts, Data>,
): Operation {
	const { effect, fields, options = [], input, answer } = definition;
	const { output = plainOutput, reader = enveloped(answer) } = definition;
	const send = definition.effect === 'send' ? definition : undefined;
	const labels = labelsOf([...fields, ...options]);
	const problemAt = (path: readonly (string | number)[], what: string): Problem => ({
		field: labelOfPath(labels, path),
		what,
	});
	const core = send ? coreOf(fields) : z.object({});
	const preview = definition.preview?.(core) ?? core.merge(entryOf(answer));

	const planItem = (values: Input, common: CommonOptions, facts: Facts | undefined): Planned => {
		const { problems = [], warnings = [] } = send?.review?.(values, facts) ?? {};
		if (problems.length > 0) {
			return { ok: false, problems: problems.map(({ name, what }) => problemAt([name], what)) };
		}
		const message = send && messageIn(fields, values, send.text?.(values, facts));
		const request = definition.request(values, facts, common);
		const plan: Plan = {
			request,
			likeRequest: send?.likeRequest?.(values) ?? request,
			input: values,
			answer: {
				...expectedAnswer(effect, reader, (data) =>
					output(data, values).map(message?.item ?? withoutUnknown),
				),
				...(message && { withoutContent: [{ ...message.item({}), ref_no: null }] }),
			},
			credits: send?.credits?.(values),
			sharedLimit: send?.sharedLimit?.(values),
			pause: send?.pause?.(values),
			pollUntil: definition.effect === 'read' ? definition.pollUntil?.(values) : undefined,
			lookup: (refNo) => send?.lookup?.(values, refNo),
			warnings: [...(message?.dialed?.warning ? [message.dialed.warning] : []), ...warnings],
			message,
		};
		return { ok: true, plan };
	};

	const parse = (parameters: Record<string, unknown>): Parsed => {
		const { data, error } = input.safeParse(parameters, { errorMap: inputErrors });
		if (error) {
			const problems = error.issues.map(({ path, message }) => problemAt(path, message));
			return { ok: false, problems };
		}
		return {
			ok: true,
			// The engine gives each operation the facts of its own source, so the type is right.
			planItem: (common, facts) => planItem(data, common, facts as Facts | undefined),
		};
	};

	return { ...definition, facts: send?.facts, options, preview, parse };
}

export interface Resource {
	value: string;
	name: string;
	description: string;
	credential: CredentialName;
	/** Set for the resource by which n8n asks users to approve an agent's tool call. Its messages reach any number. */
	reviews?: true;
	/** As the editor lists them: the usual one, which is chosen by default, then those that send, then those that read. */
	operations: readonly Operation[];
}

/** A file that an input item carries. */
export class ItemFile {
	readonly fileName: string | undefined;

	constructor(
		fileName: string | undefined,
		readonly mimeType: string,
		readonly size: number,
		private readonly identity: string,
		readonly read: () => Promise<Buffer>,
	) {
		const name = fileName?.trim();
		this.fileName = name === '' ? undefined : name;
	}

	/** Requests are compared by their JSON, so this JSON must be the same for the same file. */
	toJSON(): unknown {
		const { fileName, mimeType, size, identity } = this;
		return { fileName, mimeType, size, identity };
	}
}
