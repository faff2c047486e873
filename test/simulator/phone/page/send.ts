import type { PhoneAnswer, PhoneRead } from '../contract';

const UNREACHABLE = 'The simulator cannot be reached. Is it still running?';

function troubleOf(body: unknown, status: number): string {
	return typeof body === 'object' &&
		body !== null &&
		'error' in body &&
		typeof body.error === 'string'
		? body.error
		: `The simulator answered with status ${status}.`;
}

/** Posts, and tells in words why it did not work; null where it did. */
async function post(path: string, body: unknown): Promise<string | null> {
	try {
		const response = await fetch(path, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
		if (response.ok) return null;
		return troubleOf(await response.json().catch(() => null), response.status);
	} catch {
		return UNREACHABLE;
	}
}

export const sendAnswer = (answer: PhoneAnswer): Promise<string | null> =>
	post('/phone/answer', answer);

export const sendRead = (read: PhoneRead): Promise<string | null> => post('/phone/read', read);
