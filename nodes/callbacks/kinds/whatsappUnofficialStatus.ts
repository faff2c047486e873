import { isoOf } from '../../plain';
import { asData, fieldsOf, neededText, optionalText, type CallbackKind } from './callback';
import { explained } from '../../service';

const read = fieldsOf({
	ref_no: neededText,
	status: neededText,
	sent_date: optionalText,
	err_code: optionalText,
});

/** Unofficial WhatsApp delivery status: GET or POST, query parameters; tolerated in the body too. */
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
		const told = explained(status);
		return {
			data: asData(all),
			identity: [ref_no, told.status],
			status: told.status,
			normalised: (timeZone) => ({
				event: 'whatsappUnofficialStatus',
				ref_no,
				...told,
				status_at: isoOf(sent_date, timeZone),
				error_code: err_code ?? null,
			}),
		};
	},
};
