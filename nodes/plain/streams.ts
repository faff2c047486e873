import { isObject } from './json';

/** Documented responses that are no list have a few hundred bytes. Parsing long ones would keep n8n from everything else. */
export const LONGEST_ANSWER = 64_000;

interface Stream extends AsyncIterable<Uint8Array> {
	destroy: (error?: Error) => void;
}

const isStream = (body: unknown): body is Stream =>
	isObject(body) && Symbol.asyncIterator in body && 'destroy' in body;

/**
 * Reads the body of a response to its end, or up to a length in bytes after decompression. Undefined if it is longer.
 * Where it can be read forever, a deadline ends it.
 */
export async function textOfBody(body: unknown, longest: number, deadline?: AbortSignal) {
	// In n8n's own workflow tests, the service is replaced and the body is data instead of a stream.
	if (!isStream(body)) return typeof body === 'string' ? body : JSON.stringify(body ?? {});
	const late = Object.assign(new Error(), { code: 'ETIMEDOUT' });
	deadline?.addEventListener('abort', () => {
		body.destroy(late);
	});
	const chunks: Uint8Array[] = [];
	let length = 0;
	for await (const chunk of body) {
		length += chunk.length;
		chunks.push(chunk);
		// This also closes the stream, so nothing more is received or decompressed.
		if (length > longest) return undefined;
	}
	return Buffer.concat(chunks).toString('utf8');
}
