import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { isoOf } from '../../plain';

/** What each kind of callback is defined with. */

export interface Callback {
	method: string;
	query: IDataObject;
	body: IDataObject;
	/** The list, if the body is one. `body` has no fields then. */
	list?: IDataObject[];
	isForm: boolean;
	digest: () => string;
}

/** When a callback came, and what its trigger is set to. */
export interface Arrival {
	at: number;
	timeZone: string;
	stopWords: ReadonlySet<string>;
	/** Of numbers that came without one. */
	countryCode: string;
}

export interface CallbackKind {
	value: string;
	name: string;
	description: string;
	registeredAt: string;
	/** A callback that has all of these fields is of this kind. */
	documented: readonly string[];
	recognise: (callback: Callback, arrival: Arrival) => Recognised | undefined;
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
	/** True: it arrived. False: it will not. Absent while that is open. */
	delivered: z.boolean().optional(),
});

export const TRIGGER_OUTPUTS = {
	MessagingServiceTrigger: inboxMessage,
	MessagingServiceStatusTrigger: statusReport,
};

export type InboxMessage = z.output<typeof inboxMessage> & { data?: Recognised['data'] };

export interface Recognised {
	data: IDataObject | IDataObject[];
	items: readonly (InboxMessage | z.output<typeof statusReport>)[];
	/** Callbacks of one kind with the same identity are repeats. Without an identity, nothing is a repeat. */
	identity: readonly string[] | undefined;
	status?: string;
	/** Whether the callback only reports on messages that were sent from here. */
	isReport?: boolean;
}

/** Callers may send a number where the service documents text. Empty and other values count as missing. */
export function textsIn(fields: IDataObject): Readonly<Partial<Record<string, string>>> {
	const texts = Object.entries(fields).map(([name, value]) => [name, asText(value)] as const);
	return Object.fromEntries(texts.filter(([, text]) => text.trim() !== ''));
}

const asText = (value: unknown): string =>
	typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
		? String(value)
		: '';

export const timeOf = (date: string | undefined, timeZone: string) => {
	const time = isoOf(date, timeZone);
	return { time, raw_date: time === null ? (date ?? null) : null };
};
