import { useEffect, useState } from 'preact/hooks';
import type { PhoneChat } from '../contract';
import { sendRead } from './send';

function useVisible(): boolean {
	const [visible, setVisible] = useState(!document.hidden);
	useEffect(() => {
		const follow = () => {
			setVisible(!document.hidden);
		};
		document.addEventListener('visibilitychange', follow);
		return () => {
			document.removeEventListener('visibilitychange', follow);
		};
	}, []);
	return visible;
}

/** Reports the messages of the open chat as read, while somebody can see them. */
export function useReadReport(
	number: string,
	chat: PhoneChat,
	onTrouble: (trouble: string) => void,
): void {
	const visible = useVisible();
	const { id, unread } = chat;
	const newest = chat.messages.at(-1)?.id;
	useEffect(() => {
		if (!visible || unread === 0) return;
		// Once for each change, so that a server that refuses is not asked without end.
		void sendRead({ number, chat: id }).then((trouble) => {
			if (trouble !== null) onTrouble(trouble);
		});
	}, [number, id, unread, newest, visible, onTrouble]);
}
