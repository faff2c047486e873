import { useEffect, useState } from 'preact/hooks';
import type { PhoneNumber, PhoneState } from '../contract';
import { serviceNow } from './times';

/** A state and when it arrived, on the browser's clock that only goes forward. */
export interface Snapshot extends PhoneState {
	arrivedAt: number;
}

export interface Live {
	numbers?: PhoneNumber[];
	snapshot?: Snapshot;
	/** The connection was there, or was tried, and is gone. */
	lost?: boolean;
}

const REOPEN_MS = 2000;

/** What the server tells, for a number or for the list of numbers alone. */
export function useLive(number: string | null): Live {
	const [live, setLive] = useState<Live>({});
	useEffect(() => {
		let source: EventSource;
		let timer: ReturnType<typeof setTimeout> | undefined;
		const change = (news: Live) => {
			setLive((before) => ({ ...before, ...news }));
		};
		const query = number === null ? '' : `?number=${encodeURIComponent(number)}`;
		const open = () => {
			source = new EventSource(`/phone/events${query}`);
			source.addEventListener('open', () => {
				change({ lost: false });
			});
			source.addEventListener('numbers', ({ data }: MessageEvent<string>) => {
				// The page's own server keeps to the contract: the shape is not checked again.
				change({ numbers: JSON.parse(data) as PhoneNumber[] });
			});
			source.addEventListener('state', ({ data }: MessageEvent<string>) => {
				// As above.
				const state = JSON.parse(data) as PhoneState;
				change({ snapshot: { ...state, arrivedAt: performance.now() } });
			});
			source.addEventListener('error', () => {
				change({ lost: true });
				// It connects again by itself after a broken connection, but not after an answer it dislikes.
				if (source.readyState === EventSource.CLOSED) timer = setTimeout(open, REOPEN_MS);
			});
		};
		open();
		return () => {
			clearTimeout(timer);
			source.close();
		};
	}, [number]);
	return live;
}

/** The clock of the service, kept going. */
export function useServiceClock(snapshot: Snapshot): Date {
	const [, refresh] = useState(0);
	const { speed } = snapshot;
	useEffect(() => {
		if (speed === 0) return;
		const again = () => {
			refresh((count) => count + 1);
		};
		// A clock that runs faster is looked at more often, within what eyes can follow.
		const timer = setInterval(again, speed > 1 ? 250 : 1000);
		return () => {
			clearInterval(timer);
		};
	}, [speed]);
	return serviceNow(snapshot, performance.now());
}
