import { type CallbackKind, fieldsReader, optionalText, reportFields } from './callback';
import { reportOf } from './normalised';
import { isUnofficialReport } from './whatsappUnofficialStatus';

const read = fieldsReader({ ...reportFields, status_date: optionalText });

/** The service sends JSON by POST. A form with `status_date` is accepted too. */
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
		const { status_date: date, ...known } = fields;
		const event = 'whatsappOfficialStatus';
		return reportOf(body, { ...known, event, date, dates: 'the status' });
	},
};
