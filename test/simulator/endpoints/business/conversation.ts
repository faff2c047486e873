import { misfit, refuse } from '../../http/answers';
import { gatewaySender, type Account } from '../../service/accounts';
import type { PhoneEntry, Sender } from '../../service/message';
import type { Service } from '../../service/service';

/** The gateway of a Business message; it may only write to those who wrote to it first. */
export function conversation(
	service: Service,
	account: Account,
	{ gateway_id: id, recipient }: { gateway_id: string; recipient: string },
): Sender {
	const gateway = account.gateways.find((known) => known.id === id);
	if (gateway === undefined) {
		return refuse(misfit(['body', 'gateway_id'], 'there is no such gateway'));
	}
	if (!service.state.conversations.has(`${id} ${recipient}`)) {
		refuse(misfit(['body', 'recipient'], 'the recipient has not written to this gateway yet'));
	}
	return gatewaySender(gateway);
}

/** A message of a conversation by its id: one that was sent, or one that came in. */
export function quotable(
	service: Service,
	sender: Sender,
	recipient: string,
	id: string,
	loc: (string | number)[],
): PhoneEntry {
	const entry = service.state.messages
		.onPhone(recipient)
		.find((one) => one.id === id && one.route === 'business' && one.sender.id === sender.id);
	if (entry === undefined) return refuse(misfit(loc, 'there is no such message here'));
	return entry;
}
