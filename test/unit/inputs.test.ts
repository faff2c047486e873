import { escapedEmoji } from '../../nodes/MessagingService/operations/whatsappUnofficial/sendText';
import { fittedText, misfitOf } from '../../nodes/service';
import { unescaped } from '../simulator/endpoints/unofficial/send';

describe('escapedEmoji', () => {
	it.each([
		['Hello 👍', 'Hello \\U0001F44D'],
		['👍🏽!', '\\U0001F44D\\U0001F3FD!'],
		['👩‍🚀', '\\U0001F469\\U0000200D\\U0001F680'],
		['1️⃣ and 1', '\\U00000031\\U0000FE0F\\U000020E3 and 1'],
		['Привет, 你好 und Grüße © 2026 ™ ®', 'Привет, 你好 und Grüße © 2026 ™ ®'],
		['™️', '\\U00002122\\U0000FE0F'],
		['☎︎', '☎︎'],
		['🏴󠁧󠁢󠁥󠁮󠁧󠁿', '\\U0001F3F4\\U000E0067\\U000E0062\\U000E0065\\U000E006E\\U000E0067\\U000E007F'],
	])('The emoji in %s are written as %s', (text, escaped) => {
		expect(escapedEmoji(text)).toBe(escaped);
		expect(unescaped(escaped)).toBe(text);
	});
});

describe('fittedText', () => {
	it.each([
		['a\r\n\r\nb', 'a b'],
		['a     b', 'a b'],
		['a    b', 'a    b'],
		['a  \n  b', 'a b'],
	])('%j is made to fit as %j', (text, fit) => {
		expect(fittedText(text)).toBe(fit);
		expect(misfitOf(fittedText(text))).toBeUndefined();
	});

	const NEW_LINES = ['\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029'];

	it.each(NEW_LINES)('%j starts a new line, which does not fit', (sign) => {
		expect(misfitOf(`a${sign}b`)).toBe('contains a line break');
		expect(fittedText(`a${sign}b`)).toBe('a b');
	});
});
