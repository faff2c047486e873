import type { IDataObject, INodeParameters, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { isArraySchema, isObjectSchema, type Result } from '../../../plain';
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
	type Values,
} from './outputFields';
import { inputErrors, labelOfPath, type Problem, type Problems } from './problems';

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
	/** Values that count if an agent runs the node, unless the user sets them. */
	asTool?: Values;
	/** Options that a new node has. A user may remove them. */
	standing?: INodeParameters;
	/** The field with the name of a file of the item. If the file is wanted, the input gets the file instead. */
	file?: { field: string; isWanted: (parameters: Values) => boolean };
}

/** A message is never repeated if it may have been accepted. Facts are undefined if the service gave none. */
interface Definition<Input, Facts, Data> extends Face {
	effect: Effect;
	options?: INodeProperties[];
	/** The schema of what the service accepts. Its keys are the names of the fields. */
	input: z.ZodType<Input, z.ZodTypeDef, unknown>;
	facts?: FactsSource<Facts>;
	review?: (input: Input, facts: Facts | undefined) => Review;
	request: (input: Input, facts: Facts | undefined, common: CommonOptions) => ServiceRequest;
	answer: z.ZodType<Data, z.ZodTypeDef, unknown>;
	/** Finds the data in a response that does not use the service's usual envelope. */
	reader?: AnswerReader<Data>;
	/** Makes output items from the data. Without this function, the data is the output. A send also gets the common fields. */
	output?: (data: Data, input: Input) => IDataObject[];
	/** The schema of an output item. Without this function, it is that of the data, and a send adds the common fields. */
	preview?: (common: ItemShape) => ItemShape;

	// The others are for messages, except the goal of a read that is repeated until it is reached.
	/** A request that is equal for equal messages. It lacks what differs each time, such as a signed link. */
	likeRequest?: (input: Input) => ServiceRequest;
	text?: (input: Input, facts: Facts | undefined) => string | undefined;
	credits?: (input: Input) => number;
	sharedLimit?: (input: Input) => SharedLimit | undefined;
	pause?: (input: Input) => PauseBetween | undefined;
	/** Looks up an accepted message, if the user waits for its delivery. */
	lookup?: (input: Input, common: CommonOptions, refNo: unknown) => Planned | undefined;
	pollUntil?: (input: Input) => PollGoal | undefined;
}

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
	lookup: (refNo: unknown) => Planned | undefined;
	warnings: string[];
	message: PlannedMessage | undefined;
}

type Planned = Result<{ plan: Plan }, Problems>;

/** An operation for the rest of the engine, which need not know the types of its input, facts and data. */
export interface Operation extends Face {
	effect: Effect;
	options: INodeProperties[];
	facts: FactsSource<unknown> | undefined;
	answer: z.ZodTypeAny;
	preview: ItemShape;
	plan: (parameters: Values, common: CommonOptions, facts?: unknown) => Planned;
}

/** Reads the parameters of an item, and says what is to be sent for them. */
export function operation<Input, Data, Facts = undefined>(
	definition: Definition<Input, Facts, Data>,
): Operation {
	const { effect, fields, options = [], answer, ...own } = definition;
	const { output = plainOutput, reader = enveloped(answer) } = own;
	const isSend = effect === 'send';
	const all = [...fields, ...options];
	const problemAt = (path: readonly (string | number)[], what: string): Problem => ({
		field: labelOfPath(all, path),
		what,
	});
	const entry = isArraySchema(answer) ? answer.element : answer;
	const core = isSend ? coreOf(fields) : z.object({});
	const ofData = isObjectSchema(entry) ? entry : z.object({});

	const plan = (parameters: Values, common: CommonOptions, given?: unknown): Planned => {
		const { data: input, error } = own.input.safeParse(parameters, { errorMap: inputErrors });
		if (error) {
			const problems = error.issues.map(({ path, message }) => problemAt(path, message));
			return { ok: false, problems };
		}
		// The engine gives each operation the facts of its own source, so the type is right.
		const facts = given as Facts | undefined;
		const { problems = [], warnings = [] } = own.review?.(input, facts) ?? {};
		if (problems.length > 0) {
			return { ok: false, problems: problems.map(({ name, what }) => problemAt([name], what)) };
		}
		const message = isSend ? messageIn(fields, input, own.text?.(input, facts)) : undefined;
		const request = own.request(input, facts, common);
		return {
			ok: true,
			plan: {
				request,
				likeRequest: own.likeRequest?.(input) ?? request,
				input,
				answer: {
					...expectedAnswer(effect, reader, (data) =>
						output(data, input).map(message?.item ?? withoutUnknown),
					),
					...(message && { withoutContent: [{ ...message.item({}), ref_no: null }] }),
				},
				credits: own.credits?.(input),
				sharedLimit: own.sharedLimit?.(input),
				pause: own.pause?.(input),
				pollUntil: own.pollUntil?.(input),
				lookup: (refNo) => own.lookup?.(input, common, refNo),
				warnings: [message?.dialed?.warning ?? [], warnings].flat(),
				message,
			},
		};
	};
	const preview = own.preview?.(core) ?? core.merge(ofData);
	return { ...definition, facts: own.facts, options, preview, plan };
}

export interface Resource {
	value: string;
	name: string;
	description: string;
	builderHint?: string;
	credential: CredentialName;
	/** Set for the resource by which n8n asks users to approve an agent's tool call. Its messages reach any number. */
	reviews?: true;
	/** As the editor lists them: the usual one, which is chosen by default, then those that send, then those that read. */
	operations: readonly Operation[];
}

/** A file that an input item carries. Requests are compared by their JSON, which has all but its content. */
export class ItemFile {
	constructor(
		readonly fileName: string | undefined,
		readonly mimeType: string,
		readonly size: number,
		readonly identity: string,
		readonly read: () => Promise<Buffer>,
	) {}
}
