import { characters } from './texts';

/** 1 WhatsApp credit per 2000 characters. */
export const textCredits = (message: string): number =>
	Math.max(1, Math.ceil(characters(message) / 2000));

/** A media request costs 2 WhatsApp credits. */
export const MEDIA_CREDITS = 2;
