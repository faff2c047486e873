/** Whether a URL leads to this machine. The simulator calls no other. */
export function isLoopback(url: string): boolean {
	let parsed: URL;
	try {
		parsed = new URL(url);
	} catch {
		return false;
	}
	const { protocol, hostname } = parsed;
	if (protocol !== 'http:' && protocol !== 'https:') return false;
	return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}
