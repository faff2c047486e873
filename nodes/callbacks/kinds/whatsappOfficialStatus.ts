import { type CallbackKind, reportOf } from './kind';
import { isUnofficialReport } from './whatsappUnofficialStatus';

/** The service sends JSON by POST. A form with `status_date` is accepted too. */
export const whatsappOfficialStatus: CallbackKind = {
	value: 'whatsappOfficialStatus',
	name: 'On WhatsApp Official Status',
	description: 'A broadcast or a reply was sent, delivered or read, or failed',
	registeredAt: 'WA Official, Account',
	documented: ['ref_no', 'status', 'status_date'],
	recognise: ({ method, body, isForm }) => {
		const isOther = isUnofficialReport(body) || (isForm && !('status_date' in body));
		if (isOther || method !== 'POST') return undefined;
		return reportOf(body, 'whatsappOfficialStatus', 'status_date');
	},
};
