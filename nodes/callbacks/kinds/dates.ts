import { isoInZone, isoOf } from '../../plain';
import type { Arrival } from './callback';

/** The date if it cannot be read as a time, so that it is not lost. */
export function rawDate(date: string | undefined, { timeZone }: Arrival): string | null {
	return date !== undefined && isoOf(date, timeZone) === null ? date : null;
}

export const arrivedAt = ({ at, timeZone }: Arrival): string => isoInZone(at, timeZone);
