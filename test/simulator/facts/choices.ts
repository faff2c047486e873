/** Readings that follow from nothing the service documents: the node made them, and the simulator keeps them. */
export const CHOICES = [
	'A number in international form has 7 to 15 digits, the country code first, with a plus before them or without.',
	'A character is a code point: an emoji is one, in every bound and for the credits of a text.',
	'New-line characters are those of Unicode: line feed, vertical tab, form feed, carriage return, NEL, U+2028 and U+2029.',
	'A text in parameters may be a single space, and no more is asked of it.',
	'A required string is not empty, except for the name of a recipient, which may be any.',
	'`SMSText` has at most 160 characters with `unicode` too.',
	'The extension `docs` of a document header can only mean `docx`, which is taken as well.',
	'The extensions `jpg` and `jpeg` are one type, also in the header above buttons.',
	'The header of an image template may have a filename, as that of a document.',
	'The type of a template button besides `url` is any text.',
	'The `index` of a template button counts from any number; the values go to the buttons in its order.',
	'The name of a variable need not be the one that its template was registered with.',
	'A kilobyte is 1024 bytes and a megabyte 1,048,576.',
	'The type of a file is told by its bytes, then its MIME type, then its name.',
	'One request per 10 milliseconds is read as 100 in any second. Three other readings can be set.',
	'A success of the Business endpoints is answered 201.',
] as const;
