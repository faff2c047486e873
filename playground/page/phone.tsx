import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Chat } from './chat';
import { ChatList } from './chatList';
import { Icon } from './icons';
import { useLive, type Snapshot } from './live';
import { LostBar } from './lostBar';
import { readable } from './number';
import { usePlace } from './place';
import { speedLabel } from './serviceClock';
import { clockTimeWithSeconds, wholeTime } from './times';
import { useServiceClock } from './useServiceClock';

function ServiceClock({ snapshot }: { snapshot: Snapshot }) {
	const now = useServiceClock(snapshot);
	const { speed } = snapshot.state;
	if (speed === 1) return null;
	return (
		<p class="service-clock" title={wholeTime(now)}>
			<Icon name="clock" />
			<span>Service clock</span>
			<strong>{clockTimeWithSeconds(now)}</strong>
			<span class="speed">{speedLabel(speed)}</span>
		</p>
	);
}

function PhoneHead({ number }: { number: string }) {
	return (
		<header class="phone-head">
			<div>
				<p class="kicker">Simulated phone</p>
				<h1>{readable(number)}</h1>
			</div>
			<a class="icon-button" href="/phone" title="Another number" aria-label="Another number">
				<Icon name="swap" />
			</a>
		</header>
	);
}

function Empty({ title, text }: { title: string; text: string }) {
	return (
		<div class="empty">
			<span class="empty-icon">
				<Icon name="chat" />
			</span>
			<p class="empty-title">{title}</p>
			<p>{text}</p>
		</div>
	);
}

function useTitle(number: string, snapshot: Snapshot | null) {
	const unread = snapshot?.state.chats.reduce((sum, chat) => sum + chat.unread, 0) ?? 0;
	useEffect(() => {
		document.title = `${unread > 0 ? `(${unread}) ` : ''}${readable(number)} – Phone`;
	}, [number, unread]);
}

/** Beside the list there is room for a chat; on a narrow screen, the list alone is what a phone shows first. */
const HAS_ROOM = '(min-width: 760px)';

/** Opens the only chat, once: whoever closes it wants to see the list. */
function useOnlyChat(
	chats: readonly { id: string }[],
	chosen: string | null,
	show: (id: string) => void,
) {
	const isDone = useRef(chosen !== null);
	const [first, ...others] = chats;
	useEffect(() => {
		if (isDone.current || first === undefined) return;
		isDone.current = true;
		if (chosen === null && others.length === 0 && matchMedia(HAS_ROOM).matches) show(first.id);
	}, [first?.id]);
}

/** Everything that arrived for one number. */
export function Phone({ number }: { number: string }): JSX.Element {
	const { snapshot, lost, refused } = useLive(number);
	const { place, openChat, showChat, closeChat } = usePlace();
	useTitle(number, snapshot);
	const chats = snapshot?.state.chats ?? [];
	useOnlyChat(chats, place.chat, (id) => {
		showChat(number, id);
	});
	const chat = chats.find(({ id }) => id === place.chat);
	const some = chats.length > 0;
	return (
		<>
			<LostBar lost={lost} />
			<main class={chat ? 'phone chat-open' : 'phone'}>
				<div class="side">
					<PhoneHead number={number} />
					{snapshot?.state.unsubscribed === true && (
						<p class="unsubscribed">
							<Icon name="bell" />
							This number has un-subscribed. It gets no more unofficial messages.
						</p>
					)}
					{snapshot && some && (
						<ChatList
							number={number}
							chats={chats}
							now={new Date(snapshot.state.now)}
							open={chat?.id ?? null}
							onOpen={(id) => {
								openChat(number, id);
							}}
						/>
					)}
					{refused && (
						<Empty title="This cannot be shown" text="The simulator has no phone of this name." />
					)}
					{snapshot && !some && (
						<Empty
							title="No messages yet"
							text="What is sent to this number appears here at once."
						/>
					)}
					{snapshot && <ServiceClock snapshot={snapshot} />}
				</div>
				<div class="pane">
					{snapshot && chat ? (
						<Chat
							key={chat.id}
							snapshot={snapshot}
							chat={chat}
							onClose={() => {
								closeChat(number);
							}}
						/>
					) : (
						some && <Empty title="Choose a chat" text="Its messages are shown here." />
					)}
				</div>
			</main>
		</>
	);
}
