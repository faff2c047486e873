/** What became of each message, and what is said of it. */
export type { Life, Tally } from './life';
export { Lives } from './lives';
export type { WasSent } from './table';
export { failureFor, likeFirst, WHETHER_SENT } from './words';
