/** Reads, checks and plans every item before the first request. */
export { checkItems, type Selection } from './checkItems';
