import type { IDataObject } from 'n8n-workflow';

/** What is sent of a value, by the service's documentation and the descriptions of the fields. */

/** As n8n's users see it: a text as it is, a number written out. */
export const plain = (value: unknown): string =>
	typeof value === 'string' ? value : String(value);

/** A text as it is, a number as a text; nothing where the field was left blank. */
export const textOrNone = (value: unknown): string | undefined =>
	value === undefined || value === null || value === '' ? undefined : plain(value);

/** An ID or an address, without what came along when it was copied. */
export const trimmed = (value: unknown): string => plain(value).trim();

export const optionsOf = ({ options }: IDataObject): IDataObject => options as IDataObject;
