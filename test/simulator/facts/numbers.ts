/**
 * "Destination number in international form": the country code first. The documentation gives no length, so this is
 * what numbering allows: 7 digits are the shortest numbers in use, and E.164 ends at 15.
 */
const INTERNATIONAL = /^[1-9]\d{6,14}$/;

export const isInternational = (number: string): boolean => INTERNATIONAL.test(number);

/** The plus is a way to write the international form, and no part of the number. */
export const withoutPlus = (number: string): string => number.replace(/^\+/, '');
