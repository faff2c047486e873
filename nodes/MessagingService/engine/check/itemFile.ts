import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { createHash } from 'node:crypto';

import { ItemFile } from '../operation';

const bytesOfBase64 = (base64: string) =>
	Math.floor((base64.length * 3) / 4) - (/={1,2}$/.exec(base64)?.[0].length ?? 0);

async function sizeOf(context: IExecuteFunctions, { id, bytes, data }: IBinaryData) {
	if (bytes !== undefined) return bytes;
	if (id === undefined) return bytesOfBase64(data);
	const { fileSize } = await context.helpers.getBinaryMetadata(id);
	return fileSize;
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
	);
}
