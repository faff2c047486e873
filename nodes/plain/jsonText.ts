/** Whether JSON certainly holds more values than that. To parse a million of them takes longer than to count some. */
export function hasMoreValues(json: string, most: number): boolean {
	let isInText = false;
	let [commas, opened] = [0, 0];
	// An escaped sign is one token, so that each quote begins or ends a text.
	for (const [token] of json.length > most ? json.matchAll(/\\[^]|[",[{]/g) : []) {
		if (token === '"') isInText = !isInText;
		else if (!isInText && token === ',') commas++;
		else if (!isInText && token.length === 1) opened++;
		// Every value but the first follows a comma or is the first in its list or record, and the root is in none.
		if (commas > most || opened > most + 1) return true;
	}
	return false;
}

/** Puts whole numbers that JSON.parse would round into quotes: their last digits tell two references apart. */
export function longIntegersAsText(json: string): string {
	let isInText = false;
	return json.replace(/\\[^]|"|-?\d[\d.eE+-]*/g, (token) => {
		if (token === '"') isInText = !isInText;
		const isLong = !isInText && /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token));
		return isLong ? `"${token}"` : token;
	});
}
