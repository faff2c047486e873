import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import {
	Ledger,
	likenessOf,
	type Likeness,
	type Retry,
	type RunIdentity,
	type RunLedger,
} from './ledger';
import {
	cancelSignal,
	identityOfRun,
	isRetry,
	leaveBehind,
	leaveNothing,
	leftBehind,
	placeOfRun,
	startedOver,
	takenUp,
} from './n8n';
import { isFailedItem } from './output';
import type { Slot } from './slot';

/** Shared by all executions of this process, as the pacers are: that makes it one ledger. */
const ledger = new Ledger();

/** What a run remembers of its sends, and what it knows from runs before it. */
export interface Memory {
	runLedger: RunLedger;
	/** Of all items, if any of them is sent. */
	likenesses: readonly Likeness[];
	/** The run has done all of its items. */
	done: (output: readonly INodeExecutionData[]) => void;
	/** Called in any case, at the very end. */
	close: () => void;
}

async function likenessesOf(
	context: IExecuteFunctions,
	{ parameters }: Pick<RunIdentity, 'parameters'>,
	pause: () => Promise<void>,
): Promise<Likeness[]> {
	const likenesses: Likeness[] = [];
	for (const [item, { json }] of context.getInputData().entries()) {
		likenesses.push(likenessOf(item, parameters, json));
		await pause();
	}
	return likenesses;
}

async function retryOf(
	context: IExecuteFunctions,
	likenesses: readonly Likeness[],
): Promise<Retry> {
	const left = leftBehind(context);
	return {
		left,
		likenesses,
		startedOver: startedOver(context),
		takenUp: left !== undefined && (await takenUp(context, left)),
	};
}

/** Opens the memory of a run, before anything is sent. */
export async function remember(
	context: IExecuteFunctions,
	slots: readonly Slot[],
	pause: () => Promise<void>,
): Promise<Memory> {
	const sends = slots.some(({ operation, output }) => operation?.effect === 'send' && !output);
	const identity = identityOfRun(context);
	const likenesses = sends ? await likenessesOf(context, identity, pause) : [];
	const retry = sends && isRetry(context) ? await retryOf(context, likenesses) : undefined;
	const runLedger = ledger.open(
		placeOfRun(context),
		{ ...identity, firstItem: likenesses[0] },
		retry,
	);
	// Before anything can go wrong: a retry must also know that nothing was sent.
	if (sends) leaveBehind(context, runLedger.stored());

	const cancelled = cancelSignal(context);
	const abandon = () => {
		ledger.abandon(runLedger);
	};
	cancelled?.addEventListener('abort', abandon);
	let ending: Parameters<Ledger['close']>[1] = 'failed';
	return {
		runLedger,
		likenesses,
		done: ([first]) => {
			// n8n runs the node again if the first item that comes out has failed.
			ending = first && isFailedItem(first) ? 'may come again' : 'done';
			if (sends && ledger.isAlone(runLedger)) leaveNothing(context);
		},
		close: () => {
			cancelled?.removeEventListener('abort', abandon);
			ledger.close(runLedger, ending);
		},
	};
}
