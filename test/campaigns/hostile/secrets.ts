import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The secret of this run. */
export const SECRETS = { callbackToken: '8d1f0c6b7a2e4953bf8e61d07c5a94e3f2' };

const inBase64 = (text: string) =>
	// The letters at both ends depend on what stands next to the text.
	['', 'x', 'xx'].map((before) => {
		const encoded = Buffer.from(`${before}${text}`).toString('base64');
		return encoded.slice(before.length === 0 ? 0 : 4, -4);
	});

/** The ways to write a token of letters and digits. */
const spellingsOf = (secret: string) =>
	new Set([secret, secret.toUpperCase(), ...inBase64(secret)]);

const NEXT_TO_IT = 60;

/** Each place where a text stands, with what stands next to it. */
function placesIn(bytes: Buffer, text: string): string[] {
	const searched = Buffer.from(text);
	const places: string[] = [];
	for (let at = bytes.indexOf(searched); at >= 0; at = bytes.indexOf(searched, at + 1)) {
		const from = Math.max(0, at - NEXT_TO_IT);
		places.push(bytes.subarray(from, at + searched.length + NEXT_TO_IT).toString('latin1'));
	}
	return places;
}

/** Reads the bytes of n8n's database: what was deleted and not yet overwritten is there too. The credential is encrypted. */
export function foundInDatabase(userFolder: string): string[] {
	const folder = path.join(userFolder, '.n8n');
	const files = readdirSync(folder)
		.filter((file) => file.startsWith('database.sqlite'))
		.map((file) => readFileSync(path.join(folder, file)));
	return [...spellingsOf(SECRETS.callbackToken)].flatMap((text) =>
		files.flatMap((file) => placesIn(file, text).map((place) => JSON.stringify(place))),
	);
}
