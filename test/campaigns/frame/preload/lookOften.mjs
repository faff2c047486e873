/** Loaded into n8n before anything else: it looks for executions that have waited long enough twice a second, not once a minute. */

const MINUTE_MS = 60_000;
const OFTEN_MS = 500;

const setAsAsked = globalThis.setInterval;

/** @type {(work: () => void, ms: number, ...given: unknown[]) => unknown} */
const setOften = (work, ms, ...given) => {
	const isItsTurn = ms === MINUTE_MS && new Error().stack?.includes('wait-tracker') === true;
	return setAsAsked(work, isItsTurn ? OFTEN_MS : ms, ...given);
};

Object.assign(globalThis, { setInterval: setOften });
