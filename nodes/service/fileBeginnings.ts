/** How files of the types that the unofficial route takes begin; a docx is a zip archive. */

const BEGINNINGS: [extension: string, at: number, hex: string][] = [
	['jpg', 0, 'ffd8ff'],
	['png', 0, '89504e470d0a1a0a'],
	['pdf', 0, '255044462d'],
	['docx', 0, '504b0304'],
	['mp4', 4, '66747970'],
	['webm', 0, '1a45dfa3'],
];

/** The extension that the first bytes of a file give away. */
export const extensionOfBytes = (bytes: Buffer): string | undefined =>
	BEGINNINGS.find(
		([, at, hex]) => bytes.subarray(at, at + hex.length / 2).toString('hex') === hex,
	)?.[0];

export const isBase64 = (text: string): boolean =>
	text !== '' && text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
