import { extensionOf, type FileType } from '../../../nodes/shared/mediaTypes';

/** How files of the allowed types begin; a docx is a zip archive. */
const BEGINNINGS: [extension: string, begins: (bytes: Buffer) => boolean][] = [
	['jpg', (bytes) => bytes.subarray(0, 3).toString('hex') === 'ffd8ff'],
	['png', (bytes) => bytes.subarray(0, 8).toString('hex') === '89504e470d0a1a0a'],
	['pdf', (bytes) => bytes.subarray(0, 5).toString('latin1') === '%PDF-'],
	['docx', (bytes) => bytes.subarray(0, 4).toString('hex') === '504b0304'],
	['mp4', (bytes) => bytes.subarray(4, 8).toString('latin1') === 'ftyp'],
	['webm', (bytes) => bytes.subarray(0, 4).toString('hex') === '1a45dfa3'],
];

const isBase64 = (text: string) =>
	text !== '' && text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);

/** The file behind a base64 text: its type is told by its name, or by how it begins. In words what is wrong, otherwise. */
export function decoded(
	base64: string,
	name: string | undefined,
	types: readonly FileType[],
): { bytes: Buffer; type: FileType } | string {
	if (!isBase64(base64)) return 'is not valid base64';
	const bytes = Buffer.from(base64, 'base64');
	const extension =
		name === undefined ? BEGINNINGS.find(([, begins]) => begins(bytes))?.[0] : extensionOf(name);
	const type = types.find(({ extensions }) => extensions.includes(extension ?? ''));
	return type ? { bytes, type } : 'files of this type are not allowed';
}
