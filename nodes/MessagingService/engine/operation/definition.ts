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

export interface Review {
	problems: { name: string; what: string }[];
	warnings: string[];
}

export type WaitLimit = { afterMs: number } | { at: number };

/** What the execution waits for once its message is accepted. */
export interface Wait {
	/** The question in the form in which the execution keeps it. */
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
	/** Whether a message leaves: then it is never repeated on a guess. */
	effect: Effect;
	/** Options that hold for an agent, unless others were chosen. */
	asTool?: Readonly<Record<string, unknown>>;
	/** The field that names a file of the item. The input gets the file instead of its name, if it is wanted. */
	file?: { field: string; isWanted: (parameters: Readonly<Record<string, unknown>>) => boolean };
}

/** The facts are undefined if the service did not give them, or is not asked. */
interface Definition<Input, Facts, Data> extends Face {
	options?: INodeProperties[];
	/** What the service accepts, with its limits. Its keys are the names of the fields. */
	input: z.ZodType<Input, z.ZodTypeDef, unknown>;
	facts?: FactsSource<Facts>;
	review?: (input: Input, facts: Facts | undefined, common: CommonOptions) => Review;

	request: (input: Input, facts: Facts | undefined, common: CommonOptions) => ServiceRequest;
	/** The request without what differs in each try, such as a signed link. It shows that a message comes again. */
	likeRequest?: (input: Input) => ServiceRequest;
	/** The words of the message, if they are not simply in one of its fields. */
	text?: (input: Input, facts: Facts | undefined) => string | undefined;
	credits?: (input: Input) => number;
	sharedLimit?: (input: Input) => SharedLimit | undefined;
	pause?: (input: Input) => PauseBetween | undefined;
	pollUntil?: (input: Input) => PollGoal | undefined;
	wait?: (input: Input) => Wait;

	answer: z.ZodType<Data, z.ZodTypeDef, unknown>;
	/** How to find the data, if it is not in the service's usual envelope. */
	reader?: AnswerReader<Data>;
	/** From the data to items; without this, the data itself. What all sends share is added to those of a send. */
	output?: (data: Data, input: Input) => IDataObject[];
	/** One item of the output, if it is not simply (an entry of) the answer. For a send, without what all sends share. */
	preview?: ItemShape;
}

interface PlannedMessage {
	recipient: Recipient | undefined;
	text: string | null;
	/** The output once it was accepted, as far as the response is known. */
	item: (response: IDataObject) => IDataObject;
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

/** Why an item cannot be sent. */
export interface Wrong {
	ok: false;
	problems: Problem[];
}

export type Planned = { ok: true; plan: Plan } | Wrong;

type Parsed = { ok: true; planItem: (common: CommonOptions, facts?: unknown) => Planned } | Wrong;

/** An operation as the rest of the engine sees it: the types of its input, facts and answer stay inside. */
export interface Operation extends Face {
	options: INodeProperties[];
	facts?: FactsSource<unknown>;
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
	const { fields, options = [], input, answer, effect } = definition;
	const { output = plainOutput, reader = enveloped(answer) } = definition;
	const labels = labelsOf([...fields, ...options]);
	const problemAt = (path: readonly (string | number)[], what: string): Problem => ({
		field: labelOfPath(labels, path),
		what,
	});
	// The output of a question is the answer to it, and not what became of its message.
	const isShared = effect === 'send' && definition.wait === undefined;
	const shared = isShared ? coreOf(fields) : z.object({});
	const entry = entryOf(answer);
	const own = definition.preview ?? entry;
	const whole = definition.wait ? own : shared.merge(entry).merge(own);

	const messageOf = (given: Input, facts: Facts | undefined): PlannedMessage => {
		const recipient = recipientIn(fields, given);
		const text = definition.text?.(given, facts) ?? textIn(given);
		const item = (response: IDataObject) =>
			withoutUnknown(acceptedItem(recipient, text, given, response));
		return { recipient, text, item };
	};

	const planItem = (given: Input, common: CommonOptions, facts: Facts | undefined): Planned => {
		const { problems = [], warnings = [] } = definition.review?.(given, facts, common) ?? {};
		if (problems.length > 0) {
			return { ok: false, problems: problems.map(({ name, what }) => problemAt([name], what)) };
		}
		const message = effect === 'send' ? messageOf(given, facts) : undefined;
		const request = definition.request(given, facts, common);
		const plan: Plan = {
			request,
			likeRequest: definition.likeRequest?.(given) ?? request,
			wait: definition.wait?.(given),
			answer: expectedAnswer(effect, reader, (data) =>
				output(data, given).map(message?.item ?? withoutUnknown),
			),
			credits: definition.credits?.(given),
			sharedLimit: definition.sharedLimit?.(given),
			pause: definition.pause?.(given),
			pollUntil: definition.pollUntil?.(given),
			warnings,
			message,
		};
		return { ok: true, plan };
	};

	const parse = (parameters: Record<string, unknown>): Parsed => {
		const parsed = input.safeParse(parameters, { errorMap: inputErrors });
		if (!parsed.success) {
			const { issues } = parsed.error;
			return { ok: false, problems: issues.map(({ path, message }) => problemAt(path, message)) };
		}
		// The facts come from this operation's own source, so they have its type.
		return {
			ok: true,
			planItem: (common, facts) => planItem(parsed.data, common, facts as Facts | undefined),
		};
	};

	return { ...definition, options, preview: shared.merge(own), whole, parse };
}
