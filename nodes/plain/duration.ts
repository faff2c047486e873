const UNITS: [pattern: RegExp, seconds: number][] = [
	[/^(s|secs?|seconds?)?$/, 1],
	[/^(m|mins?|minutes?)$/, 60],
	[/^(h|hrs?|hours?)$/, 3600],
	[/^(d|days?)$/, 86_400],
];

/** Understands texts such as '90', '2 hours' and '1.5 days'. */
export function secondsOf(text: string): number | undefined {
	const [, amount, unit = ''] =
		/^(\d+(?:\.\d+)?)\s*([a-z]*)$/.exec(text.trim().toLowerCase()) ?? [];
	const seconds = UNITS.find(([pattern]) => pattern.test(unit))?.[1];
	return amount === undefined || seconds === undefined ? undefined : Number(amount) * seconds;
}

/** Rounds up, and returns a text such as '40 s', '3 min' or '27 h 40 min'. */
export function durationOf(seconds: number): string {
	if (seconds < 60) return `${Math.ceil(seconds)} s`;
	const minutes = Math.ceil(seconds / 60);
	if (minutes < 60) return `${minutes} min`;
	const hours = Math.floor(minutes / 60);
	return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
}
