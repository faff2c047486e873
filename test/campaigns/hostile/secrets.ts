import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Secrets of this run, as long and as odd as real ones. Each stands for one way in which one could get out. */
export const SECRETS = {
	apiKey: 'Kq7/vT2+sW9"xZ4mB8nC1e5R6yU3iO0p',
	smsPassword: 'pä55/wörd&Hj2k Lm9n<Qw8e>Rt7',
	callbackToken: '8d1f0c6b7a2e4953bf8e61d07c5a94e3f2',
};

/** The same for n8n's own nodes, so that what is found tells whose it was. */
export const OWN_SECRETS = {
	header: 'Zx5cVb7nMa1sDf3gHj9kLq2wEr4tYu6i',
	callbackToken: '3b9e7d5c1f8a6042ce7f50b18d6a93e4c1',
};

const inBase64 = (text: string) =>
	// Wherever it begins in what was encoded: the letters at both ends depend on what stands beside it.
	['', 'x', 'xx'].map((before) => {
		const encoded = Buffer.from(`${before}${text}`).toString('base64');
		return encoded.slice(before.length === 0 ? 0 : 4, -4);
	});

const escaped = (text: string) =>
	text.replace(/[^]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The ways in which a service or someone in between could repeat a secret. */
export function saidIn(secret: string): string[] {
	const json = JSON.stringify(secret).slice(1, -1);
	const encoded = Buffer.from(secret).toString('base64');
	return [
		secret,
		json,
		JSON.stringify(json).slice(1, -1),
		json.replace(/[^\x20-\x7e]/g, escaped),
		json.replaceAll('/', '\\/'),
		escaped(secret),
		encodeURIComponent(secret),
		encodeURIComponent(secret).toLowerCase(),
		new URLSearchParams({ s: secret }).toString().slice(2),
		secret.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;'),
		secret.toLowerCase(),
		secret.toUpperCase(),
		encoded,
		urlSafe(encoded).replaceAll('=', ''),
		Buffer.from(`user:${secret}`).toString('base64'),
	];
}

const urlSafe = (base64: string) => base64.replaceAll('+', '-').replaceAll('/', '_');

/** What to look for: the same, and of base64 the part that does not depend on what stands beside the secret. */
const spellingsOf = (secret: string) =>
	new Set([...saidIn(secret), ...inBase64(secret), ...inBase64(secret).map(urlSafe)]);

/** n8n's database as the bytes of its files: what was deleted and not yet overwritten is there too. */
const databaseFiles = (userFolder: string) => {
	const folder = path.join(userFolder, '.n8n');
	return readdirSync(folder)
		.filter((file) => file.startsWith('database.sqlite'))
		.map((file) => readFileSync(path.join(folder, file)));
};

const BESIDE = 60;

/** Each place where a text stands, with what stands beside it. */
function placesIn(bytes: Buffer, text: string): string[] {
	const searched = Buffer.from(text);
	const places: string[] = [];
	for (let at = bytes.indexOf(searched); at >= 0; at = bytes.indexOf(searched, at + 1)) {
		const from = Math.max(0, at - BESIDE);
		places.push(bytes.subarray(from, at + searched.length + BESIDE).toString('latin1'));
	}
	return places;
}

export function foundInDatabase(userFolder: string, secrets: Record<string, string>): string[] {
	const files = databaseFiles(userFolder);
	return Object.entries(secrets).flatMap(([name, secret]) =>
		[...spellingsOf(secret)].flatMap((text) =>
			files.flatMap((file) =>
				placesIn(file, text).map((place) => `${name}: ${JSON.stringify(place)}`),
			),
		),
	);
}

export const databaseMB = (userFolder: string) =>
	databaseFiles(userFolder).reduce((sum, { length }) => sum + length, 0) / 1024 / 1024;
