/** Whether a URL leads to this machine. The simulator calls no other. */
export function isLoopback(url: string): boolean {
	if (!URL.canParse(url)) return false;
	const { protocol, hostname } = new URL(url);
	return /^https?:$/.test(protocol) && /^(localhost|\[::1\]|127(\.\d+){3})$/.test(hostname);
}

/**
 * Why a caller is refused, if it is: a page of another origin sends its origin with everything that could change
 * something here, and one behind a name that leads to this machine sends that name.
 */
export function callerFault({
	host = '',
	origin,
}: {
	host?: string | undefined;
	origin?: string | undefined;
}): string | undefined {
	if (!isLoopback(`http://${host}`)) return 'Only 127.0.0.1 and localhost are served here';
	if (origin !== undefined && origin !== `http://${host}`) {
		return 'Pages of another origin are not served here';
	}
	return undefined;
}
