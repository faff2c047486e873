import { useCallback, useEffect, useState } from 'preact/hooks';
import { addressOf, placeOf, type Place } from './address';

interface Navigation {
	place: Place;
	openChat: (number: string, chat: string) => void;
	/** Without a step back to the list of chats: nobody was there. */
	showChat: (number: string, chat: string) => void;
	closeChat: (number: string) => void;
}

/** Which number and chat are open: kept in the address, so that back, reload and links work. */
export function usePlace(): Navigation {
	const [place, setPlace] = useState(() => placeOf(location));
	useEffect(() => {
		const follow = () => {
			setPlace(placeOf(location));
		};
		addEventListener('popstate', follow);
		return () => {
			removeEventListener('popstate', follow);
		};
	}, []);
	const openChat = useCallback((number: string, chat: string) => {
		const address = addressOf(number, chat);
		// One step back leads to the list of chats, however many were looked at.
		if (placeOf(location).chat === null) history.pushState('chat', '', address);
		else history.replaceState(history.state, '', address);
		setPlace({ number, chat });
	}, []);
	const showChat = useCallback((number: string, chat: string) => {
		history.replaceState(history.state, '', addressOf(number, chat));
		setPlace({ number, chat });
	}, []);
	const closeChat = useCallback((number: string) => {
		if (history.state === 'chat') {
			history.back();
			return;
		}
		history.replaceState(null, '', addressOf(number));
		setPlace({ number, chat: null });
	}, []);
	return { place, openChat, showChat, closeChat };
}
