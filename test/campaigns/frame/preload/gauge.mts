import { createServer } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Loaded into n8n before anything else: tells how long n8n's thread computed, and how much its heap holds. */

const EVERY_MS = 4;
const MB = 1024 * 1024;

/** n8n 2 runs on Node 24, which has this; the types are those of Node 20. */
const node = process as NodeJS.Process & { threadCpuUsage: () => NodeJS.CpuUsage };

/** What this thread has computed so far. A machine that is busy with other things takes time, and none of this. */
const computed = () => {
	const { user, system } = node.threadCpuUsage();
	return (user + system) / 1000;
};

let longestMs = 0;
let computedBefore = computed();

const look = () => {
	const now = computed();
	longestMs = Math.max(longestMs, now - computedBefore);
	computedBefore = now;
};

/** The worst since it was asked last. */
function read(): object {
	look();
	const reading = { computedMs: longestMs };
	longestMs = 0;
	computedBefore = computed();
	return reading;
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** What is left when everything that nobody holds any more is gone. */
function heap(): object {
	collect();
	return { heapMB: process.memoryUsage().heapUsed / MB };
}

// n8n's task runners inherit the environment: only n8n itself is watched.
if (process.argv.includes('start')) {
	setInterval(look, EVERY_MS).unref();
	createServer(({ url }, response) => {
		response.setHeader('connection', 'close');
		response.end(JSON.stringify(url === '/heap' ? heap() : read()));
	})
		.listen(Number(process.env.HOSTILE_GAUGE_PORT), '127.0.0.1')
		.unref();
}
