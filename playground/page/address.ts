/** What this page shows, as its address in the browser says it. */
export interface Place {
	number: string | null;
	chat: string | null;
}

/** The number stands in the path or in the query. */
export function placeOf({ pathname, search }: Pick<Location, 'pathname' | 'search'>): Place {
	const query = new URLSearchParams(search);
	const [, inPath] = /^\/phone\/([^/]+)$/.exec(pathname) ?? [];
	const number = inPath === undefined ? query.get('number') : decodeURIComponent(inPath);
	return { number, chat: query.get('chat') };
}

export function addressOf(number: string, chat: string | null = null): string {
	const query = new URLSearchParams({ number });
	if (chat !== null) query.set('chat', chat);
	return `/phone?${query.toString()}`;
}

/** An address that may be followed, or null: whatever is not http or https is never made a link. */
export function safeLink(url: string | null, base?: string): string | null {
	if (url === null || !URL.canParse(url, base)) return null;
	const { protocol, href } = new URL(url, base);
	return protocol === 'http:' || protocol === 'https:' ? href : null;
}

/** An address that a picture or player may load, or null. */
export function safeSource(url: string | null, base?: string): string | null {
	return url?.startsWith('data:') === true ? url : safeLink(url, base);
}
