import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { createHash } from 'node:crypto';

import { BEGINNING_BYTES, beginningOfBase64 } from '../../../service';
import { ItemFile } from '../operation';

const bytesOfBase64 = (base64: string) =>
	Math.floor((base64.length * 3) / 4) - (/={1,2}$/.exec(base64)?.[0].length ?? 0);

async function sizeOf(context: IExecuteFunctions, { id, bytes, data }: IBinaryData) {
	if (bytes !== undefined) return bytes;
	if (id === undefined) return bytesOfBase64(data);
	const { fileSize } = await context.helpers.getBinaryMetadata(id);
	return fileSize;
}

/** Of a file that n8n keeps outside the item only the beginning is read: it may be large. */
async function beginningOf(
	context: IExecuteFunctions,
	{ id, data }: IBinaryData,
): Promise<Buffer | undefined> {
	if (id === undefined) return beginningOfBase64(data);
	try {
		const stream = await context.helpers.getBinaryStream(id, BEGINNING_BYTES);
		const chunks: Buffer[] = [];
		let length = 0;
		// Leaving the loop closes the stream.
		for await (const chunk of stream as AsyncIterable<Buffer>) {
			chunks.push(chunk);
			length += chunk.length;
			if (length >= BEGINNING_BYTES) break;
		}
		return Buffer.concat(chunks).subarray(0, BEGINNING_BYTES);
	} catch {
		// Whether the file can be read shows when it is sent.
		return undefined;
	}
}

/** The file that the item has under this name; undefined if it has none. */
export async function itemFile(
	context: IExecuteFunctions,
	item: number,
	property: string,
): Promise<ItemFile | undefined> {
	const found = context.getInputData()[item]?.binary?.[property];
	if (found === undefined) return undefined;
	const { fileName, mimeType, id, data } = found;
	return new ItemFile(
		fileName,
		mimeType,
		await sizeOf(context, found),
		id ?? createHash('sha256').update(data).digest('base64url'),
		() => context.helpers.getBinaryDataBuffer(item, property),
		await beginningOf(context, found),
	);
}
