/** Counts code points: an emoji is one, although it takes two UTF-16 units in a JavaScript string. */
export const charactersIn = (text: string): number => Array.from(text).length;
