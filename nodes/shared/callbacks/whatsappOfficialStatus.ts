import { z } from 'zod';

import { isoOf } from '../zonedTime';
import { asData, neededText, optionalText, type CallbackKind } from './callback';
import { explained } from './statusWords';

const fields = z.object({ ref_no: neededText, status: neededText, status_date: optionalText });

/** WhatsApp Official message status: POST, JSON. */
export const whatsappOfficialStatus: CallbackKind = {
	value: 'whatsappOfficialStatus',
	name: 'On WhatsApp Official Status',
	description: 'A broadcast or a reply was sent, delivered or read, or it failed',
	registeredAt: 'WA Official, Account',
	recognise: ({ method, body, isForm }) => {
		const parsed = fields.safeParse(body);
		if (method !== 'POST' || isForm || !parsed.success) return undefined;
		const { ref_no, status, status_date } = parsed.data;
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
