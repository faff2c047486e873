/** Loaded into n8n before anything else: the clock by which the node paces goes faster, so that an hour of a list takes minutes. */

const SPEED = Number(process.env.CLOCK_SPEED ?? '1');
const { performance } = globalThis;
const now = performance.now.bind(performance);
const { timeOrigin } = performance;

// The time of day that it gives is the same for all processes.
Object.defineProperty(performance, 'now', {
	value: () => (timeOrigin + now()) * SPEED - timeOrigin,
});

/** Whether n8n's own `sleep` asks, by which the node waits. Whatever else n8n waits for takes its time. */
function isOfTheNode() {
	const { stackTraceLimit, prepareStackTrace } = Error;
	Error.stackTraceLimit = 5;
	Error.prepareStackTrace = undefined;
	const { stack } = new Error('who asks');
	Error.stackTraceLimit = stackTraceLimit;
	Error.prepareStackTrace = prepareStackTrace;
	return stack.includes('@n8n/utils/dist/sleep');
}

Object.assign(globalThis, {
	setTimeout: new Proxy(globalThis.setTimeout, {
		apply: (setTimeout, self, [then, ms, ...more]) =>
			Reflect.apply(setTimeout, self, [then, isOfTheNode() ? ms / SPEED : ms, ...more]),
	}),
});
