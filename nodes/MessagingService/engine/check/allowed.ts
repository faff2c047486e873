import { parsedUrl, quoted } from '../../../plain';
import { mediaUrlsIn } from '../../../service';
import { wrong, type CommonOptions, type Plan, type Wrong } from '../operation';
import { nameOf } from '../itemState';

/** An agent may be tricked into sending somewhere else, so these options limit recipients and media hosts. */
export const notAllowed = (
	plan: Plan,
	options: CommonOptions,
	isForAgent: boolean,
): Wrong | undefined => wrongRecipient(plan, options) ?? wrongHost(plan, options, isForAgent);

function wrongRecipient({ message }: Plan, { allowedRecipients }: CommonOptions) {
	if (!allowedRecipients || !message?.recipient) return undefined;
	const to = nameOf(message.recipient);
	if (to !== null && allowedRecipients.allows(to, message.dialed?.countryCode)) return undefined;
	const what = `does not include ${quoted(to ?? 'this one')}: this node may not send there`;
	const advice = 'Do not write to it, and say that only a person can allow it.';
	return wrong('Allowed Recipients', what, advice);
}

function wrongHost(
	{ request }: Plan,
	{ allowedMediaHosts }: CommonOptions,
	isForAgent: boolean,
): Wrong | undefined {
	if (!allowedMediaHosts && !isForAgent) return undefined;
	const url = mediaUrlsIn(request.json ?? request.multipart).find(
		(one) => allowedMediaHosts?.allows(one) !== true,
	);
	if (url === undefined) return undefined;
	const host = parsedUrl(url)?.hostname ?? 'this host';
	const what = `does not include ${quoted(host)}: send a file of the item instead`;
	const advice = 'Do not send this URL, and say that only a person can add the host.';
	return wrong('Allowed Media Hosts', what, advice);
}
