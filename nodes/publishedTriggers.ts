/** The Production URLs of the triggers that this process of n8n has published. */
const published = new Set<string>();

/** n8n also calls the hooks for the Test URL, which is another one. */
export function notePublished(url: string | undefined, isPublished: boolean): void {
	if (url === undefined) return;
	if (isPublished) published.add(url);
	else published.delete(url);
}

/** In queue mode, the process that executes workflows publishes none. */
export const areTriggersPublished = (): boolean => published.size > 0;
