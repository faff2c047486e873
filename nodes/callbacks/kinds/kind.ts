import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { isoInZone, isoOf } from '../../plain';
import { messageStatus, ROOM_ACTIVE_MS } from '../../service';
import { keywordOf } from './keyword';

/** What each kind of callback is defined with. */

export type Fields = Readonly<Record<string, unknown>>;

export interface Callback {
	method: string;
	query: Fields;
	body: Fields;
	/** The list, if the body is one. `body` has no fields then. */
	list?: readonly unknown[];
	isForm: boolean;
	digest: () => string;
}

export interface CallbackKind {
	value: string;
	name: string;
	description: string;
	registeredAt: string;
	/** A callback that has all of these fields is of this kind. */
	documented: readonly string[];
	isAlsoGet?: true;
	recognise: (callback: Callback) => Recognised | undefined;
}

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

interface Recognised<Normalised = InboxMessage | z.output<typeof statusReport>> {
	data: IDataObject | IDataObject[];
	normalised: (arrival: {
		at: number;
		timeZone: string;
		stopWords: ReadonlySet<string>;
	}) => readonly Normalised[];
	/** Callbacks of one kind with the same identity are repeats. Without an identity, nothing is a repeat. */
	identity: readonly string[] | undefined;
	status?: string;
	/** Whether the callback only reports on messages that were sent from here. */
	isReport?: boolean;
}

/** Callers may send a number where the service documents text. */
const anyText = z.union([z.string(), z.number(), z.boolean()]).transform(String);

const unlessEmpty = (value: string | null | undefined) =>
	value === null || value?.trim() === '' ? undefined : value;

export const textField = {
	required: anyText.refine((value) => value.trim() !== ''),
	/** The field must be present, but may be empty. */
	named: anyText.nullable().transform(unlessEmpty),
	/** A value of another type counts as missing. */
	optional: anyText.optional().catch(undefined).transform(unlessEmpty),
	/** A value of another type becomes null, so that the message still starts the workflow. */
	ofMessage: anyText.nullable().default(null).catch(null),
};

/** Most callbacks are of another kind, and the errors of a schema are slow to build. So the names are checked first. */
export function fieldsReader<Shape extends z.ZodRawShape>(shape: Shape) {
	const schema = z.object(shape);
	const required = Object.keys(shape).filter((name) => shape[name]?.isOptional() === false);
	return (all: Fields): z.output<typeof schema> | undefined =>
		required.every((name) => name in all) ? schema.safeParse(all).data : undefined;
}

/** The cast is safe, because the payload was parsed from JSON, a form or a query. */
const asData = (payload: object) => payload as Recognised['data'];

const timeOf = (date: string | undefined, timeZone: string) => {
	const time = isoOf(date, timeZone);
	return { time, raw_date: time === null ? (date ?? null) : null };
};

/** What a callback says of one message. */
export type Said = Partial<
	Record<'id' | 'from' | 'to' | 'roomId' | 'buttonId' | 'date', string | undefined>
> & { text?: string | null | undefined };

export const messagesOf = (
	event: string,
	payload: object,
	identity: readonly string[] | undefined,
	all: readonly Said[],
): Recognised<InboxMessage> => ({
	data: asData(payload),
	identity,
	normalised: ({ timeZone, stopWords }) =>
		all.map(({ id, from, to, text = null, roomId, buttonId, date }) => {
			const { time, raw_date } = timeOf(date, timeZone);
			// Messages without a sender must not share a conversation.
			const pair = from !== undefined && to !== undefined ? `${from}:${to}` : from;
			const sessionId = roomId ?? pair;
			return {
				event,
				message_id: id ?? null,
				from: from ?? null,
				to: to ?? null,
				text,
				received_at: time,
				room_id: roomId ?? null,
				reply_until: roomId === undefined ? null : isoOf(date, timeZone, ROOM_ACTIVE_MS),
				raw_date,
				keyword: keywordOf(text, stopWords),
				button_id: buttonId ?? null,
				...(text !== null && text !== '' && { chatInput: text }),
				...(sessionId !== undefined && { sessionId }),
			};
		}),
});

const readReport = fieldsReader({
	ref_no: textField.required,
	status: textField.required,
	err_code: textField.optional,
	status_date: textField.optional,
	sent_date: textField.optional,
});

/** @param dateField which date the service sends: that of the status, or that of the sending for every status */
export function reportOf(
	payload: Fields,
	event: string,
	dateField: 'status_date' | 'sent_date',
): Recognised | undefined {
	const fields = readReport(payload);
	if (fields === undefined) return undefined;
	const { ref_no, status: code, err_code, [dateField]: date } = fields;
	const { word, isFinal } = messageStatus(code);
	const isOfSending = word === 'sent' || dateField === 'sent_date';
	const isOfStatus = word === 'sent' || dateField === 'status_date';
	return {
		data: asData(payload),
		// A report is a repeat only if all its fields are the same, in any order.
		identity: Object.keys(payload)
			.sort()
			.map((name) => JSON.stringify([name, payload[name]])),
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
