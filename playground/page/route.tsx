import type { JSX } from 'preact';
import type { PhoneChat, Route } from '../contract';
import { initialsOf } from './excerpt';
import { Icon } from './icons';

export const routeName = {
	official: 'WhatsApp Official',
	unofficial: 'WhatsApp Unofficial',
	business: 'WhatsApp Business',
	sms: 'SMS',
} as const satisfies Record<Route, string>;

export function RouteLabel({ route }: { route: Route }): JSX.Element {
	return (
		<span class="route" data-route={route}>
			{routeName[route]}
		</span>
	);
}

export function Avatar({ chat }: { chat: PhoneChat }): JSX.Element {
	const initials = initialsOf(chat.name);
	return (
		<span class="avatar" data-route={chat.route} aria-hidden="true">
			{initials === '' ? <Icon name="chat" /> : initials}
		</span>
	);
}
