import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { systemClock } from './clock';
import {
	digestOfList,
	LARGEST_CHUNK,
	Ledger,
	likenessOf,
	namesOfRun,
	openPass,
	RunMarks,
	type KeyNames,
	type Likeness,
	type MarkStore,
	type Retry,
	type RunIdentity,
	type RunLedger,
	type Verdict,
} from './ledger';
import {
	cancelSignal,
	hasLostLineage,
	identityOfRun,
	isRetry,
	leaveBehind,
	leaveNothing,
	leftBehind,
	markStoreOf,
	placeOfRun,
	startedOver,
} from './n8n';
import { isFailedItem } from './output';
import { OldMarks } from './oldMarks';
import type { Slot } from './slot';

/** Shared by all executions of this process, as the pacers are: that makes it one ledger. */
const ledger = new Ledger();
const oldMarks = new OldMarks();

/** About half a second of the pace. */
const CHUNK_SECONDS = 0.5;

/** What is to be sent, and what is known of the items of this run already. */
export interface Sends {
	toSend: ReadonlyMap<number, KeyNames | undefined>;
	known: readonly (Verdict | undefined)[];
	requestsPerSecond: number;
}

/** Marks of a run, or that there is no place for them. */
export type OpenedMarks = { marks: RunMarks; verdicts: readonly Verdict[] } | undefined;

/** What a run remembers of its sends, and what it knows from runs before it. */
export interface Memory {
	runLedger: RunLedger;
	/** Of all items, if any of them is sent. */
	likenesses: readonly Likeness[];
	/** Undefined if n8n has no place for marks. */
	store: MarkStore | undefined;
	/** Before the first request leaves: claims the list in n8n's database. */
	openMarks: (sends: Sends) => Promise<OpenedMarks>;
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
	const identity: RunIdentity = { ...identityOfRun(context), firstItem: undefined };
	const place = placeOfRun(context);
	const likenesses = sends ? await likenessesOf(context, pause) : [];
	const isRetryOfSends = sends && isRetry(context);
	const isOver = startedOver(context);
	const store = sends ? await markStoreOf(context) : undefined;
	const retry: Retry | undefined = isRetryOfSends
		? {
				left: leftBehind(context),
				likenesses,
				startedOver: isOver,
				hasMarks: store !== undefined && !hasLostLineage(context),
			}
		: undefined;
	const runLedger = ledger.open(place, { ...identity, firstItem: likenesses[0] }, retry);
	// Before anything can go wrong: a retry must also know that nothing was sent.
	if (sends) leaveBehind(context, runLedger.stored());

	const cancelled = cancelSignal(context);
	const abandon = () => {
		ledger.abandon(runLedger);
	};
	cancelled?.addEventListener('abort', abandon);
	let ending: Parameters<Ledger['close']>[1] = 'failed';
	let marks: RunMarks | undefined;

	const openMarks = async (given: Sends): Promise<OpenedMarks> => {
		if (store === undefined) return undefined;
		const list = {
			items: slots.length,
			chunkSize: Math.min(
				LARGEST_CHUNK,
				Math.max(1, Math.ceil(given.requestsPerSecond * CHUNK_SECONDS)),
			),
		};
		const pass = await openPass({
			store,
			names: namesOfRun(place, identity, digestOfList(likenesses)),
			list,
			execution: place.execution,
			isRetry: isRetryOfSends,
			startedOver: isOver,
			isTool: identity.isTool,
			remembered: runLedger.view.isKnown ? given.known : undefined,
			sleep: (ms) => systemClock.sleep(ms),
		});
		const verdicts = pass.verdicts.map((verdict, item) => given.known[item] ?? verdict);
		const unsent = [...given.toSend].filter(([item]) => verdicts[item] === 'unsent');
		marks = new RunMarks(store, list, { ...pass, verdicts }, new Map(unsent));
		return { marks, verdicts };
	};

	return {
		runLedger,
		likenesses,
		store,
		openMarks,
		done: ([first]) => {
			// n8n runs the node again if the first item that comes out has failed.
			ending = first && isFailedItem(first) ? 'may come again' : 'done';
			if (sends && ledger.isAlone(runLedger)) leaveNothing(context);
		},
		close: async () => {
			cancelled?.removeEventListener('abort', abandon);
			const closing = marks;
			const hasOthers = !ledger.isAlone(runLedger);
			ledger.close(runLedger, ending);
			if (closing === undefined || store === undefined) return;
			const finished = await closing.close(hasOthers);
			if (finished) oldMarks.add(store, finished);
		},
	};
}
