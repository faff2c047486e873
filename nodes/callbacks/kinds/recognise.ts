import type { Callback, CallbackKind, Recognised } from './callback';
import { KINDS_IN_ORDER } from './list';
import { whatsappBusiness } from './whatsappBusiness';

/** Finds the kind of a callback. Business, which accepts any JSON object, is tried only if the trigger asks for it. */
export function recognise(
	callback: Callback,
	wanted: ReadonlySet<string>,
): { kind: CallbackKind; recognised: Recognised } | undefined {
	for (const kind of KINDS_IN_ORDER) {
		if (kind === whatsappBusiness && !wanted.has(kind.value)) continue;
		const recognised = kind.recognise(callback);
		if (recognised !== undefined) return { kind, recognised };
	}
	return undefined;
}
