import { messageStatus } from '../../service';
import type { CallbackKind } from './callback';
import { allFields, asData, fieldsReader, optionalText, requiredText } from './fields';
import { reportOf } from './normalised';
import { isUnofficialReport } from './whatsappUnofficialStatus';

const read = fieldsReader({
	ref_no: requiredText,
	status: requiredText,
	status_date: optionalText,
	err_code: optionalText,
});

/** WhatsApp Official message status: POST, JSON. A form with its date is accepted too. */
export const whatsappOfficialStatus: CallbackKind = {
	value: 'whatsappOfficialStatus',
	name: 'On WhatsApp Official Status',
	description: 'A broadcast or a reply was sent, delivered or read, or failed',
	registeredAt: 'WA Official, Account',
	documented: ['ref_no', 'status', 'status_date'],
	recognise: ({ method, body, isForm }) => {
		const isOther = isUnofficialReport(body) || (isForm && !('status_date' in body));
		const fields = isOther || method !== 'POST' ? undefined : read(body);
		if (fields === undefined) return undefined;
		const { ref_no, status: code, status_date: date, err_code: errorCode } = fields;
		return {
			data: asData(body),
			identity: allFields(body),
			status: messageStatus(code).word,
			...(date !== undefined && { happenedAt: date }),
			normalised: (arrival) =>
				reportOf(
					{
						event: 'whatsappOfficialStatus',
						ref_no,
						code,
						date,
						dates: 'the status',
						errorCode,
					},
					arrival,
				),
		};
	},
};
