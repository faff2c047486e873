/** An emoji with all that belongs to it: skin tones, joiners, variation signs, the frame of a key. */
const SIGN = String.raw`(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier})`;
const JOINT = String.raw`(?:\u200d|\ufe0f|\u20e3)`;
const EMOJI = new RegExp(String.raw`[0-9#*]\ufe0f?\u20e3|${SIGN}(?:${JOINT}|${SIGN})*`, 'gu');

const escaped = (sign: string) =>
	`\\U${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(8, '0')}`;

/** Emoji as the service also takes them: a backslash, a capital U and the eight hexadecimal digits of each code point. */
export const escapedEmoji = (text: string): string =>
	text.replace(EMOJI, (emoji) => Array.from(emoji, escaped).join(''));
