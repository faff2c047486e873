/** The entries of a list in a template text: one a line, or several parted by bars. */
export const listed = (text: string): string[] => text.trim().split(/\s*[|\n]\s*/);
