import { useEffect, useRef, useState } from 'preact/hooks';
import type { PhoneChat } from '../contract';
import { addressOf, placeOf, readable } from './address';
import { Chat } from './chat';
import { useLive } from './live';
import { Avatar, Icon, LostBar, RouteLabel, TickMark } from './parts';
import { excerptOf } from './text';
import { listTime } from './times';
import { WriteFirst } from './writeFirst';

const Empty = ({ title, text }: { title: string; text: string }) => (
	<div class="empty">
		<span class="tile">
			<Icon name="chat" />
		</span>
		<h2>{title}</h2>
		<p class="soft">{text}</p>
	</div>
);

interface ChatItemProps {
	chat: PhoneChat;
	href: string;
	now: Date;
	isOpen: boolean;
	onOpen: () => void;
}

function ChatItem({ chat, href, now, isOpen, onOpen }: ChatItemProps) {
	const last = chat.messages.at(-1);
	return (
		<li>
			<a
				class={chat.unread > 0 ? 'chat-item unread' : 'chat-item'}
				href={href}
				aria-current={isOpen ? 'true' : undefined}
				data-test-id="chat"
				data-chat={chat.id}
				data-route={chat.route}
				onClick={(event) => {
					// These keys open another tab.
					if (event.metaKey || event.ctrlKey || event.shiftKey) return;
					event.preventDefault();
					onOpen();
				}}
			>
				<Avatar chat={chat} />
				<span class="grow">
					<span class="row">
						<strong class="clip grow">{readable(chat.name)}</strong>
						{last && <time class="soft">{listTime(new Date(last.at), now)}</time>}
					</span>
					<span class="row soft">
						{last && <TickMark message={last} />}
						<span class="clip grow">
							{last?.direction === 'out' && 'You: '}
							{last && excerptOf(last)}
						</span>
						{chat.unread > 0 && (
							<span class="badge">
								{chat.unread}
								<span class="hidden"> unread</span>
							</span>
						)}
					</span>
					<RouteLabel route={chat.route} />
				</span>
			</a>
		</li>
	);
}

/** Which chat is open: kept in the address, so that back, reload and links work. */
function usePlace(number: string) {
	const [open, setOpen] = useState(placeOf(location).chat);
	useEffect(() => {
		const follow = () => {
			setOpen(placeOf(location).chat);
		};
		addEventListener('popstate', follow);
		return () => {
			removeEventListener('popstate', follow);
		};
	}, []);
	/** One step back leads to the list of chats, however many were looked at. */
	const show = (chat: string | null, step: 'push' | 'replace') => {
		const address = addressOf(number, chat ?? undefined);
		if (step === 'push') history.pushState('chat', '', address);
		else history.replaceState(history.state, '', address);
		setOpen(chat);
	};
	return { open, show };
}

/** A wide screen has room for a chat next to the list. */
const HAS_ROOM = '(min-width: 760px)';

/** The phone of one number. */
export function Phone({ number }: { number: string }) {
	const { state, lost } = useLive(number);
	const { open, show } = usePlace(number);
	const chats = state?.chats ?? [];
	const now = new Date(state?.now ?? 0);
	const chat = chats.find(({ id }) => id === open);

	const unread = chats.reduce((sum, one) => sum + one.unread, 0);
	useEffect(() => {
		document.title = `${unread > 0 ? `(${unread}) ` : ''}${readable(number)} – Phone`;
	}, [number, unread]);

	// The only chat opens once. It stays closed after that.
	const isDone = useRef(open !== null);
	const [first] = chats;
	useEffect(() => {
		if (isDone.current || first === undefined) return;
		isDone.current = true;
		if (chats.length === 1 && matchMedia(HAS_ROOM).matches) show(first.id, 'replace');
	}, [first?.id]);

	return (
		<>
			<LostBar lost={lost} />
			<main class={chat ? 'phone chat-open' : 'phone'}>
				<div class="side">
					<header class="phone-head row">
						<div class="grow">
							<p class="soft">Simulated phone</p>
							<h1>{readable(number)}</h1>
						</div>
						<a class="icon-button" href="/phone" title="Another number" aria-label="Another number">
							<Icon name="swap" />
						</a>
					</header>
					{/[^\d]/.test(number) ? null : <WriteFirst number={number} />}
					{state?.unsubscribed === true && (
						<p class="bar">This number has un-subscribed. It gets no more unofficial messages.</p>
					)}
					{state && chats.length === 0 && (
						<Empty title="No messages yet" text="Messages to this number appear here." />
					)}
					{state && chats.length > 0 && (
						<ul class="chats" aria-label="Chats">
							{chats.map((one) => (
								<ChatItem
									key={one.id}
									chat={one}
									href={addressOf(number, one.id)}
									now={now}
									isOpen={one === chat}
									onOpen={() => {
										show(one.id, open === null ? 'push' : 'replace');
									}}
								/>
							))}
						</ul>
					)}
				</div>
				<div class="pane">
					{chat ? (
						<Chat
							key={chat.id}
							number={number}
							now={now}
							chat={chat}
							onClose={() => {
								if (history.state === 'chat') history.back();
								else show(null, 'replace');
							}}
						/>
					) : (
						chats.length > 0 && <Empty title="Choose a chat" text="Its messages are shown here." />
					)}
				</div>
			</main>
		</>
	);
}
