/** The Production URL of each trigger that this process of n8n has published, by a key of the trigger. */
const published = new Map<string, string | undefined>();

export function rememberPublished(key: string, url: string | undefined): void {
	published.set(key, url);
}

/** n8n also says so of the Test URL, which is another one. */
export function forgetPublished(key: string, url: string | undefined): void {
	if (published.get(key) === url) published.delete(key);
}

export const isPublished = (key: string): boolean => published.has(key);

export const publishedUrl = (key: string): string | undefined => published.get(key);

/** In queue mode, the process that executes workflows publishes none. */
export const areTriggersPublished = (): boolean => published.size > 0;
