/** Warnings with the same words become one hint, which counts what they are about. */
export type Warning = string | { words: (about: string) => string; about: string };

export const warningText = (warning: Warning): string =>
	typeof warning === 'string' ? warning : warning.words(warning.about);
