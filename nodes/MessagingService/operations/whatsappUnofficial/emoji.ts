/** Signs that texts use as letters; with U+FE0F behind them they are emoji. */
const LETTERLIKE = '[©®™]';
const VARIANTS = String.raw`\ufe0f|\u20e3|[\u{e0020}-\u{e007f}]`;

/** With U+FE0E behind it, a sign is to be shown as text. */
const SIGN = String.raw`(?:(?!${LETTERLIKE})\p{Extended_Pictographic}(?!\ufe0e)|${LETTERLIKE}\ufe0f|\p{Regional_Indicator}|\p{Emoji_Modifier})`;

/** An emoji with all that belongs to it: skin tones, joiners, variation signs, the tags of a flag, the frame of a key. */
const EMOJI = new RegExp(
	String.raw`[0-9#*]\ufe0f?\u20e3|${SIGN}(?:${VARIANTS}|\u200d${LETTERLIKE}?|${SIGN})*`,
	'gu',
);

const escaped = (sign: string) =>
	`\\U${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(8, '0')}`;

/** Emoji as the service also takes them: a backslash, a capital U and the eight hexadecimal digits of each code point. */
export const escapedEmoji = (text: string): string =>
	text.replace(EMOJI, (emoji) => Array.from(emoji, escaped).join(''));
