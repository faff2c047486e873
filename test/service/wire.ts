import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync, unzipSync } from 'node:zlib';

import type { Response } from './judge';

/** What is on the wire, seen without standing in between: the node must name the cause of a broken connection itself. */

const CHANNEL = 'http.client.response.finish';

const UNPACKED: Record<string, (bytes: Buffer) => Buffer> = {
	gzip: unzipSync,
	deflate: unzipSync,
	br: brotliDecompressSync,
};

/** The last response that came during this work. */
export async function lastResponse(work: () => Promise<void>): Promise<Response | undefined> {
	let last: { request: ClientRequest; response: IncomingMessage; pieces: Buffer[] } | undefined;
	const note = (message: unknown) => {
		// Node documents the form of this message.
		const { request, response } = message as { request: ClientRequest; response: IncomingMessage };
		const pieces: Buffer[] = [];
		last = { request, response, pieces };
		const push = response.push.bind(response);
		response.push = (piece: Buffer | null, ...rest) => {
			if (piece !== null) pieces.push(piece);
			return push(piece, ...rest);
		};
	};
	subscribe(CHANNEL, note);
	await work();
	unsubscribe(CHANNEL, note);
	if (last === undefined) return undefined;
	const { request, response, pieces } = last;
	const bytes = Buffer.concat(pieces);
	const unpacked = UNPACKED[response.headers['content-encoding'] ?? '']?.(bytes) ?? bytes;
	const { method, path } = request;
	return { method, path, status: response.statusCode ?? 0, text: unpacked.toString('utf8') };
}

export const GAP_MS = 10;

/** As many reads, each so long after the one before, and how many the service refused although they kept the gap. */
export async function burst(url: string, headers: Record<string, string>, count: number) {
	const ask = url.startsWith('https:') ? httpsRequest : httpRequest;
	const one = async (at: number) => {
		await sleep(at * GAP_MS);
		return new Promise<{ left: number; code: number }>((resolve) => {
			let left = 0;
			const asked = ask(url, { headers }, (response) => {
				response.resume();
				resolve({ left, code: response.statusCode ?? 0 });
			});
			// Timers are late, and connections take their time: only now has it left.
			asked.on('finish', () => (left = performance.now()));
			asked.on('error', () => {
				resolve({ left, code: 0 });
			});
			asked.end();
		});
	};
	const all = await Promise.all(Array.from({ length: count }, (_, at) => one(at)));
	all.sort((a, b) => a.left - b.left);
	const kept = all.filter(({ left }, at) => left - (all[at - 1]?.left ?? 0) >= GAP_MS);
	return { kept: kept.length, refused: kept.filter(({ code }) => code === 429).length };
}
