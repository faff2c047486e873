/** Which of the types that a route takes a file is of: by its bytes, then by its MIME type, then by its name. */

import { extensionsOfBytes } from './fileBeginnings';
import { extensionOf, type FileType } from './mediaTypes';

/** Other names of the same types. */
const OTHER_MIMES: Readonly<Record<string, string>> = {
	'image/jpg': 'image/jpeg',
	'image/pjpeg': 'image/jpeg',
	'image/x-png': 'image/png',
	'application/x-pdf': 'application/pdf',
	'application/mp4': 'video/mp4',
};

const OTHER_EXTENSIONS: Readonly<Record<string, string>> = {
	jfif: 'jpg',
	jpe: 'jpg',
	pjpeg: 'jpg',
	docs: 'docx',
};

/** MIME types that stand for any file; n8n itself writes text/plain if it knows no better, and a docx is an archive. */
const SAYS_NOTHING =
	/^$|^text\/plain$|^(?:application|binary)\/(?:octet-stream|(?:x-|force-)?download|x-binary|(?:x-)?zip(?:-compressed)?)$/;

/** Extensions that name a type of file. A program (`.php`), a page (`.html`) or a version (`.2`) may give any file. */
const KNOWN_EXTENSIONS = new Set(
	[
		'txt csv rtf doc docx docm dotx docs odt xls xlsx xlsm ods ppt pptx pps odp pdf epub',
		'json xml md log yaml yml ics vcf pages numbers',
		'jpg jpeg jfif jpe pjpeg png gif webp bmp tif tiff svg heic heif avif ico psd eps ai',
		'3gp mp4 m4v webm mov avi mkv wmv flv mpg mpeg mts ogv',
		'mp3 wav ogg oga opus m4a aac flac wma amr mid midi',
		'zip rar 7z tar gz tgz bz2 xz iso dmg exe msi apk jar deb rpm',
	].flatMap((kinds) => kinds.split(' ')),
);

/** Programs and pages: their extension is no part of the name of what they give. */
const PROGRAM = /^(?:php\d?|aspx?|ashx|jspx?|cgi|cfm|do|html?)$/;

const usualExtension = (extension: string): string => OTHER_EXTENSIONS[extension] ?? extension;

/** Whether a name ends as files of another type do: `photo.gif` for an image, if only jpg and png are taken. */
export const namesAnotherType = (name: string, allowed: readonly string[]): boolean =>
	KNOWN_EXTENSIONS.has(extensionOf(name)) && !allowed.includes(usualExtension(extensionOf(name)));

/** The same where only the listed extensions are taken, by no other name. */
export const isNotListed = (name: string, allowed: readonly string[]): boolean =>
	KNOWN_EXTENSIONS.has(extensionOf(name)) && !allowed.includes(extensionOf(name));

interface FileSigns {
	/** At least its first bytes, as many as BEGINNING_BYTES. */
	bytes?: Buffer | undefined;
	mime?: string | undefined;
	names?: readonly string[];
}

type JudgedFile<Type extends FileType> =
	| { kind: 'allowed'; type: Type }
	/** In a word, what it is instead. */
	| { kind: 'other'; found: string }
	| { kind: 'unknown' };

export function judgedFile<Type extends FileType>(
	types: readonly Type[],
	{ bytes, mime = '', names = [] }: FileSigns,
): JudgedFile<Type> {
	const shown = bytes === undefined ? [] : extensionsOfBytes(bytes);
	const extensions = names.map(extensionOf);
	const possible = types.filter(
		(type) => shown.length === 0 || type.extensions.some((extension) => shown.includes(extension)),
	);
	const [only] = possible;
	if (only === undefined) {
		const [found = ''] = shown;
		return { kind: 'other', found: extensions.find((one) => shown.includes(one)) ?? found };
	}
	if (shown.length === 1) return { kind: 'allowed', type: only };

	// The bytes are not known, or leave a choice: between Office files, for one, which are all archives.
	const written = mime.split(';')[0]?.trim().toLowerCase() ?? '';
	const usualMime = OTHER_MIMES[written] ?? written;
	if (!SAYS_NOTHING.test(usualMime)) {
		const type = possible.find((one) => one.mime === usualMime);
		return type === undefined ? { kind: 'other', found: usualMime } : { kind: 'allowed', type };
	}
	const byName = extensions
		.map((extension) =>
			possible.find((type) => type.extensions.includes(usualExtension(extension))),
		)
		.find((type) => type !== undefined);
	if (byName !== undefined) return { kind: 'allowed', type: byName };
	if (shown.length === 0) return { kind: 'unknown' };
	const other = extensions.find((extension) => shown.includes(extension));
	return other === undefined ? { kind: 'allowed', type: only } : { kind: 'other', found: other };
}

/** The name with the extension that the service expects for the type: `Our menu` becomes `Our menu.pdf`. */
export function nameWithExtension(name: string, { extensions }: FileType): string {
	const extension = extensionOf(name);
	// The documentation lists docs itself, next to docx.
	if (extensions.includes(extension === 'docs' ? 'docx' : extension)) return name;
	// What the name ends in is the extension of another type, or of a program that gave the file.
	const isForeign = KNOWN_EXTENSIONS.has(extension) || PROGRAM.test(extension);
	const stem = isForeign ? name.slice(0, -extension.length - 1) : name.replace(/\.+$/, '');
	if (extensions.includes(extensionOf(stem))) return stem;
	return `${stem === '' ? 'file' : stem}.${extensions[0] ?? ''}`;
}
