import { MESSAGE_CODES, SMS_STATUSES, CALLBACK_WORDS } from '../simulator/facts/statuses';
import { DOCUMENTED_NAMES } from '../support/contract';

/**
 * Keeps only values and names of a known shape. Everything else becomes its type, so that nothing that a person wrote
 * and nothing that opens an account remains.
 */

const words = (list: string) => list.split(' ');

/** Values that the service documents, or that formats of templates have. */
const KNOWN = new Set<string>([
	...[...MESSAGE_CODES, ...Object.values(CALLBACK_WORDS), ...Object.keys(SMS_STATUSES)],
	...words('true false null queued aborted OK Saved json xml Y N text document image video audio'),
	...words('voice reaction Approved Pending Rejected APPROVED PENDING REJECTED MARKETING UTILITY'),
	...words('AUTHENTICATION HEADER BODY FOOTER BUTTONS TEXT IMAGE DOCUMENT URL QUICK_REPLY'),
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

/** The name of a field, if it is made of known words. */
export const knownName = (name: string): string | undefined =>
	name
		.split(/[_-]|(?<=[a-z])(?=[A-Z])/)
		.every((word) => VOCABULARY.has(word.toLowerCase()) || DOCUMENTED_NAMES.has(name))
		? name
		: undefined;

const DATE = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** A number, and a time or a date in a form that is not documented. */
const DIGITS = /^[\d\s+().,:/-]*$/;

export function shapeOf(text: string): string {
	if (KNOWN.has(text)) return text;
	if (DATE.test(text)) {
		return text
			.replace(/^\d{4}-\d{2}-\d{2}/, '2026-01-02')
			.replace(/\d{2}:\d{2}:\d{2}(?:\.\d+)?/, '03:04:05');
	}
	if (UUID.test(text)) return '99999999-9999-4999-8999-999999999999';
	if (DIGITS.test(text)) return text.replace(/\d/g, '9');
	return ['string', ...(text.match(/\{\{\d{1,2}\}\}/g) ?? [])].join(' ');
}

function valueOf(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(valueOf);
	if (typeof value === 'string') return shapeOf(value);
	if (typeof value === 'number') return Number(shapeOf(String(value))) || 0;
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, inner]) => [knownName(name) ?? 'string', valueOf(inner)]),
	);
}

function markupOf(text: string): string {
	return text.replace(/<[^>]*>?|[^<]+/g, (piece) => {
		const [, end = '', name = '', empty = ''] = /^<(\/?)([\w-]+).*?(\/?)>$/s.exec(piece) ?? [];
		if (name !== '') return `<${end}${knownName(name) ?? 'string'}${empty}>`;
		return piece.startsWith('<') || piece.trim() === '' ? '' : shapeOf(piece.trim());
	});
}

export const formOf = (text: string): string =>
	new URLSearchParams(
		[...new URLSearchParams(text)].map(([name, value]): [string, string] => [
			...([knownName(name) ?? 'string', shapeOf(value)] as const),
		]),
	).toString();

/** A body of JSON, XML, a page, a form, or another text. */
export function sanitized(body: string): string {
	try {
		return JSON.stringify(valueOf(JSON.parse(body)));
	} catch {
		if (body.trimStart().startsWith('<')) return markupOf(body);
		return /^[\w.%+-]+=[^\s<>{}]*$/.test(body) ? formOf(body) : shapeOf(body);
	}
}
