const SIGNS: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
	'`': '&#96;',
};

/** For the text and the attributes of a page. */
export const escapedHtml = (text: string): string =>
	text.replace(/[&<>"'`]/g, (sign) => SIGNS[sign] ?? sign);
