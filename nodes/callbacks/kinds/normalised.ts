import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { isoInZone, isoOf } from '../../plain';
import { messageStatus, ROOM_ACTIVE_MS } from '../../service';
import { keywordOf } from './keyword';

/** A field that the callback lacks is null. The build makes the editor's output previews from these schemas. */
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
	keyword: z.enum(['stop', 'start', 'help']).nullable(),
	/** The ID of a tapped button or a chosen row. */
	button_id: optional,
	/** n8n's AI Agent reads chatInput, and its memories read sessionId. */
	chatInput: z.string().optional(),
	sessionId: z.string().optional(),
};

const inboxMessage = z.object({
	...message,
	messages: z.array(z.object(message)).optional(),
	message_count: z.number().optional(),
});

const statusReport = z.object({
	event: z.string(),
	ref_no: z.string(),
	/** All routes share these words. A status that is not documented keeps its own word, in lower case. */
	status: z.string(),
	/** The status as the service sent it: a word on one route, a code on the other. */
	status_code: z.string(),
	status_at: optional,
	sent_at: optional,
	arrived_at: z.string(),
	raw_date: optional,
	error_code: optional,
	is_final: z.boolean(),
});

export const TRIGGER_OUTPUTS = {
	MessagingServiceTrigger: inboxMessage,
	MessagingServiceStatusTrigger: statusReport,
};

export type InboxMessage = z.output<typeof inboxMessage> & { data?: Recognised['data'] };

export type Fields = Readonly<Record<string, unknown>>;

export interface Recognised<Normalised = InboxMessage | z.output<typeof statusReport>> {
	data: IDataObject | IDataObject[];
	normalised: (arrival: {
		at: number;
		timeZone: string;
		stopWords: ReadonlySet<string>;
	}) => readonly Normalised[];
	/** Callbacks of one kind with the same identity are repeats. Without an identity, nothing is a repeat. */
	identity: readonly string[] | undefined;
	/** The date of an event that has just happened. It shows whether the time zone is wrong. */
	happenedAt: string | undefined;
	status?: string;
	/** Whether the callback only reports on messages that were sent from here. */
	isReport?: boolean;
}

/** The cast is safe, because the payload was parsed from JSON, a form or a query. */
const asData = (payload: object) => payload as Recognised['data'];

const timeOf = (date: string | undefined, timeZone: string) => {
	const time = isoOf(date, timeZone);
	return { time, raw_date: time === null ? (date ?? null) : null };
};

interface KnownOfMessage extends Partial<InboxMessage> {
	event: string;
	date?: string | undefined;
	session?: readonly (string | undefined)[];
}

export function messageOf(
	payload: object,
	identity: readonly string[] | undefined,
	{ date, session = [], text = null, ...known }: KnownOfMessage,
): Recognised<InboxMessage> {
	const sessionId = session.filter((part) => part !== undefined).join(':');
	return {
		data: asData(payload),
		identity,
		happenedAt: date,
		normalised: ({ timeZone, stopWords }) => {
			const { time, raw_date } = timeOf(date, timeZone);
			const message = {
				message_id: null,
				from: null,
				to: null,
				received_at: time,
				room_id: null,
				reply_until: known.room_id === undefined ? null : isoOf(date, timeZone, ROOM_ACTIVE_MS),
				raw_date,
				keyword: keywordOf(text, stopWords),
				button_id: null,
				...known,
				text,
				...(text !== null && text !== '' && { chatInput: text }),
				...(sessionId !== '' && { sessionId }),
			};
			return [message];
		},
	};
}

interface KnownOfReport {
	event: string;
	ref_no: string;
	status: string;
	err_code?: string | undefined;
	date: string | undefined;
	dates: 'the status' | 'the sending';
}

export function reportOf(
	payload: Fields,
	{ event, ref_no, status: code, err_code, date, dates }: KnownOfReport,
): Recognised {
	const { word, isFinal } = messageStatus(code);
	const isOfSending = word === 'sent' || dates === 'the sending';
	const isOfStatus = word === 'sent' || dates === 'the status';
	return {
		data: asData(payload),
		// A report is a repeat only if all its fields are the same, in any order.
		identity: Object.keys(payload)
			.sort()
			.map((name) => JSON.stringify([name, payload[name]])),
		happenedAt: isOfStatus ? date : undefined,
		status: word,
		normalised: ({ at, timeZone }) => {
			const { time, raw_date } = timeOf(date, timeZone);
			const report = {
				event,
				ref_no,
				status: word,
				status_code: code,
				status_at: isOfStatus ? time : null,
				sent_at: isOfSending ? time : null,
				arrived_at: isoInZone(at, timeZone),
				raw_date,
				error_code: err_code ?? null,
				is_final: isFinal,
			};
			return [report];
		},
	};
}
