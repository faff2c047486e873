import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { isPlainRecord } from '../../../plain';

/**
 * What all sends put out of a message that was accepted, so that their outputs can be joined with each other and with
 * reports. What is not known is null.
 */
export const acceptedCore = z.object({
	ref_no: z.string().nullable(),
	status: z.string(),
	/** The service's own status, if its answer has one. */
	status_code: z.string().nullable(),
	destination: z.string().nullable(),
	room_id: z.string().nullable(),
	destination_name: z.string().nullable(),
	channel_id: z.string().nullable(),
	template_id: z.string().nullable(),
});

const ACCEPTED = 'accepted';

/** To whom a message goes: a number, a group or a room. */
export type Recipient =
	Readonly<{ destination: string | null }> | Readonly<{ room_id: string | null }>;

const textOf = (value: unknown): string | null =>
	typeof value === 'string' || typeof value === 'number' ? String(value) : null;

/** By the names of the fields, which are the same in all operations; undefined if it has none of them. */
export function recipientIn(
	fields: readonly Pick<INodeProperties, 'name'>[],
	values: unknown,
): Recipient | undefined {
	const given = isPlainRecord(values) ? values : {};
	const has = (wanted: string) => fields.some(({ name }) => name === wanted);
	if (has('roomId')) return { room_id: textOf(given.roomId) };
	const name = ['destination', 'recipient'].find(has);
	return name === undefined ? undefined : { destination: textOf(given[name]) };
}

/** The first field that holds words of the message; the caption of a file counts. */
export function textIn(values: unknown): string | null {
	const given = isPlainRecord(values) ? values : {};
	const texts = [given.text, given.message, given.body, given.caption, given.emoji];
	return textOf(texts.find((text) => typeof text === 'string'));
}

/** An accepted message as it comes out: the core, then the fields of the service's answer. */
export function acceptedItem(
	recipient: Recipient | undefined,
	values: unknown,
	answer: Readonly<IDataObject> = {},
): IDataObject {
	const given = isPlainRecord(values) ? values : {};
	const { status, ref_no: refNo, ...others } = answer;
	const item: IDataObject = {
		ref_no: textOf(refNo),
		status: ACCEPTED,
		status_code: status ?? null,
		destination: null,
		room_id: null,
		...recipient,
		destination_name: textOf(given.destinationName),
		channel_id: textOf(given.channelId),
		template_id: textOf(given.templateId),
	};
	for (const [name, value] of Object.entries(others)) {
		// What the service leaves open must not hide what the item itself says.
		if (!Object.hasOwn(item, name) || (value !== undefined && value !== null)) item[name] = value;
	}
	return item;
}

/** Fields that the answer lacks come out as null, so that all items have the same columns. */
export const withAllFields = (item: IDataObject, fields: readonly string[]): IDataObject => ({
	...item,
	...Object.fromEntries(
		fields.filter((name) => item[name] === undefined).map((name) => [name, null]),
	),
});
