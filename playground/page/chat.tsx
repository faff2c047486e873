import type { JSX } from 'preact';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { PhoneAnswer, PhoneButton, PhoneChat, PhoneMessage } from '../contract';
import { addressOf } from './address';
import { Composer, hasKeyboard } from './composer';
import { Icon } from './icons';
import type { Snapshot } from './live';
import { Messages } from './messages';
import { readable } from './number';
import { useReadReport } from './readReport';
import { RoomNote } from './room';
import { Avatar, RouteLabel } from './route';
import { sendAnswer } from './send';

interface ChatProps {
	snapshot: Snapshot;
	chat: PhoneChat;
	onClose: () => void;
}

function ChatHead({ snapshot, chat, onClose }: ChatProps) {
	const name = useRef<HTMLHeadingElement>(null);
	useEffect(() => {
		// Where no field takes it, the focus still has to come along.
		if (!hasKeyboard()) name.current?.focus();
	}, []);
	return (
		<header class="chat-head">
			<a
				class="icon-button back"
				href={addressOf(snapshot.state.number)}
				aria-label="Back to the chats"
				onClick={(event) => {
					event.preventDefault();
					onClose();
				}}
			>
				<Icon name="back" />
			</a>
			<Avatar chat={chat} />
			<div class="chat-who">
				<h2 ref={name} tabIndex={-1}>
					{readable(chat.name)}
				</h2>
				<p>
					<RouteLabel route={chat.route} />
					{chat.address !== chat.name && <span class="address">{readable(chat.address)}</span>}
				</p>
			</div>
			<RoomNote chat={chat} snapshot={snapshot} />
		</header>
	);
}

function Alert({ trouble, onClose }: { trouble: string; onClose: () => void }) {
	return (
		<div class="alert" role="alert">
			<Icon name="alert" />
			<span>{trouble}</span>
			<button type="button" class="icon-button" aria-label="Close" onClick={onClose}>
				<Icon name="close" />
			</button>
		</div>
	);
}

/** The open chat. */
export function Chat(props: ChatProps): JSX.Element {
	const { snapshot, chat } = props;
	const { number, now } = snapshot.state;
	const [trouble, setTrouble] = useState<string | null>(null);
	const [quoted, setQuoted] = useState<PhoneMessage | null>(null);
	const tapping = useRef(false);
	useReadReport(number, chat, setTrouble);

	const answer = async (words: Omit<PhoneAnswer, 'number' | 'chat'>) => {
		const problem = await sendAnswer({ number, chat: chat.id, ...words });
		setTrouble(problem);
		return problem === null;
	};
	const send = async (text: string) => {
		const taken = await answer(quoted === null ? { text } : { text, quotes: quoted.id });
		if (taken) setQuoted(null);
		return taken;
	};
	const tap = (message: PhoneMessage, button: PhoneButton) => {
		// A double click is one tap.
		if (tapping.current) return;
		tapping.current = true;
		const tapped = { text: button.title, button: { message: message.id, id: button.id } };
		void answer(tapped).finally(() => {
			tapping.current = false;
		});
	};
	const unquote = useCallback(() => {
		setQuoted(null);
	}, []);

	return (
		<section class="chat" aria-label={`Chat with ${chat.name}`}>
			<ChatHead {...props} />
			<Messages chat={chat} now={new Date(now)} onTap={tap} onQuote={setQuoted} />
			{trouble !== null && (
				<Alert
					trouble={trouble}
					onClose={() => {
						setTrouble(null);
					}}
				/>
			)}
			<Composer chat={chat} quoted={quoted} onUnquote={unquote} onSend={send} />
		</section>
	);
}
