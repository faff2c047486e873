import { z } from 'zod';

/** The one form in which all kinds come out; what a kind does not tell is null. The previews in the editor are made from these. */

const optional = z.string().nullable();

export const inboxMessage = z.object({
	event: z.string(),
	message_id: optional,
	from: optional,
	to: optional,
	text: optional,
	/** ISO 8601 with offset, as all times here. */
	received_at: optional,
	room_id: optional,
	reply_until: optional,
});

export const statusReport = z.object({
	event: z.string(),
	ref_no: z.string(),
	status: z.string(),
	status_code: optional,
	status_at: optional,
	error_code: optional,
	is_final: z.boolean(),
});

export type InboxMessage = z.output<typeof inboxMessage>;
export type StatusReport = z.output<typeof statusReport>;
