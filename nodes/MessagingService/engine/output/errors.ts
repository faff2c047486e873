import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { IExecuteFunctions } from 'n8n-workflow';

import { cancelSignal, isTool } from '../n8n';
import type { Sent } from '../outcome';
import { isValidateOnly, type Slot } from '../slot';
import {
	inOne,
	wordsForFailedBatch,
	wordsForTally,
	wordsForWrongBatch,
	type ErrorWords,
} from './words';

/** n8n replaces a message that contains the name of a system error; ours already says what happened. */
function throwAs(error: NodeApiError | NodeOperationError, message: string): never {
	error.message = message;
	throw error;
}

/** A model reads only the message: it must also say whether it was sent, and what to do. */
const messageFor = (context: IExecuteFunctions, words: ErrorWords): string =>
	isTool(context) ? inOne(words) : words.message;

/** Without an item index, to which n8n would add its own number of the item, counted from 0. */
function fail(context: IExecuteFunctions, words: ErrorWords): never {
	const message = messageFor(context, words);
	const { description } = words;
	throwAs(new NodeOperationError(context.getNode(), message, { description }), message);
}

const sends = (slots: readonly Slot[]) =>
	slots.some(({ operation }) => operation?.effect === 'send');

/** With On Error: Stop, one wrong item keeps all from being sent. */
export function failIfWrong(context: IExecuteFunctions, slots: readonly Slot[]): void {
	const wrong = slots.flatMap(({ problems }, item) => (problems ? [{ item, problems }] : []));
	if (wrong.length === 0) return;
	const isSend = slots.some(({ operation, output }) => operation?.effect === 'send' && !output);
	fail(context, wordsForWrongBatch(wrong, slots.length, isSend ? 'send' : 'read'));
}

function tallyOf(slots: readonly Slot[]): string {
	if (!sends(slots)) return '';
	const numbers = (sent: Sent) =>
		slots.flatMap(({ failure }, item) => (failure?.sent === sent ? [item] : []));
	return wordsForTally({
		items: slots.length,
		accepted: slots.filter((slot) => slot.output !== undefined && !isValidateOnly(slot)).length,
		mayHaveBeenSent: numbers('unknown'),
		acceptedUnreadable: numbers('yes'),
	});
}

/** Ends a run that did not do all of its items. */
export function failIncomplete(context: IExecuteFunctions, slots: readonly Slot[]): never {
	const tally = tallyOf(slots);
	const cancelled = 'The execution was cancelled';
	// n8n drops what a node says after it was cancelled, but keeps its log.
	if (cancelSignal(context)?.aborted) context.logger.info(`${cancelled}. ${tally}`);
	const slot = slots.find(({ failure }) => failure !== undefined);
	if (!slot?.failure) fail(context, { message: cancelled, description: tally });
	const { failure, operation } = slot;
	const failed = slots.flatMap(({ failure: other }, item) =>
		other?.what === failure.what && other.sent === failure.sent ? [item] : [],
	);
	const effect = operation?.effect ?? 'send';
	const words = wordsForFailedBatch({ failure, failed, items: slots.length, effect, tally });
	const { description } = words;
	const message = messageFor(context, words);
	const error = new NodeApiError(
		context.getNode(),
		{},
		{
			message,
			description,
			...(failure.status !== undefined && { httpCode: String(failure.status) }),
		},
	);
	throwAs(error, message);
}
