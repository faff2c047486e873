/** Rounds up, and returns a text such as '40 s', '3 min' or '27 h 40 min'. */
export function durationOf(seconds: number): string {
	if (seconds < 60) return `${Math.ceil(seconds)} s`;
	const minutes = Math.ceil(seconds / 60);
	if (minutes < 60) return `${minutes} min`;
	const hours = Math.floor(minutes / 60);
	return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
}
