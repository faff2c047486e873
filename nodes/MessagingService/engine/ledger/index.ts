/** What became of each send, so that nothing is sent twice. */
export { entryKey, entryOf, MAY_HAVE_BEEN_SENT, outcomeOfEntry, type Entry } from './entry';
export { likenessOf, type Likeness, type RunIdentity, type RunPlace } from './identity';
export { Ledger, type Retry } from './ledger';
export {
	digestOfList,
	LARGEST_CHUNK,
	namesOfKey,
	namesOfRun,
	openPass,
	RunMarks,
	statesOfKeys,
	type Finished,
	type KeyNames,
	type MarkStore,
	type Verdict,
} from './marks';
export type { RunLedger } from './runLedger';
export { alreadySent, NOT_NOTED, sendOnce, type Message } from './sendOnce';
