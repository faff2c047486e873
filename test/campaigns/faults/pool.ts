/** Does the work of all, a few at a time; the results stand in the order of the wanted. */
export async function inLanes<T, R>(
	wanted: readonly T[],
	lanes: number,
	work: (one: T) => Promise<R>,
): Promise<R[]> {
	const results: R[] = [];
	const next = wanted.entries();
	const lane = async () => {
		for (const [at, one] of next) results[at] = await work(one);
	};
	await Promise.all(Array.from({ length: lanes }, lane));
	return results;
}
