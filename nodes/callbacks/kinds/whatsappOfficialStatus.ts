import { isoOf } from '../../plain';
import type { CallbackKind } from './callback';
import { asData, fieldsReader, optionalText, requiredText } from './fields';
import { reportedStatus } from './reportedStatus';

const read = fieldsReader({
	ref_no: requiredText,
	status: requiredText,
	status_date: optionalText,
});

/** WhatsApp Official message status: POST, JSON. */
export const whatsappOfficialStatus: CallbackKind = {
	value: 'whatsappOfficialStatus',
	name: 'On WhatsApp Official Status',
	description: 'A broadcast or a reply was sent, delivered or read, or it failed',
	registeredAt: 'WA Official, Account',
	recognise: ({ method, body, isForm }) => {
		const fields = method !== 'POST' || isForm ? undefined : read(body);
		if (fields === undefined) return undefined;
		const { ref_no, status, status_date } = fields;
		const reported = reportedStatus(status);
		return {
			data: asData(body),
			identity: [ref_no, reported.status],
			status: reported.status,
			normalised: (timeZone) => ({
				event: 'whatsappOfficialStatus',
				ref_no,
				...reported,
				status_at: isoOf(status_date, timeZone),
				error_code: optionalText.parse(body.err_code) ?? null,
			}),
		};
	},
};
