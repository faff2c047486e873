/** What the first bytes of a file say about its type. Types are named by their extensions. */

/** So many bytes are enough: in a docx, the folder that tells it from other archives comes after two small files. */
export const BEGINNING_BYTES = 4096;

export const beginningOfBase64 = (base64: string): Buffer =>
	Buffer.from(base64.slice(0, Math.ceil(BEGINNING_BYTES / 3) * 4), 'base64');

/** What a zip archive may be if nothing more is known. */
const ARCHIVES = ['docx', 'xlsx', 'pptx', 'zip'] as const;

/** How each file in an archive begins, and with it the archive. */
const ARCHIVED_FILE = 'PK\x03\x04';

/** The folder that each kind of Office file has in its archive. */
const FOLDERS: Readonly<Record<string, string>> = { word: 'docx', xl: 'xlsx', ppt: 'pptx' };

/** The names of the archive's files stand in clear, each after a header of 30 bytes. */
function archive(text: string): readonly string[] {
	const files = text.split(ARCHIVED_FILE).map((file) => file.slice(26));
	const folder = Object.keys(FOLDERS).find((name) =>
		files.some((file) => file.startsWith(`${name}/`)),
	);
	const known = FOLDERS[folder ?? ''];
	return known === undefined ? ARCHIVES : [known];
}

/** The family of mp4: the brand says which of them. */
function brand(text: string): readonly string[] {
	const name = text.slice(8, 12);
	if (name === 'qt  ') return ['mov'];
	if (/^3g[a-z0-9]{2}$/.test(name)) return ['3gp'];
	if (/^M4[AB] $/.test(name)) return ['m4a'];
	if (/^(?:hei[cmsx]|hev[cx]|mif1|msf1)$/.test(name)) return ['heic'];
	return /^avi[fs]$/.test(name) ? ['avif'] : ['mp4'];
}

function matroska(text: string): readonly string[] {
	const [, name] = /(webm|matroska)/.exec(text.slice(0, 64)) ?? [];
	if (name === 'matroska') return ['mkv'];
	return name === 'webm' ? ['webm'] : ['webm', 'mkv'];
}

const RIFF: Readonly<Record<string, string>> = { WEBP: 'webp', WAVE: 'wav', 'AVI ': 'avi' };

const riff = (text: string): readonly string[] => [RIFF[text.slice(8, 12)] ?? 'riff'];

type Kinds = readonly string[] | ((text: string) => readonly string[]);

/** In these texts and patterns each byte is one character. */
const BEGINNINGS: [start: string, kinds: Kinds][] = [
	['\xff\xd8\xff', ['jpg']],
	['\x89PNG\r\n\x1a\n', ['png']],
	[ARCHIVED_FILE, archive],
	['\x1a\x45\xdf\xa3', matroska],
	['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', ['doc', 'xls', 'ppt']],
	['GIF8', ['gif']],
	['RIFF', riff],
	['II*\0', ['tiff']],
	['MM\0*', ['tiff']],
	['8BPS', ['psd']],
	['{\\rtf', ['rtf']],
	['ID3', ['mp3']],
	['OggS', ['ogg']],
	['fLaC', ['flac']],
	['\x1f\x8b', ['gz']],
	['Rar!\x1a\x07', ['rar']],
	['7z\xbc\xaf\x27\x1c', ['7z']],
	['MZ', ['exe']],
];

const PATTERNS: [pattern: RegExp, kinds: Kinds][] = [
	[/^.{4}ftyp/s, brand],
	[/^(?:\xef\xbb\xbf)?\s{0,16}<(?:!doctype html|html|head|body)\b/i, ['html']],
	[/^(?:\xef\xbb\xbf)?\s{0,16}(?:<\?xml[^>]{0,200}>\s{0,16})?<svg\b/i, ['svg']],
	// Some programs write a byte order mark or more before it, and readers allow that.
	[/^.{0,1019}%PDF-/s, ['pdf']],
];

/** What a file that begins with these bytes can be: nothing if they are not known. */
export function extensionsOfBytes(bytes: Buffer): readonly string[] {
	const text = bytes.subarray(0, BEGINNING_BYTES).toString('latin1');
	const [, kinds = []] =
		BEGINNINGS.find(([start]) => text.startsWith(start)) ??
		PATTERNS.find(([pattern]) => pattern.test(text)) ??
		[];
	return typeof kinds === 'function' ? kinds(text) : kinds;
}

/** Base64 in its usual form, or without its padding, or with the signs that are safe in URLs; nothing if it is none. */
export function usualBase64(text: string): string | undefined {
	const [, signs = ''] = /^([A-Za-z0-9+/_-]+)={0,2}$/.exec(text) ?? [];
	if (signs === '' || signs.length % 4 === 1) return undefined;
	const usual = signs.replace(/-/g, '+').replace(/_/g, '/');
	return usual.padEnd(Math.ceil(usual.length / 4) * 4, '=');
}
