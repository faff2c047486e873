import { NodeOperationError } from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod';

import { isTool } from '../n8n';
import type { Failure, Sent } from '../outcome';
import type { Slot } from '../slot';
import { inOne, wordsForItem, wordsForWrongItem, type ErrorWords } from './words';

/** What is added to an item that failed: names that no column of a person's own list is likely to have. */
export const failedItem = z.object({
	error: z.string(),
	error_advice: z.string(),
	error_code: z.union([z.number(), z.string()]).nullable(),
	was_sent: z.enum(['no', 'maybe', 'yes']),
	/** In their place, room_id if the message goes into a room; neither if nothing is sent. */
	destination: z.string().nullish(),
	room_id: z.string().nullish(),
});

type FailedItem = z.output<typeof failedItem>;

const WAS_SENT = { no: 'no', unknown: 'maybe', yes: 'yes' } as const satisfies Record<Sent, string>;

/** The service's own, or else that of HTTP; a success of HTTP is no code of an error. */
function codeOf({ code, status = 200 }: Partial<Failure> = {}): FailedItem['error_code'] {
	return code ?? (status >= 200 && status <= 299 ? null : status);
}

interface Failed {
	words: ErrorWords;
	added: FailedItem;
}

function failedOf({ operation, failure, problems, recipient }: Slot): Failed {
	const effect = operation?.effect ?? 'send';
	const words = failure ? wordsForItem(failure, effect) : wordsForWrongItem(problems ?? [], effect);
	const added = {
		error: words.message,
		error_advice: words.description,
		error_code: codeOf(failure),
		was_sent: effect === 'send' ? WAS_SENT[failure?.sent ?? 'no'] : 'no',
		...(effect === 'send' && recipient),
	};
	return { words, added };
}

/** The items that come out, in the order of the items that came in, each paired with its item. */
export function outputItems(
	context: IExecuteFunctions,
	slots: readonly Slot[],
): INodeExecutionData[] {
	const node = context.getNode();
	const input = context.getInputData();
	const hasErrorOutput = node.onError === 'continueErrorOutput';

	/**
	 * By its own property `error`, n8n knows an item for the error output, whatever is in its JSON. There n8n copies it,
	 * and of an item that still has the property then, it leaves nothing but the message: so it must not be copied.
	 */
	const forErrorOutput = (output: INodeExecutionData, words: ErrorWords) => {
		const { message, description } = words;
		const error = new NodeOperationError(node, message, { description });
		// An item that comes from no node is not copied: its message says all that is left.
		error.message = inOne(words);
		return Object.defineProperty(output, 'error', { value: error, enumerable: false });
	};

	const failedItemOf = (slot: Slot, item: number): INodeExecutionData => {
		const { words, added } = failedOf(slot);
		// A model needs no copy of what it has asked for.
		const own: IDataObject = isTool(context) ? {} : { ...input[item]?.json };
		const json = { ...slot.failure?.fields, ...own, ...added };
		const output = { json, pairedItem: { item } };
		return hasErrorOutput ? forErrorOutput(output, words) : output;
	};

	return slots.flatMap((slot, item) =>
		slot.output
			? slot.output.map((json) => ({ json, pairedItem: { item } }))
			: [failedItemOf(slot, item)],
	);
}

/** n8n treats an item as failed if `json.error` exists, whatever its value. */
export const isFailedItem = ({ json }: INodeExecutionData): boolean => json.error !== undefined;
