/** What was wanted, or what is wrong. Both sides are an object, whose fields say more. */
export type Result<Wanted, Fault = { what: string }> =
	({ ok: true } & Wanted) | ({ ok: false } & Fault);

/** Warnings with the same words become one hint, which counts what they are about. */
export type Warning = string | { words: (about: string) => string; about: string };

export const warningText = (warning: Warning): string =>
	typeof warning === 'string' ? warning : warning.words(warning.about);
