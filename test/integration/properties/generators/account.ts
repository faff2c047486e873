import fc from 'fast-check';

import { commonFaults } from './common';
import type { Fault } from './faults';
import { commonOptions, lineText } from './text';

/** Parameters of the account's operations, and accounts to ask about. */

export const queries = fc
	.record(
		{
			responseFormat: commonOptions.responseFormat,
			requestTimeout: commonOptions.requestTimeout,
		},
		{ requiredKeys: ['requestTimeout'] },
	)
	.map((options) => ({ parameters: { options } }));

export const queryFaults: Fault[] = commonFaults(queries);

const balance = fc.oneof(
	fc.constantFrom(0, -1, 0.5, 1e21, 1e-7),
	fc.integer({ min: -1000, max: 1e9 }),
	fc.integer({ min: 0, max: 1e7 }).map((cents) => cents / 100),
);
const date = fc.constantFrom('2099-12-31', '2024-02-29', '0001-01-01');

/** What the service says about an account; everything but the IDs may be missing. */
export const accounts = fc.tuple(
	fc.record({
		userid: fc.oneof(
			fc.constantFrom('0042', '1e5', 'true', 'null', '0x1F', '12345678901234567890'),
			// Left out: spaces at the ends, which the node takes off texts of an answer in XML, and control characters,
			// which XML cannot hold.
			lineText(40).map((text) => text.replace(/\p{Cc}/gu, '').trim() || '-'),
		),
		idPerson: fc.maxSafeInteger(),
		idClient: fc.integer({ min: 0, max: 1e9 }),
	}),
	fc.record(
		{
			wa_balance: balance,
			wa_expired_date: date,
			hlr_balance: balance,
			hlr_expired_date: date,
			sim_balance: balance,
			sim_expired_date: date,
			sms_balance: balance,
			sms_expired_date: date,
			pulsa_balance: balance,
		},
		{ requiredKeys: [] },
	),
);
