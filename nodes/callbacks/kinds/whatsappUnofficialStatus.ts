import { isoOf } from '../../plain';
import type { CallbackKind } from './callback';
import { asData, fieldsReader, optionalText, requiredText } from './fields';
import { reportedStatus } from './reportedStatus';

const read = fieldsReader({
	ref_no: requiredText,
	status: requiredText,
	sent_date: optionalText,
	err_code: optionalText,
});

/** Unofficial WhatsApp delivery status: GET or POST, query parameters. Form fields are accepted too. */
export const whatsappUnofficialStatus: CallbackKind = {
	value: 'whatsappUnofficialStatus',
	name: 'On WhatsApp Unofficial Status',
	description: 'An unofficial message moved on: queued, sent, delivered, read, aborted or failed',
	registeredAt: 'Account, Account Settings (or through support)',
	recognise: ({ query, body, isForm }) => {
		const all = isForm ? { ...body, ...query } : query;
		const fields = 'room_id' in all ? undefined : read(all);
		if (fields === undefined) return undefined;
		const { ref_no, status, sent_date, err_code } = fields;
		const reported = reportedStatus(status);
		return {
			data: asData(all),
			identity: [ref_no, reported.status],
			status: reported.status,
			normalised: (timeZone) => ({
				event: 'whatsappUnofficialStatus',
				ref_no,
				...reported,
				status_at: isoOf(sent_date, timeZone),
				error_code: err_code ?? null,
			}),
		};
	},
};
