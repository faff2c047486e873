import type { Callback, CallbackKind, Recognised } from './callback';
import { KINDS_IN_ORDER } from './list';
import { messageIdIn, whatsappBusiness } from './whatsappBusiness';

const WITH_FIXED_FIELDS = KINDS_IN_ORDER.filter((kind) => kind !== whatsappBusiness);

/**
 * The kinds that may claim a callback. The payload of Business is not documented and may have any fields: if the
 * trigger listens to it, kinds that were not chosen must not claim its callbacks, and neither may any other kind claim
 * one with a message_id, which only Business has.
 */
function candidates(callback: Callback, wanted: ReadonlySet<string>): readonly CallbackKind[] {
	if (!wanted.has(whatsappBusiness.value)) return WITH_FIXED_FIELDS;
	const hasMessageId =
		callback.method === 'POST' && messageIdIn(callback.list ?? callback.body) !== undefined;
	return hasMessageId
		? [whatsappBusiness]
		: KINDS_IN_ORDER.filter(({ value }) => wanted.has(value));
}

export function recognise(
	callback: Callback,
	wanted: ReadonlySet<string>,
): { kind: CallbackKind; recognised: Recognised } | undefined {
	// The others come last: what only they recognise is answered as ignored, not as unknown.
	for (const kind of [...candidates(callback, wanted), ...WITH_FIXED_FIELDS]) {
		const recognised = kind.recognise(callback);
		if (recognised !== undefined) return { kind, recognised };
	}
	return undefined;
}
