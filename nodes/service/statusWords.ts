import { isMessageCode, MESSAGE_STATUS, type MessageCode } from './messageStatus';

/** The words of both routes, and the names that the documentation gives the codes. */
const BY_WORD = new Map<string, MessageCode>([
	// The keys of a constant record.
	...(Object.keys(MESSAGE_STATUS) as MessageCode[]).map((code): [string, MessageCode] => [
		MESSAGE_STATUS[code].name,
		code,
	]),
	['un-sent', 'U'],
	['queue', 'Q'],
	['abort', 'A'],
]);

export interface ExplainedStatus {
	/** The word of the one vocabulary; an unknown one as it came, in small letters. */
	status: string;
	status_code: string | null;
	is_final: boolean;
}

/** A status that came as a code or as a word. */
export function explained(status: string): ExplainedStatus {
	const given = status.trim();
	const upper = given.toUpperCase();
	const code = isMessageCode(upper) ? upper : BY_WORD.get(given.toLowerCase());
	if (code === undefined) {
		return { status: given.toLowerCase(), status_code: null, is_final: false };
	}
	const { name, isFinal } = MESSAGE_STATUS[code];
	return { status: name, status_code: code, is_final: isFinal };
}
