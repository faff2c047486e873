import type { Callback, CallbackKind, Recognised } from './callback';
import { inboxMessage, statusReport } from './normalised';
import { pushInbox } from './pushInbox';
import { whatsappBusiness } from './whatsappBusiness';
import { whatsappOfficialInbox } from './whatsappOfficialInbox';
import { whatsappOfficialStatus } from './whatsappOfficialStatus';
import { whatsappUnofficialStatus } from './whatsappUnofficialStatus';

export const INBOX_KINDS: readonly CallbackKind[] = [
	whatsappOfficialInbox,
	pushInbox,
	whatsappBusiness,
];

export const STATUS_KINDS: readonly CallbackKind[] = [
	whatsappOfficialStatus,
	whatsappUnofficialStatus,
];

/** The one with the most telling shape first; the one that takes any shape last. */
const IN_ORDER: readonly CallbackKind[] = [
	whatsappOfficialInbox,
	whatsappOfficialStatus,
	pushInbox,
	whatsappUnofficialStatus,
	whatsappBusiness,
];

/** Which kind a callback is; the catch-all kind only counts for whoever asked for it. */
export function recognise(
	callback: Callback,
	wanted: ReadonlySet<string>,
): { kind: CallbackKind; recognised: Recognised } | undefined {
	for (const kind of IN_ORDER) {
		if (kind === whatsappBusiness && !wanted.has(kind.value)) continue;
		const recognised = kind.recognise(callback);
		if (recognised !== undefined) return { kind, recognised };
	}
	return undefined;
}

/** What the previews of the triggers show, by their folders. */
export const TRIGGER_OUTPUTS = {
	MessagingServiceInboxTrigger: inboxMessage,
	MessagingServiceStatusTrigger: statusReport,
};
export type { Callback, CallbackKind } from './callback';
