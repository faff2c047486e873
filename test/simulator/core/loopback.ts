import { parsedUrl } from '../../../nodes/plain/parsedUrl';

/** Whether a URL leads to this machine and nowhere else: the simulator talks to nobody outside. */
export function isLoopback(url: string): boolean {
	const parsed = parsedUrl(url);
	if (parsed === undefined) return false;
	const { protocol, hostname } = parsed;
	if (protocol !== 'http:' && protocol !== 'https:') return false;
	return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}
