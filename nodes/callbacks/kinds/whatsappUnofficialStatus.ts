import { type CallbackKind, type Fields, reportOf } from './kind';

/** An unofficial report has a letter as its status. An Official report has a word. */
const isCode = (status: unknown) => typeof status === 'string' && /^\s*[a-z]\s*$/i.test(status);

export const isUnofficialReport = (body: Fields): boolean =>
	('sent_date' in body || 'err_code' in body || isCode(body.status)) && !('status_date' in body);

/** The service calls by GET or POST with query parameters. A form or JSON is accepted too. */
export const whatsappUnofficialStatus: CallbackKind = {
	value: 'whatsappUnofficialStatus',
	name: 'On WhatsApp Unofficial Status',
	description:
		'The status of an unofficial message changed: queued, sent, delivered, read, aborted or failed',
	registeredAt: 'Account, Account Settings (or through support)',
	isAlsoGet: true,
	documented: ['ref_no', 'status', 'sent_date', 'err_code'],
	recognise: ({ query, body, isForm }) => {
		const all: Fields = isForm || isUnofficialReport(body) ? { ...body, ...query } : query;
		return 'room_id' in all ? undefined : reportOf(all, 'whatsappUnofficialStatus', 'sent_date');
	},
};
