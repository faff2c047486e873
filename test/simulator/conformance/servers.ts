import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { createService } from '../../support/service';

/** The servers that the service calls: a receiver of callbacks, and a server of files. */

export const callbackServer = createService();

/** The receiver of callbacks that tests register. */
export const receiver = {
	get url() {
		return callbackServer.url;
	},
	/** The callbacks so far at a path. */
	seen: (path: string) =>
		callbackServer.accepted().filter((one) => one.path.replace(/\?.*/, '') === path),
	/** Waits until there are this many callbacks at a path. */
	take: async (path: string, count: number) => {
		while (receiver.seen(path).length < count) await sleep(5);
		return receiver.seen(path).slice(0, count);
	},
};

const BLOCK = Buffer.alloc(64 * 1024);

function* blocksOf(size: number) {
	for (let left = size; left > 0; left -= BLOCK.length) yield BLOCK.subarray(0, left);
}

export const fileServer = createService();

fileServer.answer = ({ path }) => {
	const [size = '', mime = ''] = path.split('/').slice(1, 3).map(decodeURIComponent);
	const headers = { 'content-type': mime, 'content-length': size };
	return { headers, pieces: blocksOf(Number(size)) };
};

/** Files of any size. The server does not store them, since only their length counts. */
export const files = {
	url: (name: string, size = 10, mime = 'application/octet-stream') =>
		`${fileServer.url}/${size}/${encodeURIComponent(mime)}/${randomUUID()}/${name}`,
	/** The number of requests for a file. */
	asked: (url: string) => fileServer.journal.filter(({ path }) => url.endsWith(path)).length,
};
