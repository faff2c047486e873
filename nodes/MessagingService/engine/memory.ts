import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { systemClock } from './clock';
import {
	digestOfList,
	Ledger,
	likenessOf,
	openMarks,
	type KeyNames,
	type Likeness,
	type Marked,
	type Retry,
	type RunLedger,
	type RunMarks,
	type Verdict,
} from './ledger';
import { MarkSweeper } from './markSweeper';
import {
	cancelSignal,
	descentOf,
	identityOfRun,
	isRetry,
	leaveBehind,
	leaveNothing,
	leftBehind,
	markStoreOf,
	placeOfRun,
	startedOver,
	stoppable,
} from './n8n';
import { isFailedItem } from './output';
import type { Slot } from './slot';

/** Shared by all executions of this process, as the pacers are: that makes it one ledger. */
const ledger = new Ledger();
const sweeper = new MarkSweeper();

/** What is to be sent, and what is known of the items of this run already. */
export interface Sends {
	toSend: ReadonlyMap<number, KeyNames | undefined>;
	known: readonly (Verdict | undefined)[];
	requestsPerSecond: number;
	/** The keys of all messages, those of which all is known too. */
	messages: readonly string[];
}

/** What a run remembers of its sends, and what it knows from runs before it. */
export interface Memory {
	runLedger: RunLedger;
	/** Of all items, if any of them is sent. */
	likenesses: readonly Likeness[];
	/** Before the first request leaves: claims the list in n8n's database. Undefined if there is no place for marks. */
	openMarks: (sends: Sends) => Promise<Marked | undefined>;
	/** The run has done all of its items. */
	done: (output: readonly INodeExecutionData[]) => void;
	/** Called in any case, at the very end. */
	close: () => Promise<void>;
}

async function likenessesOf(
	context: IExecuteFunctions,
	pause: () => Promise<void>,
): Promise<Likeness[]> {
	const likenesses: Likeness[] = [];
	for (const [item, { json }] of context.getInputData().entries()) {
		likenesses.push(likenessOf(item, json));
		await pause();
	}
	return likenesses;
}

/** Opens the memory of a run, before anything is sent. */
export async function remember(
	context: IExecuteFunctions,
	slots: readonly Slot[],
	pause: () => Promise<void>,
): Promise<Memory> {
	const sends = slots.some(({ operation, output }) => operation?.effect === 'send' && !output);
	const place = placeOfRun(context);
	const descent = descentOf(context);
	const likenesses = sends ? await likenessesOf(context, pause) : [];
	const identity = identityOfRun(context, likenesses[0]);
	const isRetryOfSends = sends && isRetry(context);
	// Whatever else repeats an execution starts it over.
	const isOver = !isRetryOfSends || startedOver(context);
	const cancelled = cancelSignal(context);
	const row = sends ? await markStoreOf(context) : undefined;
	const store = row && stoppable(row, cancelled);
	const retry: Retry | undefined = isRetryOfSends
		? {
				left: leftBehind(context),
				likenesses,
				startedOver: isOver,
				hasMarks: store !== undefined && (descent.lineage !== undefined || descent.isForgetful),
			}
		: undefined;
	const runLedger = ledger.open(place, identity, retry);
	// Before anything can go wrong: a retry must also know that nothing was sent.
	if (sends) leaveBehind(context, runLedger.stored());

	const abandon = () => {
		ledger.abandon(runLedger);
	};
	cancelled?.addEventListener('abort', abandon);
	let ending: Parameters<Ledger['close']>[1] = 'failed';
	let marks: RunMarks | undefined;

	return {
		runLedger,
		likenesses,
		openMarks: async ({ toSend, known, requestsPerSecond, messages }) => {
			if (store === undefined) return undefined;
			const opened = await openMarks({
				store,
				place,
				identity,
				descent,
				known,
				toSend,
				requestsPerSecond,
				isRetry: isRetryOfSends,
				startedOver: isOver,
				isKnown: runLedger.view.isKnown,
				items: slots.length,
				// The input of an agent's tool need not say what the agent asks for.
				list: digestOfList(identity.isTool ? messages : likenesses),
				clock: systemClock,
			});
			({ marks } = opened);
			return opened;
		},
		done: ([first]) => {
			// n8n runs the node again if the first item that comes out has failed.
			ending = first && isFailedItem(first) ? 'may come again' : 'done';
			if (sends && ledger.isAlone(runLedger)) leaveNothing(context);
		},
		close: async () => {
			cancelled?.removeEventListener('abort', abandon);
			const hasOthers = !ledger.isAlone(runLedger);
			ledger.close(runLedger, ending);
			if (marks === undefined || row === undefined) return;
			const ended = marks.end(hasOthers).then((leftovers) => {
				if (leftovers) sweeper.add(row, leftovers);
			});
			// The mark that all was sent is not waited for: until it is there, a retry names what it can.
			if (ending === 'done') ended.catch(() => undefined);
			else await ended;
		},
	};
}
