import { useEffect, useState } from 'preact/hooks';
import type { PhoneNumber, PhoneState } from '../contract';

interface Live {
	numbers?: PhoneNumber[];
	state?: PhoneState;
	/** The connection was there, or was tried, and is gone. */
	lost?: boolean;
}

const REOPEN_MS = 2000;

/** The news of the server for a number, or for the list of numbers alone. */
export function useLive(number: string | null): Live {
	const [live, setLive] = useState<Live>({});
	useEffect(() => {
		let source: EventSource;
		let timer: ReturnType<typeof setTimeout> | undefined;
		const query = number === null ? '' : `?number=${encodeURIComponent(number)}`;
		const open = () => {
			source = new EventSource(`/phone/events${query}`);
			const on = (event: string, news: (data: string) => Live) => {
				source.addEventListener(event, ({ data }: MessageEvent<string>) => {
					setLive((before) => ({ ...before, ...news(data) }));
				});
			};
			on('open', () => ({ lost: false }));
			// The page's own server keeps to the contract, so the page does not check the shapes.
			on('numbers', (data) => ({ numbers: JSON.parse(data) as PhoneNumber[] }));
			on('state', (data) => ({ state: JSON.parse(data) as PhoneState }));
			on('error', () => {
				// The browser connects again after a broken connection, but not after a refused one.
				if (source.readyState === EventSource.CLOSED) timer = setTimeout(open, REOPEN_MS);
				return { lost: true };
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
