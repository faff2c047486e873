/**
 * The URL that a text is, or nothing. Not by URL.canParse: in Node 20 it says no to letters beyond ASCII once it has
 * been called often enough to be optimised.
 */
export function parsedUrl(text: string): URL | undefined {
	try {
		return new URL(text);
	} catch {
		return undefined;
	}
}
