import { NodeApiError, NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';

import { cancelSignal, isForCaller, isTool } from '../n8n';
import { isAccepted, type Failure } from '../outcome';
import { failureOf, type ItemState } from '../itemState';
import {
	asShown,
	inOne,
	wordsForFailedBatch,
	wordsForTally,
	wordsForWrongBatch,
	wordsForWrongItem,
	type ErrorWords,
} from './words';

/** The error names no item index, because n8n would show it counted from 0. */
function fail(context: IExecuteFunctions, words: ErrorWords, failure?: Failure): never {
	// A model reads only the message of an error, also of a workflow that it calls. So the description is added to it.
	const message = isForCaller(context) ? inOne(words) : words.message;
	const description = asShown(words.description);
	const code = failure?.status === undefined ? {} : { httpCode: String(failure.status) };
	const error = failure
		? new NodeApiError(context.getNode(), {}, { message, description, ...code })
		: new NodeOperationError(context.getNode(), message, { description });
	// n8n rewrites messages that contain the name of a system error.
	error.message = message;
	throw error;
}

export function failIfWrong(context: IExecuteFunctions, states: readonly ItemState[]): void {
	const wrong = states.flatMap(({ problems }, item) => (problems ? [{ item, problems }] : []));
	const [first] = wrong;
	if (!first) return;
	const isSend = states.some(({ operation, preview }) => operation?.effect === 'send' && !preview);
	const effect = isSend ? 'send' : 'read';
	const words = isTool(context)
		? wordsForWrongItem(first.problems, effect, true)
		: wordsForWrongBatch(wrong, states.length, effect);
	fail(context, words);
}

function tallyOf(states: readonly ItemState[], isCancelled: boolean): string {
	if (states.every(({ operation }) => operation?.effect !== 'send')) return '';
	const accepted = states.filter(({ outcome }) => isAccepted(outcome?.fate));
	const uncertain = states.flatMap(({ outcome }, item) =>
		outcome?.fate === 'uncertain' ? [item] : [],
	);
	return wordsForTally(states.length, accepted.length, uncertain, isCancelled);
}

export function failIncomplete(context: IExecuteFunctions, states: readonly ItemState[]): never {
	const isCancelled = cancelSignal(context)?.aborted === true;
	const tally = tallyOf(states, isCancelled);
	const cancelled = 'The execution was cancelled';
	// n8n ignores the error of a cancelled node, so the log is the only place for the tally.
	if (isCancelled) context.logger.info(`${cancelled}. ${tally}`);
	const state = states.find(failureOf);
	const failure = state && failureOf(state);
	if (!failure) fail(context, { message: cancelled, description: tally });
	const failed = states.flatMap((one, item) => {
		const other = failureOf(one);
		return other?.what === failure.what && other.fate === failure.fate ? [item] : [];
	});
	const effect = state.operation?.effect ?? 'send';
	const items = states.length;
	fail(context, wordsForFailedBatch({ failure, failed, items, effect, tally }), failure);
}
