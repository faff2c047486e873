import type { Callback, CallbackKind, Fields } from './kind';
import { pushInbox } from './pushInbox';
import { whatsappBusiness } from './whatsappBusiness';
import { whatsappOfficialInbox } from './whatsappOfficialInbox';
import { whatsappOfficialStatus } from './whatsappOfficialStatus';
import { whatsappUnofficialStatus } from './whatsappUnofficialStatus';

export { wordsOf } from './keyword';
export { type Callback, type CallbackKind, type InboxMessage, TRIGGER_OUTPUTS } from './kind';

export const INBOX_KINDS = [whatsappOfficialInbox, pushInbox, whatsappBusiness];

export const STATUS_KINDS = [whatsappOfficialStatus, whatsappUnofficialStatus];

/** A kind with more required fields is tried earlier. */
const WITH_FIXED_FIELDS: readonly CallbackKind[] = [
	whatsappOfficialInbox,
	whatsappOfficialStatus,
	pushInbox,
	whatsappUnofficialStatus,
];

/** Only their letters differ. A digit makes another field: text1 is not text. */
const spelled = (name: string): string => name.toLowerCase().replace(/[_-]/g, '');

const NAMES = new Map(
	WITH_FIXED_FIELDS.flatMap(({ documented }) => documented).map((name) => [spelled(name), name]),
);

/** Services like this one also write refNo, RefNo or REF_NO. */
function inDocumentedNames(fields: Fields): Fields {
	const entries = Object.entries(fields).map(([name, value]): [string, unknown] => {
		const documented = NAMES.get(spelled(name));
		return [documented !== undefined && !(documented in fields) ? documented : name, value];
	});
	return Object.fromEntries(entries);
}

/**
 * A callback with all documented fields of a kind is of that kind, even if the trigger does not listen to it. A
 * Business callback is not documented. It has a `message_id`, or no other chosen kind recognizes it.
 */
export function recognise(callback: Callback, wanted: ReadonlySet<string>) {
	const foundBy = (kinds: readonly CallbackKind[], from = callback) =>
		kinds.flatMap((kind) => {
			const recognised = kind.recognise(from);
			return recognised === undefined ? [] : [{ kind, recognised }];
		});
	const found = foundBy(WITH_FIXED_FIELDS, {
		...callback,
		query: inDocumentedNames(callback.query),
		body: inDocumentedNames(callback.body),
	});
	const complete = found.find(({ kind, recognised: { data } }) =>
		kind.documented.every((name) => name in data),
	);
	if (complete !== undefined || !wanted.has(whatsappBusiness.value)) return complete ?? found[0];
	const hasMessageId = callback.method === 'POST' && (callback.body.message_id ?? '') !== '';
	const chosen = found.find(({ kind }) => wanted.has(kind.value));
	// If only a kind that was not chosen recognizes the callback, it is ignored and not rejected.
	const [business] = foundBy([whatsappBusiness]);
	return hasMessageId ? business : (chosen ?? business ?? found[0]);
}
