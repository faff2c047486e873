import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { enveloped, expectedAnswer, type AnswerReader, type ExpectedAnswer } from '../answer';
import type { FactsSource } from '../facts';
import type { Effect } from '../outcome';
import type { PauseBetween, PollGoal, SharedLimit } from '../pace';
import type { ServiceRequest } from '../wire';
import type { CommonOptions } from './commonOptions';
import { inputErrors } from './inputErrors';
import {
	acceptedItem,
	coreOf,
	plainOutput,
	recipientIn,
	textIn,
	withoutUnknown,
	type Recipient,
} from './outputFields';
import { labelOfPath, labelsOf } from './labels';

export interface Problem {
	field: string;
	what: string;
}

/** What speaks against an item, or is worth knowing of it. */
export interface Review {
	problems: { name: string; what: string }[];
	warnings: string[];
}

export type WaitLimit = { afterMs: number } | { at: number };

/** What the execution waits for once its message is accepted. */
export interface Wait {
	/** What is asked, as it is kept with the execution. */
	question: IDataObject;
	limit: WaitLimit | undefined;
}

type ItemShape = z.ZodObject<z.ZodRawShape>;

interface Face {
	value: string;
	name: string;
	/** Shown in the nodes panel, and the description of the node as an agent's tool. */
	action: string;
	description: string;
	/** In the order in which a user thinks of them. */
	fields: INodeProperties[];
	/** Fields under Options, next to those that every operation has. */
	options?: INodeProperties[];
}

interface Accepts<Input, Facts> {
	/** What the service accepts, with its limits. Its keys are the names of the fields. */
	input: z.ZodType<Input, z.ZodTypeDef, unknown>;
	/** Options that hold for an agent, unless others were chosen. */
	asTool?: Readonly<Record<string, unknown>>;
	/** The field that names a file of the item. The input gets the file instead of its name, if it is wanted. */
	file?: { field: string; isWanted: (parameters: Readonly<Record<string, unknown>>) => boolean };
	/** What to ask the service before the first item is sent. */
	facts?: FactsSource<Facts>;
	/** The facts are undefined if the service did not give them, or is not asked. */
	review?: (input: Input, facts: Facts | undefined, common: CommonOptions) => Review;
}

interface Sends<Input, Facts> {
	/** Whether a message leaves: then it is never repeated on a guess. */
	effect: Effect;
	request: (input: Input, facts: Facts | undefined, common: CommonOptions) => ServiceRequest;
	/** The request without what is another in each try, such as a signed link: by this, a message that comes again is known. */
	likeRequest?: (input: Input) => ServiceRequest;
	/** The words of the message, if they are not simply in one of its fields. */
	text?: (input: Input, facts: Facts | undefined) => string | undefined;
	credits?: (input: Input) => number;
	sharedLimit?: (input: Input) => SharedLimit | undefined;
	pause?: (input: Input) => PauseBetween | undefined;
	pollUntil?: (input: Input) => PollGoal | undefined;
	/** What the execution waits for after the message, if it asks something. */
	wait?: (input: Input) => Wait;
}

/** What comes back, and what comes out. */
interface Returns<Input, Data> {
	answer: z.ZodType<Data, z.ZodTypeDef, unknown>;
	/** How to find the data, if it is not in the service's usual envelope. */
	reader?: AnswerReader<Data>;
	/** From the data to items; without this, the data itself. What all sends share is added to those of a send. */
	output?: (data: Data, input: Input) => IDataObject[];
	/** One item that comes out, if it is not simply (an entry of) the answer; of a send, without what all sends share. */
	preview?: ItemShape;
}

type Definition<Input, Facts, Data> = Face &
	Accepts<Input, Facts> &
	Sends<Input, Facts> &
	Returns<Input, Data>;

interface PlannedMessage {
	recipient: Recipient | undefined;
	text: string | null;
	/** What comes out if only the reference number is known of its answer. */
	accepted: (refNo: string | null) => IDataObject;
}

export interface Plan {
	request: ServiceRequest;
	likeRequest: ServiceRequest;
	wait: Wait | undefined;
	answer: ExpectedAnswer;
	credits: number | undefined;
	sharedLimit: SharedLimit | undefined;
	pause: PauseBetween | undefined;
	pollUntil: PollGoal | undefined;
	warnings: string[];
	message: PlannedMessage | undefined;
}

export type Planned = { ok: true; plan: Plan } | { ok: false; problems: Problem[] };

/** Plans an item, with the facts from the operation's own source or without any. */
type PlanItem = (common: CommonOptions, facts?: unknown) => Planned;

type Parsed = { ok: true; planItem: PlanItem } | { ok: false; problems: Problem[] };

/** An operation as the rest of the engine sees it: the types of its input, facts and answer stay inside. */
export interface Operation
	extends Required<Face>, Pick<Accepts<unknown, unknown>, 'file' | 'asTool'> {
	effect: Effect;
	facts: FactsSource<unknown> | undefined;
	preview: ItemShape;
	/** The same with Simplify off. */
	whole: ItemShape;
	parse: (parameters: Record<string, unknown>) => Parsed;
}

function entryOf(answer: z.ZodTypeAny): ItemShape {
	const entry: unknown = answer instanceof z.ZodArray ? answer.element : answer;
	return entry instanceof z.ZodObject ? (entry as ItemShape) : z.object({});
}

export function operation<Input, Data, Facts = undefined>(
	definition: Definition<Input, Facts, Data>,
): Operation {
	const { fields, options = [], input, facts: source, answer, effect } = definition;
	const { output = plainOutput } = definition;
	const reader = definition.reader ?? enveloped(answer);
	const labels = labelsOf([...fields, ...options]);
	const shared = effect === 'send' ? coreOf(fields) : z.object({});
	// Of a question, the answer to it comes out, and not what became of its message.
	const isQuestion = definition.wait !== undefined;
	const own = definition.preview ?? entryOf(answer);
	const preview = isQuestion ? own : shared.merge(own);
	const whole = isQuestion ? own : shared.merge(entryOf(answer)).merge(own);

	const messageOf = (given: Input, facts: Facts | undefined) => {
		const recipient = recipientIn(fields, given);
		const text = definition.text?.(given, facts) ?? textIn(given);
		return {
			recipient,
			text,
			item: (entry: IDataObject) => acceptedItem(recipient, text, given, entry),
		};
	};

	const planItem = (given: Input, common: CommonOptions, facts: Facts | undefined): Planned => {
		const review = definition.review?.(given, facts, common);
		if (review !== undefined && review.problems.length > 0) {
			const problems = review.problems.map(({ name, what }) => ({
				field: labelOfPath(labels, [name]),
				what,
			}));
			return { ok: false, problems };
		}
		const message = effect === 'send' ? messageOf(given, facts) : undefined;
		const itemsOf = (data: Data): IDataObject[] => {
			const entries = output(data, given);
			return (message ? entries.map((entry) => message.item(entry)) : entries).map(withoutUnknown);
		};
		const request = definition.request(given, facts, common);
		const plan: Plan = {
			request,
			likeRequest: definition.likeRequest?.(given) ?? request,
			wait: definition.wait?.(given),
			answer: expectedAnswer({ effect, reader, output: itemsOf }),
			credits: definition.credits?.(given),
			sharedLimit: definition.sharedLimit?.(given),
			pause: definition.pause?.(given),
			pollUntil: definition.pollUntil?.(given),
			warnings: review?.warnings ?? [],
			message: message && {
				recipient: message.recipient,
				text: message.text,
				accepted: (refNo) => withoutUnknown(message.item({ ref_no: refNo })),
			},
		};
		return { ok: true, plan };
	};

	const parse = (parameters: Record<string, unknown>): Parsed => {
		const parsed = input.safeParse(parameters, { errorMap: inputErrors });
		if (!parsed.success) {
			const problems = parsed.error.issues.map(({ path, message }) => ({
				field: labelOfPath(labels, path),
				what: message,
			}));
			return { ok: false, problems };
		}
		// The facts come from this operation's own source, so they have its type.
		return {
			ok: true,
			planItem: (common, facts) => planItem(parsed.data, common, facts as Facts | undefined),
		};
	};

	const { value, name, action, description, file, asTool } = definition;
	return {
		value,
		name,
		action,
		description,
		fields,
		options,
		effect,
		...(file && { file }),
		...(asTool && { asTool }),
		facts: source,
		preview,
		whole,
		parse,
	};
}
