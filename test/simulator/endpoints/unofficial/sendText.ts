import * as facts from '../../facts/endpoints';
import { textCredits } from '../../facts/limits';
import { apiEndpoint } from '../../http/apiEndpoint';
import { send } from './send';

/** Emoji may be written as a backslash, a capital U and the eight hexadecimal digits of the code point. */
export const unescaped = (text: string): string =>
	text.replace(/\\U([0-9a-fA-F]{8})/g, (whole, digits: string) => {
		const point = Number.parseInt(digits, 16);
		const isCharacter = point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
		return isCharacter ? String.fromCodePoint(point) : whole;
	});

export const sendText = apiEndpoint(facts.sendText, ({ body: asked, account, call }) => {
	const { message } = asked;
	const content = { text: unescaped(message) };
	return { ...send(call, account, asked, { content, credits: textCredits(message) }), message };
});
