/** What became of each send, so that nothing is sent twice. */
export { entryKey } from './entry';
export { likenessOf, type Likeness, type RunIdentity, type RunPlace } from './identity';
export { Ledger, type Retry } from './ledger';
export type { RunLedger } from './runLedger';
export { sendOnce } from './sendOnce';
