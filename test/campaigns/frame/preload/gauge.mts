import { createServer } from 'node:http';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Loaded into n8n before anything else: tells how long its event loop stood still, and how much memory it took. */

const EVERY_MS = 4;
const MB = 1024 * 1024;
const NS_PER_MS = 1e6;

/** n8n 2 runs on Node 24, which has this; the types are those of Node 20. */
const node = process as NodeJS.Process & { threadCpuUsage: () => NodeJS.CpuUsage };

/** What this thread has computed so far. A machine that is busy with other things takes time, and none of this. */
const computedMs = () => {
	const { user, system } = node.threadCpuUsage();
	return (user + system) / 1000;
};

function watch(): () => object {
	const delays = monitorEventLoopDelay({ resolution: EVERY_MS });
	delays.enable();
	let longestMs = 0;
	let computedBefore = computedMs();
	let mostRss = 0;
	let lastRssAt = 0;
	const look = () => {
		const now = computedMs();
		longestMs = Math.max(longestMs, now - computedBefore);
		computedBefore = now;
		const at = performance.now();
		if (at - lastRssAt < 40) return;
		lastRssAt = at;
		mostRss = Math.max(mostRss, process.memoryUsage.rss());
	};
	setInterval(look, EVERY_MS).unref();
	return () => {
		look();
		const reading = {
			stallMs: delays.max / NS_PER_MS,
			computedMs: longestMs,
			rssMB: mostRss / MB,
		};
		delays.reset();
		longestMs = 0;
		computedBefore = computedMs();
		mostRss = process.memoryUsage.rss();
		return reading;
	};
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** What is left when everything that nobody holds any more is gone. */
function heap(): object {
	collect();
	return { heapMB: process.memoryUsage().heapUsed / MB };
}

const port = Number(process.env.HOSTILE_GAUGE_PORT);

// n8n's task runners inherit the environment: only n8n itself is watched.
if (process.argv.includes('start') && Number.isInteger(port)) {
	const read = watch();
	createServer(({ url }, response) => {
		response.setHeader('connection', 'close');
		response.end(JSON.stringify(url === '/heap' ? heap() : read()));
	})
		.listen(port, '127.0.0.1')
		.unref();
}
