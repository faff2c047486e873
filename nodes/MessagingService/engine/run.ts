import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { checkItems } from './check';
import { shortfallOf } from './checkCredit';
import { waitForDelivery } from './delivery';
import { openLives } from './messages';
import { leftForRetry } from './n8n';
import type { Resource, Values } from './operation';
import {
	failIfWrong,
	failIncomplete,
	hint,
	isFailedItem,
	outputItems,
	validateOnly,
	warn,
} from './output';
import { systemClock } from './pace';
import { send } from './send';
import { failureOf, isValidateOnly, nameOf, outcomeOf, outputOf, type NodeRun } from './itemState';

/** A long loop must not keep the rest of n8n waiting: another execution may start a request every 10 ms. */
const LONGEST_HOLD_MS = 4;

function pauses(): NodeRun['pause'] {
	let since = systemClock.now();
	return async () => {
		if (systemClock.now() - since <= LONGEST_HOLD_MS) return;
		await systemClock.sleep(0);
		since = systemClock.now();
	};
}

type Given = [resources: readonly Resource[], added?: Values];

async function runItems(context: IExecuteFunctions, ...given: Given) {
	const nodeRun: NodeRun = { context, pause: pauses() };
	const stop = () => nodeRun.stop?.();
	return await leftForRetry(context, stop, () => runAll(nodeRun, ...given));
}

async function runAll(nodeRun: NodeRun, ...[resources, added]: Given) {
	const { context } = nodeRun;
	const stopOnFailure = !context.continueOnFail();

	const states = await checkItems(nodeRun, resources, added);
	const shown = states.filter(isValidateOnly);
	if (shown.length > 0) validateOnly(context, states, (await shortfallOf(context, shown))?.what);
	const { lives, register } = await openLives(nodeRun, states);
	try {
		// Only after openLives: a wrong item that an earlier try sent is told as sent.
		if (stopOnFailure) failIfWrong(context, states);
		await send(nodeRun, states, lives, stopOnFailure);
	} finally {
		await lives.end();
	}
	await waitForDelivery(context, states, stopOnFailure);
	warn(context, states);

	// If the user pressed Stop, or an item failed, other items were never tried.
	const isComplete = states.every((state) => state.preview ?? outcomeOf(state) ?? state.problems);
	const hasFailed = states.some(failureOf);
	if (!isComplete || (hasFailed && stopOnFailure)) failIncomplete(context, states);

	const output = outputItems(context, states);
	const [first] = output;
	// n8n's Retry On Fail looks at the first output item only. If that has failed, the node may run again and needs the note.
	if (first && !isFailedItem(first)) register.forgetItems();
	return { states, output };
}

export const run = async (
	context: IExecuteFunctions,
	resources: readonly Resource[],
): Promise<INodeExecutionData[]> => (await runItems(context, resources)).output;

/** An execution can wait for one answer only, so only the question of the first item is sent. */
export async function runQuestion(
	context: IExecuteFunctions,
	resources: readonly Resource[],
	added: Values,
) {
	const { states, output } = await runItems(context, resources, added);
	const { length } = context.getInputData();
	if (length > 1) {
		hint(
			context,
			`Only the first of ${length} items was asked: an execution can wait for one answer. To ask one after the other, use a Loop Over Items node.`,
		);
	}
	const [state] = states;
	const [sent] = (state && outputOf(state)) ?? [];
	if (state === undefined || sent === undefined || isValidateOnly(state)) {
		return { output, input: undefined, asked: null, wasAskedBefore: false };
	}
	const isSkipped = sent.already_sent === true;
	return {
		output,
		input: isSkipped ? undefined : state.prepared?.plan.input,
		asked: state.recipient ? nameOf(state.recipient) : null,
		wasAskedBefore: isSkipped && state.prepared?.common.sendOnceKey === undefined,
	};
}
