import { readFileSync } from 'node:fs';

/** Loaded into n8n before anything else: the time of day is off by as many milliseconds as a file says. */

const file = process.env.SHIFT_CLOCK_FILE ?? '';
const RealDate = Date;
// Others put a function of their own in its place.
const realNow = Date.now;
let shift = 0;

const now = () => realNow() + shift;

globalThis.Date = new Proxy(RealDate, {
	apply: () => new RealDate(now()).toString(),
	construct: (target, given: unknown[], newTarget) =>
		Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget) as Date,
	get: (target, key): unknown => (key === 'now' ? now : Reflect.get(target, key)),
});

setInterval(() => {
	try {
		shift = Number(readFileSync(file, 'utf8'));
	} catch {
		// The file is not there yet.
	}
}, 20).unref();
