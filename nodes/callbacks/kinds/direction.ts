import { booleanOf } from '../../plain';
import { CUSTOMER, type NamedValue, wordsIn } from './names';

/** Whether a message was sent from here, by what its gateway says in flags, roles and events. */

/** Words for those who write for us. */
const US =
	'me|us|mine|self|own|agents?|business|bot|operator|admin|staff|owner|store|company|system';
const OF_US = new RegExp(`^ (?:(?:${US}|api) )+$`);
const OF_OTHERS = new RegExp(`^ (?:user|${CUSTOMER}) $`);
const ROLE =
	/^(?:sender|author|participant|actor|from|originator|sentby)(?:type|role|kind)?$|^messages?type$/;

const OUT = 'out(?:going|bound)?';
const FLAG = new RegExp(
	`^(?:is)?(?:(?:sent)?(?:from|by)(?:${US}|api)|sentfrom[a-z]+|sender|me|mine|self|own(?:er)?|echo|${OUT})(?:message)?$`,
);
/** Flags that say of each message whether it went out or came in. */
const WENT_OUT = new RegExp(`^(?:is)?(?:from(?:me|us)|${OUT})(?:message)?$`);
const CAME_IN = /^(?:is)?(?:incoming|inbound)(?:message)?$/;

const OWN_EVENT = new RegExp(
	` (?:echo(?:es)?|outgoing|outbound|statuses|mt|(?:from|by) (?:${US})) |^ (?:out|o|submitted|accepted|rejected|undeliverable|viewed|played|expired|deleted|pending|dispatched) $`,
);
/** Some gateways call a message that came in received, read or delivered to them. */
const MAYBE_OWN =
	/ (?:(?:en)?queued|sen[dt]|(?:un)?delivered|delivery|read|seen|failed|ack|receipt|(?:agent|bot|operator|admin) (?:message|replied)) | messages? .*(?:out|status|updated|changed) | (?:out|status) .*messages? /;
const INCOMING = new RegExp(
	` (?:receive[ds]?|incoming|inbound|in|mo|opt(?:ed)?|messages? send|(?:user|${CUSTOMER})(?: messages?)? sen[dt]|sen[dt] by (?:user|${CUSTOMER})) `,
);
const ONLY_INCOMING = /^ (?:received|incoming|inbound|in|i|mo) $/;

/** Whether a type, an event or a status says what became of a message that was sent from here. */
export function saysOwn(value: unknown): boolean {
	const words = wordsIn(value);
	return OWN_EVENT.test(words) || (MAYBE_OWN.test(words) && !INCOMING.test(words));
}

/** Whether we are the writer that a field names by a role. */
function isOfUs(part: string, { name, value }: NamedValue): boolean | undefined {
	const role = /^(?:type|role|kind)$/.test(name) ? part + name : name;
	const words = ROLE.test(role) ? wordsIn(value) : '';
	// An admin of a group is no admin of ours.
	if (words === ' admin ' && role.startsWith('participant')) return undefined;
	// Of a sender, a user is one of the gateway. Elsewhere, users write to us.
	if (OF_US.test(words) || (words === ' user ' && /^sender./.test(role))) return true;
	// A contact may also be what a message holds.
	return OF_OTHERS.test(words) && !role.startsWith('message') ? false : undefined;
}

/** Some gateways name their events in a title or a topic, such as outgoing_message. Words of a person are no such name. */
const isType = ({ name, field, value }: NamedValue) =>
	field === 'type' ||
	(name === 'title' && /^[a-z]+(?:_[a-z]+)+$/i.test(String(value))) ||
	(name.endsWith('topic') && /^[a-z]+(?:[._/:][a-z]+)+$/i.test(String(value)));

/** @returns undefined if the fields do not say it */
export function wentOut(part: string, fields: readonly NamedValue[]): boolean | undefined {
	// An owner 1 may be the number of a person.
	const isFlag = ({ name, value }: NamedValue) =>
		typeof value !== 'number' || /^(?:is|from)/.test(name);
	const has = (names: RegExp, wanted: boolean) =>
		fields.some((one) => names.test(one.name) && booleanOf(one.value) === wanted && isFlag(one));
	const types = fields.filter(isType).map(({ value }) => value);
	const roles = fields.map((one) => isOfUs(part, one));
	if (has(FLAG, true)) return true;
	const isIncoming = types.some((type) => ONLY_INCOMING.test(wordsIn(type)));
	if (roles.includes(false) || isIncoming || has(WENT_OUT, false) || has(CAME_IN, true))
		return false;
	return types.some(saysOwn) || has(CAME_IN, false) || roles.includes(true) || undefined;
}
