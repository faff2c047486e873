/** Loaded into n8n before anything else: the clock by which the node paces goes faster, so that an hour of a list takes minutes. */

const SPEED = Number(process.env.CLOCK_SPEED ?? '1');
const now = globalThis.performance.now.bind(globalThis.performance);

Object.defineProperty(globalThis.performance, 'now', { value: () => now() * SPEED });

/** Whether n8n's own `sleep` asks, by which the node waits. Whatever else n8n waits for takes its time. */
function isOfTheNode() {
	const { stackTraceLimit } = Error;
	Error.stackTraceLimit = 5;
	const { stack } = new Error('who asks');
	Error.stackTraceLimit = stackTraceLimit;
	return stack.includes('@n8n/utils/dist/sleep');
}

globalThis.setTimeout = new Proxy(globalThis.setTimeout, {
	apply: (setTimeout, self, [then, ms, ...more]) =>
		Reflect.apply(setTimeout, self, [then, isOfTheNode() ? ms / SPEED : ms, ...more]),
});
