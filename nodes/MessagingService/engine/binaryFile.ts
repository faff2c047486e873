import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { createHash } from 'node:crypto';

/** A file of an item: what is known of it now, and its content when it is needed. */
export class BinaryFile {
	constructor(
		readonly fileName: string | undefined,
		readonly mimeType: string,
		readonly size: number,
		private readonly identity: string,
		readonly read: () => Promise<Buffer>,
	) {}

	/** By this the ledger tells one file from another. */
	toJSON(): unknown {
		const { fileName, mimeType, size, identity } = this;
		return { fileName, mimeType, size, identity };
	}
}

const bytesOfBase64 = (base64: string) =>
	Math.floor((base64.length * 3) / 4) - (/={1,2}$/.exec(base64)?.[0].length ?? 0);

async function sizeOf(context: IExecuteFunctions, { id, bytes, data }: IBinaryData) {
	if (bytes !== undefined) return bytes;
	if (id === undefined) return bytesOfBase64(data);
	const { fileSize } = await context.helpers.getBinaryMetadata(id);
	return fileSize;
}

/** The file under this name in the item; nothing where there is none. */
export async function binaryFile(
	context: IExecuteFunctions,
	item: number,
	property: string,
): Promise<BinaryFile | undefined> {
	const found = context.getInputData()[item]?.binary?.[property];
	if (found === undefined) return undefined;
	const { fileName, mimeType, id, data } = found;
	return new BinaryFile(
		fileName,
		mimeType,
		await sizeOf(context, found),
		id ?? createHash('sha256').update(data).digest('base64url'),
		() => context.helpers.getBinaryDataBuffer(item, property),
	);
}
