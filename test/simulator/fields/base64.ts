import { extensionOfBytes, isBase64 } from '../../../nodes/service/fileBeginnings';
import { extensionOf, type FileType } from '../../../nodes/service/mediaTypes';

/** The file behind a base64 text: its type is told by its name, or by how it begins. In words what is wrong, otherwise. */
export function decoded(
	base64: string,
	name: string | undefined,
	types: readonly FileType[],
): { bytes: Buffer; type: FileType } | string {
	if (!isBase64(base64)) return 'is not valid base64';
	const bytes = Buffer.from(base64, 'base64');
	const extension = name === undefined ? extensionOfBytes(bytes) : extensionOf(name);
	const type = types.find(({ extensions }) => extensions.includes(extension ?? ''));
	return type ? { bytes, type } : 'files of this type are not allowed';
}
