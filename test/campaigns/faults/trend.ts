import { median } from '../../support/median';

/** Whether something that is sampled over time stays as it is. Pure. */

export interface Sample {
	minute: number;
	value: number;
}

export interface Trend {
	samples: number;
	/** Of a straight line through the samples. */
	slopePerMinute: number;
	firstQuarter: number;
	lastQuarter: number;
	/** Nothing where it was too short to tell. */
	flat: boolean | undefined;
}

/** Until then n8n warms up. */
export const FROM_MINUTE = 5;
/** The last quarter may lie so much above the first. */
export const FLAT_WITHIN = 0.1;
/** A quarter of fewer samples says nothing. */
const FEWEST = 16;

function slopeOf(samples: readonly Sample[]): number {
	const mean = (of: (one: Sample) => number) =>
		samples.reduce((sum, one) => sum + of(one), 0) / Math.max(1, samples.length);
	const minute = mean((one) => one.minute);
	const value = mean((one) => one.value);
	const spread = mean((one) => (one.minute - minute) ** 2);
	const together = mean((one) => (one.minute - minute) * (one.value - value));
	return spread === 0 ? 0 : together / spread;
}

export function trendOf(all: readonly Sample[]): Trend {
	const warm = all.filter(({ minute }) => minute >= FROM_MINUTE);
	const samples = warm.length >= FEWEST ? warm : all;
	const quarter = Math.max(1, Math.floor(samples.length / 4));
	const values = samples.map(({ value }) => value);
	const firstQuarter = median(values.slice(0, quarter));
	const lastQuarter = median(values.slice(-quarter));
	return {
		samples: samples.length,
		slopePerMinute: slopeOf(samples),
		firstQuarter,
		lastQuarter,
		flat: warm.length < FEWEST ? undefined : lastQuarter <= firstQuarter * (1 + FLAT_WITHIN),
	};
}
