import { NodeOperationError } from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod';

import { isTool } from '../n8n';
import type { Failure, Sent } from '../outcome';
import type { ItemState } from '../itemState';
import { inOne, wordsForItem, wordsForWrongItem, type ErrorWords } from './words';

/** Fields of an item that failed. Their names are unlikely to be columns of a user's own list. */
export const failedItem = z.object({
	error: z.string(),
	error_advice: z.string(),
	error_code: z.union([z.number(), z.string()]).nullable(),
	was_sent: z.enum(['no', 'maybe', 'yes']),
	/** A message has either of the two. */
	destination: z.string().nullish(),
	room_id: z.string().nullish(),
});

type FailedItem = z.output<typeof failedItem>;

const WAS_SENT = { no: 'no', unknown: 'maybe', yes: 'yes' } as const satisfies Record<Sent, string>;

const codeOf = ({ code, status = 200 }: Partial<Failure> = {}) =>
	code ?? (status >= 200 && status <= 299 ? null : status);

export function outputItems(
	context: IExecuteFunctions,
	states: readonly ItemState[],
): INodeExecutionData[] {
	const node = context.getNode();
	const input = context.getInputData();
	const hasErrorOutput = node.onError === 'continueErrorOutput';

	/**
	 * n8n moves an item with the property `error` to the error output, and copies it there. A copy that still has the
	 * property loses all but its message. So the property is not enumerable, and is not copied.
	 */
	const forErrorOutput = (output: INodeExecutionData, words: ErrorWords) => {
		const { message, description } = words;
		const error = new NodeOperationError(node, message, { description });
		// n8n does not copy an item that comes from no node, so only its message is left.
		error.message = inOne(words);
		return Object.defineProperty(output, 'error', { value: error, enumerable: false });
	};

	const failedItemOf = (state: ItemState, item: number): INodeExecutionData => {
		const { operation, failure, problems, recipient } = state;
		const effect = operation?.effect ?? 'send';
		const words = failure
			? wordsForItem(failure, effect)
			: wordsForWrongItem(problems ?? [], effect);
		const added: FailedItem = {
			error: words.message,
			error_advice: words.description,
			error_code: codeOf(failure),
			was_sent: effect === 'send' ? WAS_SENT[failure?.sent ?? 'no'] : 'no',
			...(effect === 'send' && recipient),
		};
		// A model needs no copy of its own request.
		const own: IDataObject = isTool(context) ? {} : { ...input[item]?.json };
		const output = { json: { ...failure?.fields, ...own, ...added }, pairedItem: { item } };
		return hasErrorOutput ? forErrorOutput(output, words) : output;
	};

	return states.flatMap((state, item) =>
		state.output
			? state.output.map((json) => ({ json, pairedItem: { item } }))
			: [failedItemOf(state, item)],
	);
}

/** n8n treats an item as failed if `json.error` exists, whatever its value. */
export const isFailedItem = ({ json }: INodeExecutionData): boolean => json.error !== undefined;
