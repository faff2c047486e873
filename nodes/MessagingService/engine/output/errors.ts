import { NodeApiError, NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';

import { cancelSignal, isTool } from '../n8n';
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

/** A model reads only the message, so its message also says whether it was sent, and what to do. */
const messageFor = (context: IExecuteFunctions, words: ErrorWords): string =>
	isTool(context) ? inOne(words) : words.message;

/** An item index is left out, since n8n would add its own number of the item, counted from 0. */
function fail(context: IExecuteFunctions, words: ErrorWords): never {
	const message = messageFor(context, words);
	const { description } = words;
	throwAs(new NodeOperationError(context.getNode(), message, { description }), message);
}

/** With On Error: Stop, one wrong item keeps all from being sent. */
export function failIfWrong(context: IExecuteFunctions, slots: readonly Slot[]): void {
	const wrong = slots.flatMap(({ problems }, item) => (problems ? [{ item, problems }] : []));
	if (wrong.length === 0) return;
	const isSend = slots.some(({ operation, output }) => operation?.effect === 'send' && !output);
	fail(context, wordsForWrongBatch(wrong, slots.length, isSend ? 'send' : 'read'));
}

function tallyOf(slots: readonly Slot[]): string {
	if (slots.every(({ operation }) => operation?.effect !== 'send')) return '';
	const accepted = slots.filter(
		(slot) => (slot.output && !isValidateOnly(slot)) ?? slot.failure?.sent === 'yes',
	);
	const uncertain = slots.flatMap(({ failure }, item) =>
		failure?.sent === 'unknown' ? [item] : [],
	);
	return wordsForTally(slots.length, accepted.length, uncertain);
}

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
	const code = failure.status === undefined ? {} : { httpCode: String(failure.status) };
	throwAs(new NodeApiError(context.getNode(), {}, { message, description, ...code }), message);
}
