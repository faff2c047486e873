/** Whether a URL leads to this machine and nowhere else: the simulator talks to nobody outside. */
export function isLoopback(url: string): boolean {
	if (!URL.canParse(url)) return false;
	const { protocol, hostname } = new URL(url);
	if (protocol !== 'http:' && protocol !== 'https:') return false;
	return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}
