import { LARGEST_CHUNK } from './verdicts';

/**
 * n8n keeps 20,000 marks for a node and drops the oldest beyond that. Were those of a run dropped while it sends, a
 * retry after a kill would send everything again: so a list whose marks would fill most of it is not sent.
 */
const MOST_CHUNKS = 4_000;
const MOST_KEYS = 12_000;

/** About half a second of the pace. */
const CHUNK_SECONDS = 0.5;

/** How many items a chunk has. It follows the pace, but in a very long list. */
export const chunkSizeOf = (items: number, requestsPerSecond: number): number =>
	Math.min(
		LARGEST_CHUNK,
		Math.max(1, Math.ceil(requestsPerSecond * CHUNK_SECONDS), Math.ceil(items / MOST_CHUNKS)),
	);

/** How many items at most may be sent at once; undefined if the list is not too long. */
export function tooLong(items: number, keys: number): number | undefined {
	if (keys > MOST_KEYS) return MOST_KEYS;
	const most = MOST_CHUNKS * LARGEST_CHUNK;
	return items > most ? most : undefined;
}
