/** The address of the service, from what a person entered in a credential. */

type Address = { ok: true; url: string } | { ok: false; what: string; advice: string };

const wrong = (what: string, advice: string): Address => ({ ok: false, what, advice });

const withoutSlashes = (text: string) => text.replace(/^\/+|\/+$/g, '');

/**
 * Joins a base URL and a path. People copy the base URL from different places, so it may lack the scheme, end in a
 * slash, or already contain the path at its end.
 */
export function serviceAddress(baseUrl: string, path: string): Address {
	const typed = baseUrl.trim();
	if (typed === '') {
		return wrong('The Base URL of the credential is empty', 'Enter the address of the service.');
	}
	let url: URL;
	try {
		url = new URL(typed.includes('://') ? typed : `https://${typed}`);
	} catch {
		return wrong(
			'The Base URL of the credential is not a web address',
			'Enter it in the form https://api.example.com.',
		);
	}
	if (url.protocol !== 'https:' && url.protocol !== 'http:') {
		return wrong(
			'The Base URL of the credential is not a web address',
			'It must begin with https:// (or http:// for a test server).',
		);
	}
	if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
		return wrong(
			'The Base URL of the credential contains more than an address',
			'Remove the user name, the password and everything from a ? or # on. Logins belong in their own fields.',
		);
	}
	const tail = withoutSlashes(path.trim());
	let base = withoutSlashes(url.pathname);
	if (tail !== '' && (base === tail || base.endsWith(`/${tail}`))) {
		base = withoutSlashes(base.slice(0, base.length - tail.length));
	}
	if (tail !== '' && `/${base}/`.includes(`/${tail}/`)) {
		return wrong(
			'The Base URL of the credential goes past the start of the API',
			`It must end before or right after /${tail}.`,
		);
	}
	return { ok: true, url: [url.origin, base, tail].filter((part) => part !== '').join('/') };
}
