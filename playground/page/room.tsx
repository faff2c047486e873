import type { JSX } from 'preact';
import type { PhoneChat } from '../contract';
import { Icon } from './icons';
import type { Snapshot } from './live';
import { untilLabel, wholeTime } from './times';
import { useServiceClock } from './useServiceClock';

/** Official chats: whether the sender may reply freely, and until when. */
export function RoomNote(props: { chat: PhoneChat; snapshot: Snapshot }): JSX.Element | null {
	const now = useServiceClock(props.snapshot);
	const { route, roomUntil } = props.chat;
	if (route !== 'official') return null;
	if (roomUntil === null)
		return <p class="room">The sender may write freely for 24 hours once you answer.</p>;
	const until = new Date(roomUntil);
	if (until <= now)
		return <p class="room">The time in which the sender may reply freely is over.</p>;
	return (
		<p class="room open" title={wholeTime(until)}>
			<Icon name="clock" />
			The sender may reply freely until {untilLabel(until, now)}
		</p>
	);
}
