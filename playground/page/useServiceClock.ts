import { useEffect, useState } from 'preact/hooks';
import type { Snapshot } from './live';
import { serviceNow } from './serviceClock';

/** The clock of the service, kept going. */
export function useServiceClock(snapshot: Snapshot): Date {
	const [, refresh] = useState(0);
	const { speed } = snapshot.state;
	useEffect(() => {
		if (speed === 0) return;
		// A clock that runs faster is looked at more often, within what eyes can follow.
		const timer = setInterval(
			() => {
				refresh((count) => count + 1);
			},
			speed > 1 ? 250 : 1000,
		);
		return () => {
			clearInterval(timer);
		};
	}, [speed]);
	return serviceNow(snapshot);
}
