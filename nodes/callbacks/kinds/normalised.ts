import { z } from 'zod';

/** The two forms that all kinds share; what a kind does not say is null. The editor's previews are made from these schemas. */

const optional = z.string().nullable();

const inboxMessage = z.object({
	event: z.string(),
	message_id: optional,
	from: optional,
	to: optional,
	text: optional,
	/** ISO 8601 with offset, as all times here. */
	received_at: optional,
	room_id: optional,
	reply_until: optional,
	/** A date that could not be read, as it came. */
	raw_date: optional,
	/** The names under which n8n's AI Agent looks for the text and its memories for the conversation. */
	chatInput: z.string().optional(),
	sessionId: z.string().optional(),
});

const statusReport = z.object({
	event: z.string(),
	ref_no: z.string(),
	status: z.string(),
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

/** The output preview of each trigger, by its folder. */
export const TRIGGER_OUTPUTS = {
	MessagingServiceTrigger: inboxMessage,
	MessagingServiceStatusTrigger: statusReport,
};

export type InboxMessage = z.output<typeof inboxMessage>;
export type StatusReport = z.output<typeof statusReport>;
