/** Emoji may be written as a backslash, a capital U and the eight hexadecimal digits of the code point. */
export const unescaped = (text: string): string =>
	text.replace(/\\U([0-9a-fA-F]{8})/g, (whole, digits: string) => {
		const point = Number.parseInt(digits, 16);
		const isCharacter = point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
		return isCharacter ? String.fromCodePoint(point) : whole;
	});
