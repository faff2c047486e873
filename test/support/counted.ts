/** How often the service accepted each message, by what tells one from another. */
export type Times<Key> = ReadonlyMap<Key, number>;

export function timesOf<Key>(messages: Iterable<Key>): Times<Key> {
	const times = new Map<Key, number>();
	for (const message of messages) times.set(message, (times.get(message) ?? 0) + 1);
	return times;
}

/** Of those that were to be sent, how many never were. */
export const lostOf = <Key>(times: Times<Key>, messages: Iterable<Key>): number =>
	[...messages].filter((message) => !times.has(message)).length;

/** How many were accepted more than once. */
export const doubledOf = (times: Times<unknown>): number =>
	[...times.values()].filter((count) => count > 1).length;
