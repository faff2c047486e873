const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(timeZone: string): Intl.DateTimeFormat {
	const style = { timeZone, dateStyle: 'short', timeStyle: 'medium' } as const;
	const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', style);
	formats.set(timeZone, format);
	return format;
}

/** YYYY-MM-DD HH:MM:SS in the zone of the service's clock. Swedish dates have this form. */
export const serviceTime = (at: number, timeZone: string): string => formatFor(timeZone).format(at);

export const isoTime = (at: number): string => new Date(at).toISOString();
