import { isoOf } from '../../plain';
import { asData, fieldsOf, neededText, optionalText, type CallbackKind } from './callback';
import { explained } from '../../service';

const read = fieldsOf({ ref_no: neededText, status: neededText, status_date: optionalText });

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
		const told = explained(status);
		return {
			data: asData(body),
			identity: [ref_no, told.status],
			status: told.status,
			normalised: (timeZone) => ({
				event: 'whatsappOfficialStatus',
				ref_no,
				...told,
				status_at: isoOf(status_date, timeZone),
				error_code: optionalText.parse(body.err_code) ?? null,
			}),
		};
	},
};
