import type { Arrival, Callback, CallbackKind } from './kind';
import { pushInbox, whatsappBusiness, whatsappOfficialInbox } from './messages';
import { whatsappOfficialStatus, whatsappUnofficialStatus } from './reports';

export { businessMessages } from './businessMessages';
export { wordsOf } from './keyword';
export { type Callback, type CallbackKind, type InboxMessage, TRIGGER_OUTPUTS } from './kind';

export const STATUS_KINDS = [whatsappOfficialStatus, whatsappUnofficialStatus];

/**
 * The first one whose documented fields a callback has takes it. A person sees them in this order: n8n's lint wants the choices
 * sorted by their names.
 */
export const ALL_KINDS: readonly CallbackKind[] = [
	whatsappBusiness,
	whatsappOfficialInbox,
	pushInbox,
	...STATUS_KINDS,
];

const DOCUMENTED = ALL_KINDS.filter((kind) => kind !== whatsappBusiness);

/**
 * A callback with all documented fields of a kind is of that kind, even if the trigger does not listen to it. A
 * Business callback is not documented. It has a `message_id`, or no other chosen kind recognizes it.
 */
export function recognise(callback: Callback, wanted: ReadonlySet<string>, arrival: Arrival) {
	const foundBy = (kind: CallbackKind) => {
		const recognised = kind.recognise(callback, arrival);
		return recognised === undefined ? [] : [{ kind, recognised }];
	};
	const found = DOCUMENTED.flatMap(foundBy);
	const complete = found.find(({ kind, recognised: { data } }) =>
		kind.documented.every((name) => name in data),
	);
	if (complete !== undefined || !wanted.has(whatsappBusiness.value)) return complete ?? found[0];
	const hasMessageId = callback.method === 'POST' && (callback.body.message_id ?? '') !== '';
	const chosen = found.find(({ kind }) => wanted.has(kind.value));
	const [business] = foundBy(whatsappBusiness);
	// If only a kind that was not chosen recognizes the callback, it is ignored and not rejected.
	return hasMessageId ? business : (chosen ?? business ?? found[0]);
}
