import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod';

import { withoutQuotes } from '../../../plain';
import { isSuccess } from '../../../service';
import { isForCaller, isTool } from '../n8n';
import type { WasSent } from '../life';
import type { Failure } from '../outcome';
import { failureOf, outputOf, type ItemState } from '../itemState';
import {
	asShown,
	descriptionOfAll,
	inOne,
	wordsForFailedBatch,
	wordsForItem,
	wordsForTally,
	wordsForWrongBatch,
	wordsForWrongItem,
	type ErrorWords,
	type Tally,
} from './words';

/**
 * The fields of a failed item. They are added to the user's columns, so their names must be unlikely there. The node behind the
 * error output reads them (check/heldBack.ts), so that nobody gets the SMS too.
 */
export const failedItem = z.object({
	error: z.string(),
	error_advice: z.string(),
	error_code: z.union([z.number(), z.string()]).nullable(),
	was_sent: z.enum(['no', 'maybe', 'yes']),
	destination: z.string().nullish(),
	room_id: z.string().nullish(),
	/** Of an accepted message that did not arrive while the option Wait for Delivery waited for it. */
	ref_no: z.string().optional(),
	delivered: z.literal(false).optional(),
});

type FailedItem = z.output<typeof failedItem>;

const codeOf = ({ code, status = 200 }: Partial<Failure> = {}) =>
	code ?? (isSuccess(status) ? null : status);

export function outputItems(
	context: IExecuteFunctions,
	states: readonly ItemState[],
): INodeExecutionData[] {
	const node = context.getNode();
	const input = context.getInputData();
	const hasErrorOutput = node.onError === 'continueErrorOutput';

	/** n8n drops the fields of an item whose copy has this property. A copy has only enumerable properties. */
	const forErrorOutput = (output: INodeExecutionData, words: ErrorWords) => {
		const error = new NodeOperationError(node, words.message);
		// n8n does not copy an item without a source node, and outputs only this message.
		error.message = inOne(words);
		return Object.defineProperty(output, 'error', { value: error, enumerable: false });
	};

	const failedItemOf = (state: ItemState, item: number): INodeExecutionData => {
		const { problems, recipient, meantFor, life } = state;
		const failure = failureOf(state);
		const words = failure
			? wordsForItem(failure, life?.wasSent)
			: wordsForWrongItem(problems ?? [], life?.wasSent, isTool(context));
		const added: FailedItem = {
			error: words.message,
			error_advice: words.description,
			error_code: codeOf(failure),
			// A read sends nothing, and so does an item that Validate Only shows.
			was_sent: life?.wasSent ?? 'no',
			...recipient,
		};
		// A model knows the input of its tool call, so a copy would only cost tokens.
		const own: IDataObject = isTool(context) ? {} : { ...input[item]?.json };
		const tested = typeof meantFor === 'string' && { would_send_to: meantFor };
		const json = { ...failure?.fields, ...own, ...tested, ...added, ...failure?.followed };
		const output = { json, pairedItem: { item } };
		return hasErrorOutput ? forErrorOutput(output, words) : output;
	};

	return states.flatMap(
		(state, item) =>
			outputOf(state)?.map((json) => ({ json, pairedItem: { item } })) ?? [
				failedItemOf(state, item),
			],
	);
}

/** n8n treats an item as failed if `json.error` exists, whatever its value. */
export const isFailedItem = ({ json }: INodeExecutionData): boolean => json.error !== undefined;

/** The error names no item index, because n8n would show it counted from 0. */
function fail(context: IExecuteFunctions, words: ErrorWords, failure?: Failure): never {
	// A model reads only the message of an error, also of a workflow that it calls. So the description is added to it.
	const told = isForCaller(context) ? inOne(words) : words.message;
	// n8n logs the message of what stops an execution. The error of a tool stops none, and a model must know its words.
	const isLogged = !isTool(context) || context.getNode().onError === 'stopWorkflow';
	const message = isLogged ? withoutQuotes(told) : told;
	const description = asShown(message === told ? words.description : descriptionOfAll(words));
	const code = failure?.status === undefined ? {} : { httpCode: String(failure.status) };
	const error = failure
		? new NodeApiError(context.getNode(), {}, { message, description, ...code })
		: new NodeOperationError(context.getNode(), message, { description });
	// n8n rewrites messages that contain the name of a system error.
	error.message = message;
	throw error;
}

/** An item that an earlier try sent, or may have sent, is not wrong. */
export function failIfWrong(context: IExecuteFunctions, states: readonly ItemState[]): void {
	const wrong = states.flatMap((state, item) =>
		state.problems && !state.life?.outcome ? [{ item, problems: state.problems }] : [],
	);
	const [first] = wrong;
	if (!first) return;
	const words = isTool(context)
		? wordsForWrongItem(first.problems, states[first.item]?.life?.wasSent, true)
		: wordsForWrongBatch(wrong, tallyOf(states));
	fail(context, words);
}

function tallyOf(states: readonly ItemState[]): Tally {
	const those = (wanted: WasSent) =>
		states.flatMap(({ life }, item) => (life?.wasSent === wanted ? [item] : []));
	return { items: states.length, accepted: those('yes').length, uncertain: those('maybe') };
}

export function failIncomplete(context: IExecuteFunctions, states: readonly ItemState[]): never {
	const isCancelled = context.getExecutionCancelSignal()?.aborted === true;
	const tally = states.some(({ life }) => life) ? wordsForTally(tallyOf(states), isCancelled) : '';
	const cancelled = 'The execution was cancelled';
	// n8n ignores the error of a cancelled node, so the log is the only place for the tally.
	if (isCancelled) context.logger.info(`${cancelled}. ${tally}`);
	const state = states.find(failureOf);
	const failure = state && failureOf(state);
	if (!failure) fail(context, { message: cancelled, description: tally });
	const wasSent = state.life?.wasSent;
	const failed = states.flatMap((one, item) => {
		const isLike = failureOf(one)?.what === failure.what && one.life?.wasSent === wasSent;
		return isLike ? [item] : [];
	});
	const batch = { items: states.length, wasSent, tally };
	fail(context, wordsForFailedBatch(failure, failed, batch), failure);
}
