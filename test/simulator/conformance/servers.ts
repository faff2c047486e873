import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

/** The servers that the service calls: a receiver of callbacks, and a server of files. */

function serverOf(listener: RequestListener) {
	const server = createServer(listener);
	return {
		start: () => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)),
		// A server that listens on a port has an address of this kind.
		url: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		stop: () => {
			server.closeAllConnections();
			return new Promise((resolve) => server.close(resolve));
		},
	};
}

export interface Callback {
	method: string;
	url: URL;
	contentType: string;
	body: string;
}

const ended = (response: ServerResponse): void => {
	response.end();
};

let callbacks: Callback[] = [];
let answer = ended;

export const callbackServer = serverOf((request, response) => {
	void text(request).then((body) => {
		callbacks.push({
			method: request.method ?? '',
			url: new URL(request.url ?? '', 'http://127.0.0.1'),
			contentType: request.headers['content-type'] ?? '',
			body,
		});
		answer(response);
	});
});

/** The receiver of callbacks that tests register. */
export const receiver = {
	get url() {
		return callbackServer.url();
	},
	/** The callbacks so far at a path. */
	seen: (path: string) => callbacks.filter(({ url }) => url.pathname === path),
	/** Waits until there are this many callbacks at a path. */
	take: async (path: string, count: number) => {
		while (receiver.seen(path).length < count) await sleep(5);
		return receiver.seen(path).slice(0, count);
	},
	/** Responds in another way than with 200, until the next test. */
	answerBy: (otherwise: typeof answer) => {
		answer = otherwise;
	},
	forget: () => {
		callbacks = [];
		answer = ended;
	},
};

const BLOCK = Buffer.alloc(64 * 1024);
const asked = new Map<string, number>();

export const fileServer = serverOf((request, response) => {
	const { pathname } = new URL(request.url ?? '', 'http://127.0.0.1');
	asked.set(pathname, (asked.get(pathname) ?? 0) + 1);
	const [size, mime] = pathname.split('/').slice(1, 3).map(decodeURIComponent);
	let left = Number(size);
	response.writeHead(200, { 'content-type': mime, 'content-length': left });
	const more = () => {
		while (left > 0 && !response.destroyed) {
			const block = BLOCK.subarray(0, Math.min(left, BLOCK.length));
			left -= block.length;
			if (!response.write(block)) return;
		}
		response.end();
	};
	response.on('drain', more);
	more();
});

/** Files of any size. The server does not store them, since only their length counts. */
export const files = {
	url: (name: string, size = 10, mime = 'application/octet-stream') =>
		`${fileServer.url()}/${size}/${encodeURIComponent(mime)}/${randomUUID()}/${name}`,
	/** The number of requests for a file. */
	asked: (url: string) => asked.get(new URL(url).pathname) ?? 0,
};
