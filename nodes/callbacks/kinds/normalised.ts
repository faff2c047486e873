import { z } from 'zod';

import { isoInZone, isoOf } from '../../plain';
import { messageStatus } from '../../service';
import { keywordOf } from './keyword';

/** The two forms that all kinds share; what a kind does not say is null. The editor's previews are made from these schemas. */

const optional = z.string().nullable();

const message = {
	event: z.string(),
	message_id: optional,
	from: optional,
	to: optional,
	text: optional,
	received_at: optional,
	room_id: optional,
	reply_until: optional,
	raw_date: optional,
	/** What the whole message means, if it is one of the usual words. */
	keyword: z.enum(['stop', 'start', 'help']).nullable(),
	/** The names under which n8n's AI Agent looks for the text and its memories for the conversation. */
	chatInput: z.string().optional(),
	sessionId: z.string().optional(),
};

const inboxMessage = z.object({
	...message,
	/** Only with Group Messages: each message as it would have come alone. */
	messages: z.array(z.object(message)).optional(),
	message_count: z.number().optional(),
});

const statusReport = z.object({
	event: z.string(),
	ref_no: z.string(),
	/** The shared word; a status that is not documented stays as it came, in lower case. */
	status: z.string(),
	/** As it came: the service sends a word on one route and a code on the other. */
	status_code: z.string(),
	/** When it came to this status, if the service says so. */
	status_at: optional,
	sent_at: optional,
	/** When the callback came in. */
	arrived_at: z.string(),
	raw_date: optional,
	error_code: optional,
	is_final: z.boolean(),
});

export const TRIGGER_OUTPUTS = {
	MessagingServiceTrigger: inboxMessage,
	MessagingServiceStatusTrigger: statusReport,
};

export type InboxMessage = z.output<typeof inboxMessage>;
export type StatusReport = z.output<typeof statusReport>;

/** What a callback does not say about itself. */
export interface Arrival {
	at: number;
	timeZone: string;
	stopWords: ReadonlySet<string>;
}

/** The date if it cannot be read as a time, so that it is not lost. */
const rawDate = (date: string | undefined, { timeZone }: Arrival): string | null =>
	date !== undefined && isoOf(date, timeZone) === null ? date : null;

interface KnownOfMessage extends Partial<InboxMessage> {
	event: string;
	date?: string | undefined;
	/** What tells its conversation from others; nothing if that cannot be known. */
	session?: readonly (string | undefined)[];
}

export function messageOf(known: KnownOfMessage, arrival: Arrival): InboxMessage {
	const { date, session = [], text = null, ...others } = known;
	const sessionId = session.filter((part) => part !== undefined).join(':');
	return {
		message_id: null,
		from: null,
		to: null,
		received_at: isoOf(date, arrival.timeZone),
		room_id: null,
		reply_until: null,
		raw_date: rawDate(date, arrival),
		keyword: keywordOf(text, arrival.stopWords),
		...others,
		text,
		...(text !== null && text !== '' && { chatInput: text }),
		...(sessionId !== '' && { sessionId }),
	};
}

interface KnownOfReport {
	event: string;
	ref_no: string;
	code: string;
	date: string | undefined;
	/** What its date says: when the message came to this status, or when it was sent. */
	dates: 'the status' | 'the sending';
	errorCode: string | undefined;
}

export function reportOf(known: KnownOfReport, arrival: Arrival): StatusReport {
	const { word, isFinal } = messageStatus(known.code);
	const at = isoOf(known.date, arrival.timeZone);
	const isSent = word === 'sent';
	return {
		event: known.event,
		ref_no: known.ref_no,
		status: word,
		status_code: known.code,
		status_at: isSent || known.dates === 'the status' ? at : null,
		sent_at: isSent || known.dates === 'the sending' ? at : null,
		arrived_at: isoInZone(arrival.at, arrival.timeZone),
		raw_date: rawDate(known.date, arrival),
		error_code: known.errorCode ?? null,
		is_final: isFinal,
	};
}
