/** How many characters a person would count: an emoji outside the basic plane is one, though JavaScript holds two. */
export const charactersIn = (text: string): number => Array.from(text).length;
