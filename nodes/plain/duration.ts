/** A length of time as a person writes it: '90', '2 hours', '1 day'. */

const UNITS: [pattern: RegExp, seconds: number][] = [
	[/^(s|secs?|seconds?)?$/, 1],
	[/^(m|mins?|minutes?)$/, 60],
	[/^(h|hrs?|hours?)$/, 3600],
	[/^(d|days?)$/, 86_400],
];

/** In whole seconds; undefined if the text is not a length of time. */
export function secondsOf(text: string): number | undefined {
	const [, amount, unit = ''] =
		/^(\d{1,9}(?:\.\d{1,3})?)\s*([a-z]*)$/.exec(text.trim().toLowerCase()) ?? [];
	const seconds = UNITS.find(([pattern]) => pattern.test(unit))?.[1];
	if (amount === undefined || seconds === undefined) return undefined;
	return Math.round(Number(amount) * seconds);
}
