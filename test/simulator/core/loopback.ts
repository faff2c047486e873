/** Whether a URL leads to this machine. The simulator calls no other. */
export function isLoopback(url: string): boolean {
	if (!URL.canParse(url)) return false;
	const { protocol, hostname } = new URL(url);
	return /^https?:$/.test(protocol) && /^(localhost|\[::1\]|127(\.\d+){3})$/.test(hostname);
}
