import { refuseAt } from '../../http/answers';
import { gatewaySender, type Account } from '../../service/accounts';
import type { PhoneEntry, Sender } from '../../service/message';
import type { Service } from '../../service/service';

/** The gateway of a Business message. It may write only to a recipient who wrote to it first. */
export function conversation(
	service: Service,
	account: Account,
	{ gateway_id: id, recipient }: { gateway_id: string; recipient: string },
): Sender {
	const gateway = account.gateways.find((known) => known.id === id);
	if (gateway === undefined) return refuseAt('body.gateway_id', 'there is no such gateway');
	if (!service.state.conversations.has(`${id} ${recipient}`)) {
		refuseAt('body.recipient', 'the recipient has not written to this gateway yet');
	}
	return gatewaySender(gateway);
}

/** A message of a conversation by its id, whoever wrote it. */
export function quotable(
	service: Service,
	sender: Sender,
	recipient: string,
	id: string,
	place: string,
): PhoneEntry {
	const entry = service.state.messages
		.onPhone(recipient)
		.find((one) => one.id === id && one.route === 'business' && one.sender.id === sender.id);
	return entry ?? refuseAt(place, 'there is no such message here');
}
