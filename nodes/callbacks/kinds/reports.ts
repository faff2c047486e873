import type { IDataObject } from 'n8n-workflow';

import { isoInZone } from '../../plain';
import { messageStatus } from '../../service';
import { type Arrival, type CallbackKind, type Recognised, textsIn, timeOf } from './kind';

/** The kinds of callbacks that report on messages that were sent. */

/** @param dateField which date the service sends: that of the status, or that of the sending for every status */
function reportOf(
	event: string,
	payload: IDataObject,
	dateField: 'status_date' | 'sent_date',
	{ at, timeZone }: Arrival,
): Recognised | undefined {
	const { ref_no, status: code, err_code, [dateField]: date } = textsIn(payload);
	if (ref_no === undefined || code === undefined) return undefined;
	const { word, isFinal, delivered } = messageStatus(code);
	const isOfSending = word === 'sent' || dateField === 'sent_date';
	const isOfStatus = word === 'sent' || dateField === 'status_date';
	const { time, raw_date } = timeOf(date, timeZone);
	const report = {
		event,
		ref_no,
		status: word,
		status_code: code,
		status_at: isOfStatus ? time : null,
		sent_at: isOfSending ? time : null,
		arrived_at: isoInZone(at, timeZone),
		raw_date,
		error_code: err_code ?? null,
		is_final: isFinal,
		...(delivered !== undefined && { delivered }),
	};
	// A report is a repeat only if all its fields are the same, in any order.
	const identity = Object.entries(payload)
		.map((field) => JSON.stringify(field))
		.sort();
	return { data: payload, items: [report], identity, status: word };
}

/** An unofficial report has a code of one character as its status. An Official report has a word. */
const isCode = (status: unknown) => typeof status === 'string' && status.trim().length === 1;

const isUnofficial = (body: IDataObject): boolean =>
	('sent_date' in body || 'err_code' in body || isCode(body.status)) && !('status_date' in body);

/** The service sends JSON by POST. A form with `status_date` is accepted too. */
export const whatsappOfficialStatus: CallbackKind = {
	value: 'whatsappOfficialStatus',
	name: 'Report on WhatsApp Official',
	description: 'A delivery report of WhatsApp Official',
	registeredAt: 'WA Official, Account',
	documented: ['ref_no', 'status', 'status_date'],
	recognise: ({ method, body, isForm }, arrival) => {
		const isOther = isUnofficial(body) || (isForm && !('status_date' in body));
		if (isOther || method !== 'POST') return undefined;
		return reportOf('whatsappOfficialStatus', body, 'status_date', arrival);
	},
};

/** The service calls by GET or POST with query parameters. A form or JSON is accepted too. */
export const whatsappUnofficialStatus: CallbackKind = {
	value: 'whatsappUnofficialStatus',
	name: 'Report on WhatsApp Unofficial',
	description: 'A delivery report of an unofficial message',
	registeredAt: 'Account, Account Settings (or through support)',
	documented: ['ref_no', 'status', 'sent_date', 'err_code'],
	recognise: ({ query, body, isForm }, arrival) => {
		const all: IDataObject = isForm || isUnofficial(body) ? { ...body, ...query } : query;
		if ('room_id' in all) return undefined;
		return reportOf('whatsappUnofficialStatus', all, 'sent_date', arrival);
	},
};
