import { createHash } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';

import { isPlainRecord, quoted, shortList, type Result } from '../../../plain';
import { ItemFile } from '../operation';

/** A Code node can put anything in the place of a file, so nothing is assumed about its fields. */
const storedFile = z
	.object({
		id: z.string().min(1).optional().catch(undefined),
		data: z.string().optional(),
		bytes: z.number().optional().catch(undefined),
		fileName: z.string().trim().min(1).optional().catch(undefined),
		mimeType: z.string().catch('application/octet-stream'),
	})
	.refine(({ id, data }) => id !== undefined || data !== undefined);

type StoredFile = z.output<typeof storedFile>;

async function sizeOf(context: IExecuteFunctions, { id, bytes, data = '' }: StoredFile) {
	if (bytes !== undefined) return bytes;
	return id === undefined
		? Buffer.byteLength(data, 'base64')
		: (await context.helpers.getBinaryMetadata(id)).fileSize;
}

type FoundFile = Result<{ file: ItemFile }>;

const MOST_NAMES = 10;

function faultOfName(property: string, names: readonly string[]): string {
	const missing = `is ${quoted(property)}, and the item has no file`;
	if (names.length === 0) return `${missing}: add a node before this one that provides it`;
	const some = names.length === 1 ? 'a file' : 'files';
	return `${missing} of that name: it has ${some} under ${shortList(names.map(quoted), MOST_NAMES)}`;
}

/** If the user left the field at its default and the item has one file, that file is used whatever its name. */
export async function itemFile(
	context: IExecuteFunctions,
	item: number,
	{ given, byDefault }: { given: string; byDefault: unknown },
): Promise<FoundFile> {
	const binary: unknown = context.getInputData()[item]?.binary;
	const files = isPlainRecord(binary) ? binary : {};
	const names = Object.keys(files);
	const property = names.length === 1 && given === byDefault ? (names[0] ?? given) : given;
	const fault = (what: string): FoundFile => ({ ok: false, what });
	if (!Object.hasOwn(files, property)) return fault(faultOfName(property, names));
	const stored = storedFile.safeParse(files[property]).data;
	if (!stored)
		return fault(`is ${quoted(property)}, and what the item has under that name is no file`);
	const { fileName, mimeType, id, data = '' } = stored;
	const size = await sizeOf(context, stored).catch(() => undefined);
	if (size === undefined) {
		return fault(
			`is ${quoted(property)}, a file that n8n no longer has: run the node that provides it once more`,
		);
	}
	const identity = id ?? createHash('sha256').update(data).digest('base64url');
	const read = () => context.helpers.getBinaryDataBuffer(item, property);
	return { ok: true, file: new ItemFile(fileName, mimeType, size, identity, read) };
}
