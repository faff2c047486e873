/** Characters that texts use as letters. Only followed by U+FE0F are they emoji. */
const LETTERLIKE = '[©®™]';
const VARIANTS = String.raw`\ufe0f|\u20e3|[\u{e0020}-\u{e007f}]`;

/** A character followed by U+FE0E is shown as text, so it is no emoji. */
const SIGN = String.raw`(?:(?!${LETTERLIKE})\p{Extended_Pictographic}(?!\ufe0e)|${LETTERLIKE}\ufe0f|\p{Regional_Indicator}|\p{Emoji_Modifier})`;

/** A whole emoji: with skin tones, joiners, variation selectors, the tags of a flag, the frame of a keycap. */
const EMOJI = new RegExp(
	String.raw`[0-9#*]\ufe0f?\u20e3|${SIGN}(?:${VARIANTS}|\u200d${LETTERLIKE}?|${SIGN})*`,
	'gu',
);

const escaped = (sign: string) =>
	`\\U${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(8, '0')}`;

/** The service's other form for emoji: for each code point a backslash, a capital U and eight hexadecimal digits. */
export const escapedEmoji = (text: string): string =>
	text.replace(EMOJI, (emoji) => Array.from(emoji, escaped).join(''));
