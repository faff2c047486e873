import type { FileKind } from '../facts/files';
import { fileKind } from './fileKind';

const BASE64 = /^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/;

/** The file in a base64 text, or in words what is wrong with it. */
export function decoded(
	base64: string,
	name: string | undefined,
	kinds: readonly FileKind[],
): { bytes: Buffer; kind: FileKind } | string {
	if (base64 === '' || !BASE64.test(base64)) return 'is not valid base64';
	const bytes = Buffer.from(base64, 'base64');
	const kind = fileKind(kinds, { bytes, name });
	if (kind === 'unknown') return 'what kind of file this is cannot be told';
	return kind === 'other' ? 'files of this type are not allowed' : { bytes, kind };
}
