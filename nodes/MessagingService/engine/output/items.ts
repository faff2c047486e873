import type { INodeExecutionData } from 'n8n-workflow';

import type { Effect } from '../outcome';
import type { Slot } from '../slot';
import { wordsForItem, wordsForWrongItem } from './words';

/** The items that come out, in the order of the items that came in, each paired with its item. */
export const outputItems = (slots: readonly Slot[]): INodeExecutionData[] =>
	slots.flatMap((slot, item) => itemsOf(slot, item));

function itemsOf(
	{ operation, output, failure, problems }: Slot,
	item: number,
): INodeExecutionData[] {
	const pairedItem = { item };
	if (output) return output.map((json) => ({ json, pairedItem }));
	const effect: Effect = operation?.effect ?? 'send';
	const { message, description } = failure
		? wordsForItem(failure, effect)
		: wordsForWrongItem(problems ?? [], effect);
	// Just these two keys: by them, all versions of n8n send an item to the error output.
	return [{ json: { error: message, message: description }, pairedItem }];
}

/** n8n treats an item as failed if `json.error` exists, whatever its value. */
export const isFailedItem = ({ json }: INodeExecutionData): boolean => json.error !== undefined;
