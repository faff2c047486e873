import { NodeOperationError } from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod';

import { isTool } from '../n8n';
import type { Failure } from '../outcome';
import { failureOf, outputOf, type ItemState } from '../itemState';
import { inOne, wordsForItem, wordsForWrongItem, type ErrorWords } from './words';

/** The fields of a failed item. They are added to the user's columns, so their names must be unlikely there. */
export const failedItem = z.object({
	error: z.string(),
	error_advice: z.string(),
	error_code: z.union([z.number(), z.string()]).nullable(),
	was_sent: z.enum(['no', 'maybe', 'yes']),
	destination: z.string().nullish(),
	room_id: z.string().nullish(),
});

type FailedItem = z.output<typeof failedItem>;

const WAS_SENT = { notSent: 'no', uncertain: 'maybe', unreadable: 'yes' } as const satisfies Record<
	Failure['fate'],
	string
>;

const codeOf = ({ code, status = 200 }: Partial<Failure> = {}) =>
	code ?? (status >= 200 && status <= 299 ? null : status);

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
		const { operation, problems, recipient } = state;
		const failure = failureOf(state);
		const effect = operation?.effect ?? 'send';
		const words = failure
			? wordsForItem(failure, effect)
			: wordsForWrongItem(problems ?? [], effect, isTool(context));
		const added: FailedItem = {
			error: words.message,
			error_advice: words.description,
			error_code: codeOf(failure),
			was_sent: effect === 'send' ? WAS_SENT[failure?.fate ?? 'notSent'] : 'no',
			...(effect === 'send' && recipient),
		};
		// A model knows the input of its tool call, so a copy would only cost tokens.
		const own: IDataObject = isTool(context) ? {} : { ...input[item]?.json };
		const output = { json: { ...failure?.fields, ...own, ...added }, pairedItem: { item } };
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
