import { MESSAGE_CODES, SMS_STATUSES, CALLBACK_WORDS } from '../simulator/facts/statuses';
import { DOCUMENTED_NAMES } from '../support/contract';

/**
 * Masks each word and each number that is not documented, whatever the format around it, so that nothing that a person
 * wrote and nothing that opens an account remains. JSON stays JSON, and a date stays a date.
 */

const words = (list: string) => list.split(' ');

/** Values that the service documents, or that formats of templates have. */
const VALUES = new Set<string>([
	...[...MESSAGE_CODES, ...Object.values(CALLBACK_WORDS)],
	...words('true false null queued aborted OK Saved json xml Y N text document image video audio'),
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
	...words('phone reference xml html head h1 p br hr div span script style table tr td center'),
]);

/** Whether the name of a field is made of known words. */
export const isKnownName = (name: string): boolean =>
	DOCUMENTED_NAMES.has(name) ||
	name.split(/[_-]|(?<=[a-z])(?=[A-Z])/).every((word) => VOCABULARY.has(word.toLowerCase()));

/** A time keeps its T and its Z. */
const masked = (word: string) => word.replace(/\d/g, '1').replace(/(?<!\d)[^\d_-]|[^\dTZ_-]/g, 'a');

/** The name of a field or an element; a whole value; a word, a number or an escape in another place. */
const PIECES =
	/(?<name>(?<=<[/?]?)[\w-]+|(?<=")[^"\\]*(?="\s*:)|(?<=^|&)\w+(?==))|(?<value>(?<=[":=>]\s*)[\w-]+(?=["<,&}\s]))|\\(?:u[\da-f]{4}|.)|[\p{L}\p{M}\p{N}_]+/giu;

export const sanitized = (text: string): string =>
	VALUES.has(text)
		? text
		: text.replace(PIECES, (piece, name?: string, value?: string) => {
				const isKept = name === undefined ? VALUES.has(value ?? '') : isKnownName(name);
				return isKept ? piece : masked(piece);
			});
