/** How a recipient answers a question. */

/** The link of a question is the last in its message. */
export const linkIn = (text: string | null | undefined): string => {
	const link = (text ?? '').match(/http\S+/g)?.at(-1);
	if (link === undefined) throw new Error(`no link in: ${text ?? 'nothing'}`);
	return link;
};

/** The fields of a page, by their names. */
export type Filled = Record<string, string | readonly string[]>;

/** Sends the page as a browser does without JavaScript. */
export function postAnswer(link: string, filled: Filled, multipart = false): Promise<Response> {
	const body = multipart ? new FormData() : new URLSearchParams();
	for (const [name, value] of Object.entries(filled)) {
		for (const one of [value].flat()) body.append(name, one);
	}
	return fetch(link, { method: 'POST', body });
}

export const approve = (link: string) => postAnswer(link, { approved: 'true' });
