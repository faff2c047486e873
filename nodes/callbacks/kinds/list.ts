import type { CallbackKind } from './callback';
import { pushInbox } from './pushInbox';
import { whatsappBusiness } from './whatsappBusiness';
import { whatsappOfficialInbox } from './whatsappOfficialInbox';
import { whatsappOfficialStatus } from './whatsappOfficialStatus';
import { whatsappUnofficialStatus } from './whatsappUnofficialStatus';

/** The kinds of each trigger, as the editor lists them. */
export const INBOX_KINDS: readonly CallbackKind[] = [
	whatsappOfficialInbox,
	pushInbox,
	whatsappBusiness,
];

export const STATUS_KINDS: readonly CallbackKind[] = [
	whatsappOfficialStatus,
	whatsappUnofficialStatus,
];

/** In the order in which they are tried: the more fields a kind requires, the earlier. Business accepts any. */
export const KINDS_IN_ORDER: readonly CallbackKind[] = [
	whatsappOfficialInbox,
	whatsappOfficialStatus,
	pushInbox,
	whatsappUnofficialStatus,
	whatsappBusiness,
];
