/** Bytes, after decompression: far beyond any documented answer. */
export const LONGEST_ANSWER = 2_000_000;

const isStream = (body: unknown): body is AsyncIterable<Uint8Array> =>
	typeof body === 'object' && body !== null && Symbol.asyncIterator in body;

/** The body of an answer, or undefined if it is too long: then its connection is closed in the middle. */
export async function bodyText(body: unknown): Promise<string | undefined> {
	// n8n stands in for the service, as its own tests of workflows do.
	if (!isStream(body)) return typeof body === 'string' ? body : JSON.stringify(body ?? {});
	const chunks: Uint8Array[] = [];
	let length = 0;
	for await (const chunk of body) {
		length += chunk.length;
		// To leave the loop closes the stream.
		if (length > LONGEST_ANSWER) return undefined;
		chunks.push(chunk);
	}
	return Buffer.concat(chunks).toString('utf8');
}
