import type { IWebhookFunctions } from 'n8n-workflow';

import { faultOfData, isPlainRecord, isUrlencoded, sentBody } from '../../plain';

/** Far beyond any form that a person fills in. */
const LARGEST = 512 * 1024;
const MOST_VALUES = 2000;

export type Body = Readonly<Record<string, unknown>>;

/** n8n gives the fields of such a form under data. */
const isMultipart = (type: string) => /^multipart\/form-data\s*(;|$)/i.test(type);

/** The fields that were posted, plain and bounded; undefined if they are more than any form has. */
export function bodyOf(context: IWebhookFunctions): Body | undefined {
	const { type, length } = sentBody(context);
	if (length > LARGEST) return undefined;
	const parsed: unknown = context.getBodyData();
	const inside: unknown = isMultipart(type) && isPlainRecord(parsed) ? parsed.data : undefined;
	// n8n reads JSON and XML too, which no page sends.
	const fields: unknown = isUrlencoded(type) ? parsed : inside;
	if (!isPlainRecord(fields)) return {};
	return faultOfData(fields, 4, MOST_VALUES) === undefined ? fields : undefined;
}
