import type { RefObject } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { PhoneMessage } from '../contract';

/** Within this distance the person is taken to look at the end. */
const NEAR_PX = 48;

interface Bottom {
	scroller: RefObject<HTMLDivElement | null>;
	content: RefObject<HTMLDivElement | null>;
	atBottom: boolean;
	/** How many messages came while the person looked further up. */
	missed: number;
	onScroll: () => void;
	goDown: () => void;
}

/** Keeps the end of a chat in view, unless the person has scrolled up. */
export function useBottom(messages: readonly PhoneMessage[]): Bottom {
	const scroller = useRef<HTMLDivElement>(null);
	const content = useRef<HTMLDivElement>(null);
	const stuck = useRef(true);
	const [atBottom, setAtBottom] = useState(true);
	const last = messages.at(-1);
	const seen = useRef(last?.id);

	const jump = useCallback(() => {
		if (scroller.current) scroller.current.scrollTop = scroller.current.scrollHeight;
	}, []);
	const onScroll = useCallback(() => {
		const box = scroller.current;
		if (!box) return;
		stuck.current = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_PX;
		setAtBottom(stuck.current);
	}, []);

	useLayoutEffect(() => {
		// Whoever has just written wants to see it.
		if (last?.direction === 'out' && last.id !== seen.current && !stuck.current) {
			stuck.current = true;
			setAtBottom(true);
		}
		if (stuck.current) {
			seen.current = last?.id;
			jump();
		}
	}, [last?.id, last?.direction, atBottom, jump]);

	useEffect(() => {
		// Pictures that load late and a field that grows move the end, too.
		const observer = new ResizeObserver(() => {
			if (stuck.current) jump();
		});
		if (scroller.current) observer.observe(scroller.current);
		if (content.current) observer.observe(content.current);
		return () => {
			observer.disconnect();
		};
	}, [jump]);

	const goDown = useCallback(() => {
		const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
		scroller.current?.scrollTo({
			top: scroller.current.scrollHeight,
			behavior: calm ? 'instant' : 'smooth',
		});
	}, []);

	const known = atBottom ? -1 : messages.findLastIndex((message) => message.id === seen.current);
	const missed = known < 0 ? 0 : messages.length - 1 - known;
	return { scroller, content, atBottom, missed, onScroll, goDown };
}
