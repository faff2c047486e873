import { SMS_STATUSES, STATUSES } from '../simulator/facts/statuses';
import { DOCUMENTED_NAMES } from '../support/contract';

/**
 * Masks each word and each number that is not documented, whatever the format around it, so that nothing that a person
 * wrote and nothing that opens an account remains. JSON stays JSON, and a date stays a date.
 */

const words = (list: string) => list.split(' ');

/** Values that the service documents, or that formats of templates have. */
const VALUES = new Set<string>([
	...Object.entries(STATUSES).flatMap(([code, { word }]) => [code, word]),
	...words('true false null OK Saved json xml Y N text document image video audio'),
	...words('voice reaction Approved Pending Rejected APPROVED PENDING REJECTED MARKETING UTILITY'),
	...words('AUTHENTICATION HEADER BODY FOOTER BUTTONS TEXT IMAGE DOCUMENT URL QUICK_REPLY'),
	...Object.keys(SMS_STATUSES),
]);

/** Words of which the names of fields and elements are made. */
const VOCABULARY = new Set<string>([
	...[...DOCUMENTED_NAMES].flatMap((name) =>
		name.toLowerCase().split(/_|(?<=id)(?=person|client)/),
	),
	...words('errors items item list total page size limit next meta success result response code'),
	...words('reason title description name updated trace user wallet credit amount currency number'),
	...words('phone reference html head h1 p br hr div span script style table tr td center'),
]);

/** Whether the name of a field is made of known words. */
export const isKnownName = (name: string): boolean =>
	DOCUMENTED_NAMES.has(name) ||
	name.split(/[_-]|(?<=[a-z])(?=[A-Z])/).every((word) => VOCABULARY.has(word.toLowerCase()));

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const uuids: string[] = [];

/** The same UUID is the same in all places. A time keeps its T and its Z. */
function masked(word: string): string {
	if (!UUID.test(word)) {
		return word.replace(/\d/g, '1').replace(/(?<!\d)[^\d_-]|[^\dTZ_-]/g, 'a');
	}
	if (!uuids.includes(word)) uuids.push(word);
	return `11111111-1111-4111-8111-${String(uuids.indexOf(word)).padStart(12, '0')}`;
}

/** The name of a field or an element; a whole value; a word, a number or an escape in another place. */
const PIECES =
	/(?<name>(?<=<\/?)[\w-]+|(?<=")[^"\\]*(?="\s*:)|(?<=^|&)\w+(?==))|(?<value>(?<=[":=>]\s*)[\w-]+(?=["<,&}\s]))|\\(?:u[\da-f]{4}|.)|[\p{L}\p{M}\p{N}_]+/giu;

/** The declaration of XML goes, since it names the encoding of the bytes. */
export const sanitized = (text: string): string =>
	VALUES.has(text)
		? text
		: text.replace(/<\?.*?\?>/gs, '').replace(PIECES, (piece, name?: string, value?: string) => {
				const isKept = name === undefined ? VALUES.has(value ?? '') : isKnownName(name);
				return isKept ? piece : masked(piece);
			});
