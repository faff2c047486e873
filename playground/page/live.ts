import { useEffect, useState } from 'preact/hooks';
import type { PhoneNumbers, PhoneState } from '../contract';

/** A state and when it arrived, on the browser's clock that only goes forward. */
export interface Snapshot {
	state: PhoneState;
	arrivedAt: number;
}

export interface Live {
	numbers: PhoneNumbers['numbers'] | null;
	snapshot: Snapshot | null;
	/** The connection was there, or was tried, and is gone. */
	lost: boolean;
	/** The server does not show this number. */
	refused: boolean;
}

const REOPEN_MS = 2000;

/** Follows what the server tells; returns how to stop. */
function follow(number: string | null, change: (news: Partial<Live>) => void): () => void {
	let source: EventSource;
	let timer: ReturnType<typeof setTimeout> | undefined;
	let everOpen = false;
	const open = () => {
		source = new EventSource(
			number === null ? '/phone/events' : `/phone/events?number=${encodeURIComponent(number)}`,
		);
		source.addEventListener('open', () => {
			everOpen = true;
			change({ lost: false });
		});
		source.addEventListener('numbers', (event: MessageEvent<string>) => {
			// The page's own server keeps to the contract: the shape is not checked again.
			change({ numbers: (JSON.parse(event.data) as PhoneNumbers).numbers });
		});
		source.addEventListener('state', (event: MessageEvent<string>) => {
			// As above.
			const state = JSON.parse(event.data) as PhoneState;
			change({ snapshot: { state, arrivedAt: performance.now() } });
		});
		source.addEventListener('error', () => {
			// It connects again by itself after a broken connection, but not after an answer it dislikes.
			const closed = source.readyState === EventSource.CLOSED;
			if (closed && !everOpen) {
				change({ refused: true });
				return;
			}
			change({ lost: true });
			if (closed) timer = setTimeout(open, REOPEN_MS);
		});
	};
	open();
	return () => {
		clearTimeout(timer);
		source.close();
	};
}

/** What the server tells, for a number or for the list of numbers alone. */
export function useLive(number: string | null): Live {
	const [live, setLive] = useState<Live>({
		numbers: null,
		snapshot: null,
		lost: false,
		refused: false,
	});
	useEffect(
		() =>
			follow(number, (news) => {
				setLive((before) => ({ ...before, ...news }));
			}),
		[number],
	);
	return live;
}
