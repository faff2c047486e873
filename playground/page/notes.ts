/** What a URL answered to a callback, in words. */

export interface Note {
	text: string;
	isTrouble: boolean;
}

export const fine = (text: string): Note => ({ text, isTrouble: false });
export const trouble = (text: string): Note => ({ text, isTrouble: true });

const TOKEN = ' Does the URL end in ?token= and the token of the trigger?';

const HINTS: Record<number, string> = {
	401: TOKEN,
	403: TOKEN,
	404: ' In n8n, publish the workflow, or press Execute before you use a test URL.',
};

export function noteOf(status: number | null): Note {
	if (status === null) return trouble('Nothing answers at this URL. Is the receiver running?');
	if (status >= 200 && status <= 299) return fine(`The receiver accepted it (status ${status}).`);
	return trouble(`The receiver answered with status ${status}.${HINTS[status] ?? ''}`);
}
