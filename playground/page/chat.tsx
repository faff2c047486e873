import { useEffect, useRef, useState } from 'preact/hooks';
import type { PhoneAnswer, PhoneChat, PhoneMessage } from '../contract';
import { addressOf, readable } from './address';
import { Bubble, Quoted } from './bubble';
import { Avatar, Icon, RouteLabel } from './parts';
import { sendAnswer, sendRead } from './send';
import { byDay, dayLabel, untilLabel, wholeTime } from './times';

interface ChatProps {
	number: string;
	/** The service's clock. */
	now: Date;
	chat: PhoneChat;
	onClose: () => void;
}

/** On other devices, focus opens a keyboard on the screen. */
const hasKeyboard = () => matchMedia('(hover: hover) and (pointer: fine)').matches;

/** Official chats: whether the sender may reply freely, and until when. */
function RoomNote({ chat, now }: Pick<ChatProps, 'chat' | 'now'>) {
	if (chat.route !== 'official') return null;
	if (chat.roomUntil === null)
		return <p class="room soft">The sender may write freely for 24 hours once you answer.</p>;
	const until = new Date(chat.roomUntil);
	if (until <= now)
		return <p class="room soft">The time in which the sender may reply freely is over.</p>;
	return (
		<p class="room open soft row" title={wholeTime(until)}>
			<Icon name="clock" />
			The sender may reply freely until {untilLabel(until, now)}
		</p>
	);
}

function ChatHead({ number, now, chat, onClose }: ChatProps) {
	const name = useRef<HTMLHeadingElement>(null);
	useEffect(() => {
		// Otherwise the field of the answer takes the focus.
		if (!hasKeyboard()) name.current?.focus();
	}, []);
	return (
		<header class="chat-head row">
			<a
				class="icon-button back"
				href={addressOf(number)}
				aria-label="Back to the chats"
				onClick={(event) => {
					event.preventDefault();
					onClose();
				}}
			>
				<Icon name="back" />
			</a>
			<Avatar chat={chat} />
			<div class="grow">
				<h2 class="clip" ref={name} tabIndex={-1}>
					{readable(chat.name)}
				</h2>
				<p class="row">
					<RouteLabel route={chat.route} />
					{chat.address !== chat.name && <span class="soft clip">{readable(chat.address)}</span>}
				</p>
			</div>
			<RoomNote chat={chat} now={now} />
		</header>
	);
}

interface MessagesProps extends Pick<ChatProps, 'chat' | 'now'> {
	onTap: (message: PhoneMessage, button: { id: string; title: string }) => void;
	onQuote: (message: PhoneMessage) => void;
}

/** The messages of the open chat. */
function Messages({ chat, now, onTap, onQuote }: MessagesProps) {
	const box = useRef<HTMLDivElement>(null);
	const { messages } = chat;
	const last = messages.at(-1);
	// An answer is shown to its author.
	useEffect(() => {
		if (last?.direction === 'out' && box.current) box.current.scrollTop = 0;
	}, [last?.id, last?.direction]);

	return (
		<div
			class="messages"
			ref={box}
			tabIndex={0}
			role="log"
			aria-label={`Messages with ${chat.name}`}
		>
			<div>
				{byDay(messages).map((day) => (
					<section key={day.at.getTime()} aria-label={dayLabel(day.at, now)}>
						<h3 class="day">{dayLabel(day.at, now)}</h3>
						<ol>
							{day.messages.map(({ message, joined }) => (
								<Bubble
									key={message.id}
									message={message}
									joined={joined}
									sender={chat.name}
									closed={chat.isGroup}
									quoted={messages.find(({ id }) => id === message.quotes)}
									onTap={onTap}
									onQuote={onQuote}
								/>
							))}
						</ol>
					</section>
				))}
			</div>
		</div>
	);
}

interface ComposerProps {
	chat: PhoneChat;
	quoted: PhoneMessage | null;
	onQuote: (message: PhoneMessage | null) => void;
	/** Whether the answer was accepted. A refused one comes back into the field. */
	onSend: (text: string) => Promise<boolean>;
}

function Composer({ chat, quoted, onQuote, onSend }: ComposerProps) {
	const [text, setText] = useState('');
	const field = useRef<HTMLTextAreaElement>(null);
	useEffect(() => {
		if (hasKeyboard() || quoted !== null) field.current?.focus();
	}, [quoted]);

	const unquote = () => {
		onQuote(null);
	};
	const send = async (event: Event) => {
		event.preventDefault();
		if (text.trim() === '') return;
		setText('');
		field.current?.focus();
		// Later input stays.
		if (!(await onSend(text))) setText((later) => text + later);
	};

	return (
		<form class="composer" onSubmit={(event) => void send(event)}>
			{quoted !== null && (
				<div class="row">
					<Quoted message={quoted} sender={chat.name} />
					<button type="button" class="icon-button" aria-label="Do not quote" onClick={unquote}>
						<Icon name="close" />
					</button>
				</div>
			)}
			<div class="row">
				<textarea
					ref={field}
					class="field grow"
					rows={1}
					value={text}
					placeholder="Write an answer"
					aria-label={`Answer to ${chat.name}`}
					enterkeyhint="send"
					data-test-id="composer"
					onInput={(event) => {
						setText(event.currentTarget.value);
					}}
					onKeyDown={(event) => {
						if (event.key === 'Escape') unquote();
						if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) void send(event);
					}}
				/>
				<button
					type="submit"
					class="button main"
					aria-label="Send"
					title="Send"
					disabled={text.trim() === ''}
					data-test-id="send"
				>
					<Icon name="arrow" />
				</button>
			</div>
		</form>
	);
}

/** Reports the messages of the open chat as read, while somebody can see them. */
function useReadReport(number: string, { id, unread, messages }: PhoneChat) {
	const newest = messages.at(-1)?.id;
	useEffect(() => {
		const report = () => {
			if (!document.hidden && unread > 0) void sendRead(number, id);
		};
		report();
		document.addEventListener('visibilitychange', report);
		return () => {
			document.removeEventListener('visibilitychange', report);
		};
	}, [number, id, unread, newest]);
}

/** The open chat. */
export function Chat(props: ChatProps) {
	const { number, now, chat } = props;
	const [trouble, setTrouble] = useState<string | null>(null);
	const [quoted, setQuoted] = useState<PhoneMessage | null>(null);
	const tapping = useRef(false);
	useReadReport(number, chat);

	const answer = async (words: Omit<PhoneAnswer, 'number' | 'chat'>) => {
		const problem = await sendAnswer({ number, chat: chat.id, ...words });
		setTrouble(problem);
		return problem === null;
	};
	const send = async (text: string) => {
		const isAccepted = await answer({ text, quotes: quoted?.id });
		if (isAccepted) setQuoted(null);
		return isAccepted;
	};
	const tap = async (message: PhoneMessage, { id, title }: { id: string; title: string }) => {
		// A double click is one tap.
		if (tapping.current) return;
		tapping.current = true;
		await answer({ text: title, button: { message: message.id, id } });
		tapping.current = false;
	};
	return (
		<section class="chat" aria-label={`Chat with ${chat.name}`} data-route={chat.route}>
			<ChatHead {...props} />
			<Messages
				chat={chat}
				now={now}
				onTap={(message, button) => void tap(message, button)}
				onQuote={setQuoted}
			/>
			{trouble !== null && (
				<p class="bar" role="alert">
					{trouble}
				</p>
			)}
			{chat.isGroup ? (
				<p class="bar">This is a group: nobody can answer for it here.</p>
			) : (
				<Composer chat={chat} quoted={quoted} onQuote={setQuoted} onSend={send} />
			)}
		</section>
	);
}
