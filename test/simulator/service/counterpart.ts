import { gatewaySender, numberSender, SHARED_SENDERS, SMS_FROM, type Account } from './accounts';
import type { Route, Sender } from './message';
import type { Service } from './service';

function sendersOf({ channels, gateways, senders }: Account, route: Route): Sender[] {
	switch (route) {
		case 'official':
			return channels;
		case 'business':
			return gateways.map(gatewaySender);
		case 'unofficial':
			return [...senders, ...SHARED_SENDERS].map(numberSender);
		case 'sms':
			return [SMS_FROM];
	}
}

/** The sender to whom a phone writes: the named one, the last who wrote to it, or the first one. */
export function counterpart(
	service: Service,
	route: Route,
	number: string,
	to: string | undefined,
): Sender | undefined {
	if (to === undefined) {
		const last = service.state.messages.onPhone(number).findLast((entry) => entry.route === route);
		if (last !== undefined) return last.sender;
	}
	return sendersOf(service.state.account, route).find(
		({ id, number: own }) => to === undefined || id === to || own === to,
	);
}
