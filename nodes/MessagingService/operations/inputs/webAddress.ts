import { z } from 'zod';

import { extensionOf } from '../../../service';
import { parsedUrl } from '../../../plain';
import { trimmed } from './text';

/** A URL from which the service can download a file. */
export const webAddress = z.preprocess(
	trimmed,
	z
		.string()
		.min(1)
		.refine(
			(url) => parsedUrl(url) !== undefined && /^https?:\/\/[^/]/i.test(url),
			'must be a web address such as https://example.com/file.pdf',
		),
);

/** The last part of the path. */
export function fileNameOf(url: string): string {
	// Asked also about what is no web address: that has been told already.
	const name = parsedUrl(url)?.pathname.split('/').pop() ?? '';
	try {
		return decodeURIComponent(name);
	} catch {
		return name;
	}
}

/** What a program, a version or nothing stands behind tells nothing of the file that comes: the service judges it. */
const tellsNoType = (extension: string) =>
	/^(?:|\d+|php\d?|aspx?|ashx|jspx?|cgi|pl|do|action)$/.test(extension);

/** In words why a file of this name is refused. */
export function misfitOfName(name: string, allowed: readonly string[]): string | undefined {
	const extension = extensionOf(name);
	if (tellsNoType(extension) || allowed.includes(extension)) return undefined;
	return `leads to a .${extension} file, and only ${allowed.join(', ')} are allowed here`;
}
