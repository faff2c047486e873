import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { isPlainRecord } from '../../../plain';

/** Every accepted message outputs these fields, so that a workflow can combine all routes with each other and with reports. */
export const acceptedCore = z.object({
	/** Null if the service accepted the message without a number. */
	ref_no: z.string().nullish(),
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

export type Values = Readonly<Record<string, unknown>>;

const textOf = (value: unknown): string | null =>
	typeof value === 'string' || typeof value === 'number' ? String(value) : null;

const has = (fields: NamedFields, wanted: string) => fields.some(({ name }) => name === wanted);

/** The names of fields are a contract: a recipient is in `destination` or `roomId`. An operation that reads has none. */
export function recipientIn(fields: NamedFields, values: Values): Recipient | undefined {
	if (has(fields, 'roomId')) return { room_id: textOf(values.roomId) };
	return has(fields, 'destination') ? { destination: textOf(values.destination) } : undefined;
}

/** The parameters of the same message to another number. A number is no group. */
export const readdressed = (parameters: Values, destination: unknown) => ({
	...parameters,
	destination,
	isGroup: undefined,
});

/** What the reading of a phone number found out. Rooms and groups have none. */
export class Dialed {
	constructor(
		readonly warning: string | undefined,
		readonly countryCode: string | undefined,
		/** The credential that may hold it. */
		readonly login?: string,
	) {}
}

const FROM_PARAMETERS: Readonly<Record<string, string>> = {
	destination_name: 'destinationName',
	channel_id: 'channelId',
	template_id: 'templateId',
} satisfies Partial<Record<keyof typeof acceptedCore.shape, string>>;

/** The fields that messages of an operation can fill. */
export function coreOf(fields: NamedFields): z.ZodObject<z.ZodRawShape> {
	const recipient = recipientIn(fields, {}) ?? { destination: null, room_id: null };
	const canFill = (name: string) => {
		const parameter = FROM_PARAMETERS[name];
		if (name === 'destination' || name === 'room_id') return name in recipient;
		return parameter === undefined || has(fields, parameter);
	};
	const shape = Object.entries(acceptedCore.shape).filter(([name]) => canFill(name));
	return z.object(Object.fromEntries(shape));
}

export interface PlannedMessage {
	recipient: Recipient | undefined;
	dialed: Dialed | undefined;
	text: string | null;
	/** Makes the output item of the accepted message. Without a response, it has only what the item itself says. */
	item: (response: IDataObject) => IDataObject;
}

/** @param written the text, if it is not in `message`, `caption` or `emoji`, which no type checks */
export function messageIn(
	fields: NamedFields,
	input: unknown,
	written: string | undefined,
): PlannedMessage {
	const values = isPlainRecord(input) ? input : {};
	const { message, caption, emoji, dialed } = values;
	const texts = [written, message, caption, emoji];
	const text = textOf(texts.find((one) => typeof one === 'string'));
	const recipient = recipientIn(fields, values);
	const ofItem = Object.entries(FROM_PARAMETERS).map(
		([name, parameter]): [string, string | null] => [name, textOf(values[parameter])],
	);
	const item = ({ status, ref_no: refNo, ...others }: IDataObject) =>
		withoutUnknown({
			ref_no: textOf(refNo),
			status: 'accepted',
			...recipient,
			...Object.fromEntries(ofItem),
			text,
			// An empty field of the response must not replace a value of the item.
			...withoutUnknown(others),
			status_code: status ?? others.status_code,
		});
	return { recipient, dialed: dialed instanceof Dialed ? dialed : undefined, text, item };
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
