import type { JSX } from 'preact';
import { useCallback, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { PhoneChat, PhoneMessage } from '../contract';
import { useBottom } from './bottom';
import { Bubble, bubbleId, type BubbleActions } from './bubble';
import { byDay } from './days';
import { Icon } from './icons';
import { dayLabel } from './times';

/** So many are drawn at first, and so many more at each wish: a chat can hold thousands. */
const PAGE = 150;
const POINT_MS = 1600;

interface MessagesProps extends Omit<BubbleActions, 'onOpenQuoted'> {
	chat: PhoneChat;
	now: Date;
}

/** Shows a message that is quoted, and points at it for a moment. */
function usePointer() {
	const [pointedAt, setPointedAt] = useState<string | null>(null);
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
	const point = useCallback((message: PhoneMessage) => {
		document.getElementById(bubbleId(message))?.scrollIntoView({ block: 'center' });
		clearTimeout(timer.current);
		setPointedAt(message.id);
		timer.current = setTimeout(() => {
			setPointedAt(null);
		}, POINT_MS);
	}, []);
	return { pointedAt, point };
}

function DownButton({ missed, onClick }: { missed: number; onClick: () => void }) {
	return (
		<button type="button" class={missed > 0 ? 'down news' : 'down'} onClick={onClick}>
			<Icon name="down" />
			{missed === 0 ? (
				<span class="hidden">To the newest message</span>
			) : (
				<span>{missed === 1 ? '1 new message' : `${missed} new messages`}</span>
			)}
		</button>
	);
}

/** The messages of the open chat. */
export function Messages({ chat, now, onTap, onQuote }: MessagesProps): JSX.Element {
	const [shown, setShown] = useState(PAGE);
	const heightBefore = useRef<number | null>(null);
	const atOpening = useRef(new Set(chat.messages.map(({ id }) => id)));
	const bottom = useBottom(chat.messages);
	const { pointedAt, point } = usePointer();
	const { scroller } = bottom;

	const showEarlier = () => {
		heightBefore.current = scroller.current?.scrollHeight ?? null;
		setShown(shown + PAGE);
	};
	useLayoutEffect(() => {
		// What was in view stays in view.
		if (scroller.current && heightBefore.current !== null)
			scroller.current.scrollTop += scroller.current.scrollHeight - heightBefore.current;
		heightBefore.current = null;
	}, [shown, scroller]);

	const byId = new Map(chat.messages.map((message) => [message.id, message]));
	return (
		<div class="messages-frame">
			<div
				class="messages"
				ref={scroller}
				onScroll={bottom.onScroll}
				tabIndex={0}
				role="log"
				aria-label={`Messages with ${chat.name}`}
			>
				<div class="messages-content" ref={bottom.content}>
					{chat.messages.length > shown && (
						<button type="button" class="earlier" onClick={showEarlier}>
							Show earlier messages
						</button>
					)}
					{byDay(chat.messages.slice(-shown)).map((day) => (
						<section key={day.key} aria-label={dayLabel(day.at, now)}>
							<h3 class="day">{dayLabel(day.at, now)}</h3>
							<ol>
								{day.messages.map(({ message, joined }) => (
									<Bubble
										key={message.id}
										message={message}
										joined={joined}
										sender={chat.name}
										closed={chat.closed}
										quoted={message.quotes === null ? undefined : byId.get(message.quotes)}
										arrived={!atOpening.current.has(message.id)}
										pointedAt={pointedAt === message.id}
										onTap={onTap}
										onQuote={onQuote}
										onOpenQuoted={point}
									/>
								))}
							</ol>
						</section>
					))}
				</div>
			</div>
			{!bottom.atBottom && <DownButton missed={bottom.missed} onClick={bottom.goDown} />}
		</div>
	);
}
