import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { isPlainRecord, type Warning } from '../../../plain';

/** Every accepted message outputs these fields, so that a workflow can combine all routes with each other and with reports. */
export const acceptedCore = z.object({
	ref_no: z.string().optional(),
	status: z.string(),
	status_code: z.string().optional(),
	destination: z.string().optional(),
	room_id: z.string().optional(),
	destination_name: z.string().optional(),
	channel_id: z.string().optional(),
	template_id: z.string().optional(),
	text: z.string().optional(),
});

export type Recipient =
	Readonly<{ destination: string | null }> | Readonly<{ room_id: string | null }>;

type NamedFields = readonly Pick<INodeProperties, 'name'>[];

const textOf = (value: unknown): string | null =>
	typeof value === 'string' || typeof value === 'number' ? String(value) : null;

const has = (fields: NamedFields, wanted: string) => fields.some(({ name }) => name === wanted);

/** All operations use the same field names for the recipient. An operation that reads has none of them. */
export function recipientIn(fields: NamedFields, values: unknown): Recipient | undefined {
	const given = isPlainRecord(values) ? values : {};
	if (has(fields, 'roomId')) return { room_id: textOf(given.roomId) };
	const name = destinationIn(fields);
	return name === undefined ? undefined : { destination: textOf(given[name]) };
}

const destinationIn = (fields: NamedFields) =>
	['destination', 'recipient'].find((name) => has(fields, name));

export const TEST_TO = 'Test To';

/** The message itself is right, so a fault of its recipient is one of the other number. */
export const asTestTo = <Fault extends { field: string }>(fault: Fault): Fault =>
	fault.field === 'To' ? { ...fault, field: TEST_TO } : fault;

/** The parameters of the same message to another number. A number is no group. */
export const readdressed = (
	fields: NamedFields,
	parameters: Readonly<Record<string, unknown>>,
	number: unknown,
) => ({ ...parameters, [destinationIn(fields) ?? '']: number, isGroup: undefined });

/** What the reading of a phone number found out. Rooms and groups have none. */
export class Dialed {
	constructor(
		readonly country: string,
		readonly warning: Warning | undefined,
		readonly countryCode: string | undefined,
	) {}
}

export const dialedIn = (values: unknown): Dialed | undefined =>
	isPlainRecord(values) && values.dialed instanceof Dialed ? values.dialed : undefined;

const FROM_PARAMETERS = {
	destination_name: 'destinationName',
	channel_id: 'channelId',
	template_id: 'templateId',
} as const satisfies Partial<Record<keyof typeof acceptedCore.shape, string>>;

export function coreOf(fields: NamedFields): z.ZodObject<z.ZodRawShape> {
	const recipient = recipientIn(fields, {}) ?? { destination: null, room_id: null };
	const unfilled = Object.entries(FROM_PARAMETERS)
		.filter(([, parameter]) => !has(fields, parameter))
		.map(([name]) => name);
	const filled = Object.entries(acceptedCore.shape).filter(([name]) =>
		name === 'destination' || name === 'room_id' ? name in recipient : !unfilled.includes(name),
	);
	return z.object(Object.fromEntries(filled));
}

/** Operations keep the text of their message in different fields. A caption counts as text. */
export function textIn(values: unknown): string | null {
	const given = isPlainRecord(values) ? values : {};
	const texts = [given.text, given.message, given.body, given.caption, given.emoji];
	return textOf(texts.find((text) => typeof text === 'string'));
}

export function acceptedItem(
	recipient: Recipient | undefined,
	text: string | null,
	values: unknown,
	response: Readonly<IDataObject>,
): IDataObject {
	const given = isPlainRecord(values) ? values : {};
	const { status, ref_no: refNo, ...others } = response;
	const ofItem = Object.entries(FROM_PARAMETERS).map(
		([name, parameter]): [string, string | null] => [name, textOf(given[parameter])],
	);
	// An empty field of the response must not replace a value of the item.
	const known = Object.entries(others).filter(([, value]) => value !== null);
	return {
		ref_no: textOf(refNo),
		status: 'accepted',
		...recipient,
		...Object.fromEntries(ofItem),
		text,
		...Object.fromEntries(known),
		status_code: status ?? others.status_code,
	};
}

export const withoutUnknown = (item: IDataObject): IDataObject =>
	Object.fromEntries(
		Object.entries(item).filter(([, value]) => value !== undefined && value !== null),
	);

export function plainOutput(data: unknown): IDataObject[] {
	const entries: unknown[] = Array.isArray(data) ? data : [data];
	// The data was parsed from JSON or XML, so an item of n8n can hold it.
	return entries.map((entry) => (isPlainRecord(entry) ? entry : { value: entry }) as IDataObject);
}
