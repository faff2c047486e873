/** What became of each send, so that nothing is sent twice. */
export { entryKey, entryOf, MAY_HAVE_BEEN_SENT, outcomeOfEntry, type Entry } from './entry';
export {
	likenessOf,
	type Descent,
	type Likeness,
	type RunIdentity,
	type RunPlace,
} from './identity';
export { Ledger, type Retry } from './ledger';
export {
	digestOfList,
	namesOfKey,
	openMarks,
	statesOfKeys,
	tooLong,
	type KeyNames,
	type KeyState,
	type Leftovers,
	type Marked,
	type MarkStore,
	type RunMarks,
	type Verdict,
} from './marks';
export type { RunLedger } from './runLedger';
export { alreadySent, NOT_NOTED, sendOnce, tooLongToNote, type Message } from './sendOnce';
