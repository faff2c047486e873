import type { JSX } from 'preact';
import type { PhoneChat } from '../contract';
import { addressOf } from './address';
import { excerptOf } from './excerpt';
import { readable } from './number';
import { Avatar, RouteLabel } from './route';
import { TickMark } from './tick';
import { listTime } from './times';

interface ChatListProps {
	number: string;
	chats: readonly PhoneChat[];
	now: Date;
	open: string | null;
	onOpen: (chat: string) => void;
}

function LastLine({ chat }: { chat: PhoneChat }) {
	const last = chat.messages.at(-1);
	if (last === undefined) return <span class="excerpt">No messages</span>;
	return (
		<>
			<TickMark message={last} />
			<span class="excerpt">
				{last.direction === 'out' && 'You: '}
				{excerptOf(last)}
			</span>
		</>
	);
}

function ChatItem(props: Omit<ChatListProps, 'chats'> & { chat: PhoneChat }) {
	const { chat } = props;
	const last = chat.messages.at(-1);
	return (
		<li>
			<a
				class={chat.unread > 0 ? 'chat-item unread' : 'chat-item'}
				href={addressOf(props.number, chat.id)}
				aria-current={props.open === chat.id ? 'true' : undefined}
				data-test-id="chat"
				data-chat={chat.id}
				data-route={chat.route}
				onClick={(event) => {
					// Whoever wants another tab gets it.
					if (event.metaKey || event.ctrlKey || event.shiftKey) return;
					event.preventDefault();
					props.onOpen(chat.id);
				}}
			>
				<Avatar chat={chat} />
				<span class="chat-name">{readable(chat.name)}</span>
				{last !== undefined && (
					<time class="chat-time" dateTime={last.at}>
						{listTime(new Date(last.at), props.now)}
					</time>
				)}
				<span class="chat-last">
					<LastLine chat={chat} />
				</span>
				{chat.unread > 0 && (
					<span class="badge">
						{chat.unread > 99 ? '99+' : chat.unread}
						<span class="hidden"> unread</span>
					</span>
				)}
				<RouteLabel route={chat.route} />
			</a>
		</li>
	);
}

/** The chats of a phone, the newest first. */
export function ChatList({ chats, ...rest }: ChatListProps): JSX.Element {
	return (
		<nav class="chat-list" aria-label="Chats">
			<ul>
				{chats.map((chat) => (
					<ChatItem key={chat.id} chat={chat} {...rest} />
				))}
			</ul>
		</nav>
	);
}
