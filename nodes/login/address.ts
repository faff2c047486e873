import { parsedUrl } from '../plain';

const wrong = (what: string, advice: string) => ({ ok: false as const, what, advice });

/** Without the lookbehind, a long run of slashes would be searched again from each slash. */
const withoutSlashes = (text: string) => text.replace(/^\/+|(?<!\/)\/+$/g, '');

/** Users paste base URLs without https:// or with the API's path, so both are accepted. */
export function serviceAddress(baseUrl: string, path: string) {
	const typed = baseUrl.trim();
	if (typed === '') {
		return wrong('The Base URL of the credential is empty', 'Enter the address of the service.');
	}
	const url = parsedUrl(typed.includes('://') ? typed : `https://${typed}`);
	if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
		return wrong(
			'The Base URL of the credential is not a web address',
			'Enter it in the form https://api.example.com (or http:// for a test server).',
		);
	}
	if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
		return wrong(
			'The Base URL of the credential contains more than an address',
			'Remove the user name, the password and everything from a ? or # on. Logins belong in their own fields.',
		);
	}
	const tail = withoutSlashes(path.trim());
	// A ?, # or .. in the path would send the login elsewhere. The URL parser finds them, but not their encoded forms.
	const isEncoded = /;|%(?:2e|2f|5c)/i.test(tail);
	if (isEncoded || (tail !== '' && parsedUrl(`${url.origin}/${tail}`)?.pathname !== `/${tail}`)) {
		return wrong(
			'The path in the credential is not a plain path',
			'Use only letters, digits and slashes, such as /svc_api/1.0: no ?, # or .. is possible.',
		);
	}
	let base = withoutSlashes(url.pathname);
	if (`/${base}`.endsWith(`/${tail}`)) {
		base = withoutSlashes(base.slice(0, base.length - tail.length));
	}
	if (tail !== '' && `/${base}/`.includes(`/${tail}/`)) {
		return wrong(
			'The Base URL of the credential goes past the start of the API',
			`It must end before or right after /${tail}.`,
		);
	}
	return {
		ok: true as const,
		url: [url.origin, base, tail].filter((part) => part !== '').join('/'),
	};
}
