/** One way in which a service may count the requests that it accepts. */
export interface Meter {
	/** Whether the limit allows one more request now. If so, it counts. */
	accept(now: number): boolean;
}

/** Accepts this many requests in any period, wherever the period begins. */
function anyPeriod(limit: number, periodMs: number): Meter {
	const times: number[] = [];
	let oldest = 0;
	return {
		accept: (now) => {
			const before = times[oldest];
			if (before !== undefined && now - before < periodMs) return false;
			times[oldest] = now;
			oldest = (oldest + 1) % limit;
			return true;
		},
	};
}

/** Accepts this many requests in each period of the clock. */
function clockPeriod(limit: number, periodMs: number): Meter {
	let [period, count] = [Number.NaN, 0];
	return {
		accept: (now) => {
			const current = Math.floor(now / periodMs);
			if (current !== period) count = 0;
			period = current;
			if (count >= limit) return false;
			count++;
			return true;
		},
	};
}

const BUCKET = 10;

/** Accepts ten requests immediately, then one after each gap. */
function bucket(gapMs: number): Meter {
	let [left, filledAt] = [BUCKET, Number.NEGATIVE_INFINITY];
	return {
		accept: (now) => {
			left = Math.min(BUCKET, left + (now - filledAt) / gapMs);
			filledAt = now;
			if (left < 1) return false;
			left--;
			return true;
		},
	};
}

/** The part of the gap by which a request may be early. */
const GAP_TOLERANCE = 0.3;

/** Accepts one request after each gap. */
function gap(gapMs: number): Meter {
	let last = Number.NEGATIVE_INFINITY;
	return {
		accept: (now) => {
			if (now - last < gapMs * (1 - GAP_TOLERANCE)) return false;
			last = now;
			return true;
		},
	};
}

/** Four interpretations of "one request per 10 milliseconds (about 100 per second)". */
export type Reading = 'any period' | 'clock' | 'bucket' | 'gap';

/** @param limit 0 lifts it */
export function meterOf(reading: Reading, limit: number, periodMs: number): Meter {
	if (limit === 0) return { accept: () => true };
	if (reading === 'clock') return clockPeriod(limit, periodMs);
	if (reading === 'bucket') return bucket(periodMs / limit);
	if (reading === 'gap') return gap(periodMs / limit);
	return anyPeriod(limit, periodMs);
}
