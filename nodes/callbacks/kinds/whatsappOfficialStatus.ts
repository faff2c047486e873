import { isoOf } from '../../plain';
import type { CallbackKind } from './callback';
import { arrivedAt, rawDate } from './dates';
import { asData, fieldsReader, optionalText, requiredText } from './fields';
import { reportedStatus } from './reportedStatus';
import { isUnofficialReport } from './whatsappUnofficialStatus';

const read = fieldsReader({
	ref_no: requiredText,
	status: requiredText,
	status_date: optionalText,
});

/** WhatsApp Official message status: POST, JSON. A form with its date is accepted too. */
export const whatsappOfficialStatus: CallbackKind = {
	value: 'whatsappOfficialStatus',
	name: 'On WhatsApp Official Status',
	description: 'A broadcast or a reply was sent, delivered or read, or failed',
	registeredAt: 'WA Official, Account',
	recognise: ({ method, body, isForm }) => {
		const isOther = isUnofficialReport(body) || (isForm && !('status_date' in body));
		const fields = isOther || method !== 'POST' ? undefined : read(body);
		if (fields === undefined) return undefined;
		const { ref_no, status, status_date: date } = fields;
		const reported = reportedStatus(status);
		return {
			data: asData(body),
			identity: [ref_no, reported.status],
			status: reported.status,
			...(date !== undefined && { happenedAt: date }),
			normalised: (arrival) => {
				const statusAt = isoOf(date, arrival.timeZone);
				return {
					event: 'whatsappOfficialStatus',
					ref_no,
					...reported,
					status_at: statusAt,
					sent_at: reported.status === 'sent' ? statusAt : null,
					arrived_at: arrivedAt(arrival),
					raw_date: rawDate(date, arrival),
					error_code: optionalText.parse(body.err_code) ?? null,
				};
			},
		};
	},
};
