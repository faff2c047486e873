import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { checkItems, type Selection } from './check';
import { systemClock } from './clock';
import { usedKeys } from './messages';
import type { Resource } from './operation';
import {
	failIfWrong,
	failIncomplete,
	hintOnlyFirst,
	isFailedItem,
	outputItems,
	validateOnly,
	warn,
	warnOfAnswers,
} from './output';
import { pacers } from './pace';
import { send } from './send';
import { isValidateOnly, type NodeRun } from './itemState';

/** A long loop may keep the rest of the process waiting this long. */
const LONGEST_HOLD_MS = 15;
/** While another execution sends, it must be shorter: each time we yield, it starts one of its 100 requests a second. */
const LONGEST_HOLD_WHILE_OTHERS_SEND_MS = 2;

function pauses(): NodeRun['pause'] {
	let since = systemClock.now();
	return async () => {
		const held = systemClock.now() - since;
		if (held <= LONGEST_HOLD_WHILE_OTHERS_SEND_MS) return;
		if (held <= LONGEST_HOLD_MS && !pacers.areSending()) return;
		await systemClock.sleep(0);
		since = systemClock.now();
	};
}

/** Runs the items of a node: check, validate only, warn, send, output. */
async function runItems(
	context: IExecuteFunctions,
	resources: readonly Resource[],
	selection?: Selection,
) {
	const stopOnFailure = !context.continueOnFail();
	const nodeRun = { context, pause: pauses() };

	const states = await checkItems(nodeRun, resources, selection);
	validateOnly(states, await usedKeys(context, states));
	warn(context, states);

	if (stopOnFailure) failIfWrong(context, states);
	const register = await send(nodeRun, states, stopOnFailure);
	warnOfAnswers(context, states);

	// An execution that was cancelled, or stopped at a failure, leaves items that were never tried.
	const isComplete = states.every(({ output, failure, problems }) => output ?? failure ?? problems);
	const hasFailed = states.some(({ failure }) => failure !== undefined);
	if (!isComplete || (hasFailed && stopOnFailure)) failIncomplete(context, states);

	const output = outputItems(context, states);
	const [first] = output;
	// n8n runs the node again if the first item that it outputs has failed.
	if (first && !isFailedItem(first)) register.forgetItems();
	return { states, output };
}

export const run = async (
	context: IExecuteFunctions,
	resources: readonly Resource[],
): Promise<INodeExecutionData[]> => (await runItems(context, resources)).output;

/**
 * Sends the message of the first item, which asks something: an execution can wait for one answer only.
 * @returns `wasAskedBefore` if an earlier execution sent the question, so it is not sent now
 */
export async function runQuestion(
	context: IExecuteFunctions,
	resources: readonly Resource[],
	given: Readonly<Record<string, unknown>>,
) {
	const { states, output } = await runItems(context, resources, { onlyFirst: true, given });
	const { length } = context.getInputData();
	if (length > 1) hintOnlyFirst(context, length);
	const [state] = states;
	const [sent] = state?.output ?? [];
	if (state === undefined || sent === undefined || isValidateOnly(state)) {
		return { output, wait: undefined, wasAskedBefore: false };
	}
	const isSkipped = sent.already_sent === true;
	return {
		output,
		wait: isSkipped ? undefined : state.prepared?.plan.wait,
		wasAskedBefore: isSkipped && state.prepared?.common.sendOnceKey === undefined,
	};
}
