import type { IDataObject } from 'n8n-workflow';

/** What is sent of a value, by the service's documentation and the descriptions of the fields. */

/** As n8n's users see it: a text as it is, a number written out. */
export const plain = (value: unknown): string =>
	typeof value === 'string' ? value : String(value);

/** A text as it is, a number as a text; nothing if the field was left blank. */
export const textOrNone = (value: unknown): string | undefined =>
	value === undefined || value === null || plain(value).trim() === '' ? undefined : plain(value);

/** An ID or an address, without what came along when it was copied. */
export const trimmed = (value: unknown): string => plain(value).trim();

/** A URL as browsers write it. */
export const addressIn = (value: unknown): string => new URL(trimmed(value)).href;

/** Types of the documentation that the sets use. Of each that goes by several extensions, the first is the one that is added. */
const TYPES = [
	['jpg', 'jpeg'],
	['docx', 'docs'],
].concat(
	['png', 'pdf', 'webm', 'mp4', '3gp', 'txt', 'doc', 'ppt', 'pptx', 'xls', 'xlsx'].map((one) => [
		one,
	]),
);

/** Endings of other files and of programs, which are replaced. */
const OTHERS = ['csv', 'exe', 'php', 'jfif'];

const extensionOf = (name: string) => /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';

const typeOf = (extension: string) => TYPES.find((names) => names.includes(extension));

/** The extension of the file that a URL leads to. */
export function extensionAt(url: unknown): string {
	const last = new URL(trimmed(url)).pathname.split('/').pop() ?? '';
	return extensionOf(decodeURIComponent(last));
}

/** The name that the recipient sees: with an extension of the file's type, if that is known, in the place of another one. */
export function namedAs(name: string, extension: string): string {
	const type = typeOf(extension);
	if (type === undefined) return name;
	const [usual = ''] = type;
	const own = extensionOf(name);
	if (type === typeOf(own) && own !== 'docs') return name;
	const isForeign = typeOf(own) !== undefined || OTHERS.includes(own);
	const stem = isForeign ? name.slice(0, -own.length - 1) : name;
	if (type.includes(extensionOf(stem))) return stem;
	return `${stem === '' ? 'file' : stem}.${usual}`;
}

export const optionsOf = ({ options }: IDataObject): IDataObject => options as IDataObject;
