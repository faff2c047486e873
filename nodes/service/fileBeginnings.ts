/** In a docx file, two small files come before the folder that shows its type. */
export const BEGINNING_BYTES = 4096;

export const beginningOfBase64 = (base64: string): Buffer =>
	Buffer.from(base64.slice(0, Math.ceil(BEGINNING_BYTES / 3) * 4), 'base64');

/** Every Office file contains these names. The captured folder shows which type it is. */
const OFFICE = /^(?:\[Content_Types\]\.xml|(?:_rels|docProps|customXml|(word|xl|ppt))\/)/;
const FOLDERS: Readonly<Record<string, string>> = { word: 'docx', xl: 'xlsx', ppt: 'pptx' };

/** An archive of another type begins with one of these names. */
const NO_OFFICE = /^(?:mimetype|META-INF\/)|^[^/]*\.(?:docx|xlsx|pptx|zip|jar)$/i;

/** In a zip archive, a header of 30 bytes comes before each name. */
function archive(text: string): string {
	const files = text.split('PK\x03\x04').slice(1);
	const names = files.map((file) => file.slice(26, 26 + (file.charCodeAt(22) || 64)));
	const parts = names.map((name) => OFFICE.exec(name)).filter((part) => part !== null);
	if (parts.length === 0 || NO_OFFICE.test(names[0] ?? '')) {
		return /mimetypeapplication\/(?:vnd\.oasis\.)?([a-z]+)/.exec(text.slice(0, 200))?.[1] ?? 'zip';
	}
	return FOLDERS[parts.map(([, folder]) => folder).find(Boolean) ?? ''] ?? 'docx xlsx pptx';
}

/** Cameras and programs add their own brands to an mp4 file, so for other kinds only the first brand decides. */
const BRANDS: [brand: RegExp, kind: string][] = [
	[/^qt/, 'mov'],
	[/^3g/, '3gp'],
	[/^[MF]4[ABP]/, 'm4a'],
	[/^(?:hei|hev|mif1|msf1)/, 'heic'],
	[/^avi/, 'avif'],
	[/^crx/, 'cr3'],
];
const MP4 = /^(?:iso[2-9a-cm]|mp[47][12]|avc1|M4V|MSNV|XAVC|dash|ms[di][hx]|cmf|f4v|mmp4|ND[SX])/i;

function brand(text: string): string {
	const end = Math.max(16, Math.min(256, 256 * text.charCodeAt(2) + text.charCodeAt(3)));
	const brands = text.slice(8, end).match(/.{4}/gs) ?? [];
	const [, known] = BRANDS.find(([pattern]) => pattern.test(brands[0] ?? '')) ?? [];
	return known ?? (brands.some((name) => MP4.test(name)) ? 'mp4' : 'unknown');
}

/** Each character stands for one byte, and the first match decides. A file may have any of the listed types. */
const BEGINNINGS: [start: string | RegExp, kinds: string | ((text: string) => string)][] = [
	[/^\xff\xd8\xff/, 'jpg'],
	['\x89PNG\r\n\x1a\n', 'png'],
	['PK\x03\x04', archive],
	['PK\x05\x06', 'zip'],
	[/^.{4}ftyp/s, brand],
	['\x1a\x45\xdf\xa3', (text) => (text.slice(0, 64).includes('matroska') ? 'mkv' : 'webm')],
	['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'doc xls ppt'],
	[/^GIF8/, 'gif'],
	[/^RIFF.{4}WEBP/s, 'webp'],
	[/^RIFF/, 'avi'],
	[/^(?:II\*\0|MM\0\*)/, 'tiff'],
	[/^BM.{4}\0{4}/s, 'bmp'],
	[/^(?:ID3|\xff\xfb)/, 'mp3'],
	[/^(?:OggS|#!AMR|fLaC)/, 'audio'],
	['\x1f\x8b', 'gz'],
	['Rar!', 'rar'],
	['7z\xbc\xaf', '7z'],
	[/^(?:MZ|\x7fELF)/, 'exe'],
	[/^\{\\rtf/, 'rtf'],
	[/^(?:\xef\xbb\xbf)?\s{0,16}<(?:!doctype html|html|head|body)\b/i, 'html'],
	[/^(?:\xef\xbb\xbf)?\s{0,16}(?:<\?xml[^>]{0,200}>\s{0,16})?<svg\b/i, 'svg'],
	// Some programs write up to a kilobyte before %PDF. Other texts may only mention it.
	[/^[\s\0\xef\xbb\xbf]{0,1019}%PDF-/, 'pdf'],
	[/^.{0,1018}[^ -~]%PDF-\d.*\d obj\b/s, 'pdf'],
	[/^(?:\xff\xfe|\xfe\xff)/, 'txt csv'],
	[/^(?:\xef\xbb\xbf)?\s*<[\t\n\f\r -~\x80-\xff]*$/, 'html txt csv'],
	[/^(?:\xef\xbb\xbf)?\s*[[{][\t\n\f\r -~\x80-\xff]*$/, 'json txt csv'],
	[/^[\t\n\f\r -~\x80-\xff]+$/, 'txt csv'],
];

export function extensionsOfBytes(bytes: Buffer): readonly string[] {
	const signs = bytes.subarray(0, BEGINNING_BYTES).toString('latin1');
	const isStart = (start: string | RegExp) =>
		typeof start === 'string' ? signs.startsWith(start) : start.test(signs);
	const [, kinds] = BEGINNINGS.find(([start]) => isStart(start)) ?? [];
	return (typeof kinds === 'function' ? kinds(signs) : kinds)?.split(' ') ?? [];
}

export function usualBase64(text: string): string | undefined {
	const [, signs = ''] = /^([A-Za-z0-9+/_-]+)={0,2}$/.exec(text) ?? [];
	if (signs === '' || signs.length % 4 === 1) return undefined;
	return Buffer.from(signs, 'base64').toString('base64');
}
