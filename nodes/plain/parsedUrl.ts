/**
 * Undefined if the text is not a URL. URL.canParse is not used: once optimised, Node 20's version refuses letters
 * outside ASCII.
 */
export function parsedUrl(text: string): URL | undefined {
	try {
		return new URL(text);
	} catch {
		return undefined;
	}
}
