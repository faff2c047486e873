const spellingsOf = (secret: string) => [
	secret,
	JSON.stringify(secret).slice(1, -1),
	encodeURIComponent(secret),
	new URLSearchParams({ secret }).toString().slice('secret='.length),
	Buffer.from(secret).toString('base64'),
	secret.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;'),
];

/** The secrets that an output holds, as they are or encoded. */
export function secretIn(output: unknown, secrets: readonly string[]): string[] {
	const text = JSON.stringify(output).toLowerCase();
	return secrets
		.filter((secret) => spellingsOf(secret).some((said) => text.includes(said.toLowerCase())))
		.map((secret) => `secret: ${secret.slice(0, 6)}…`);
}
