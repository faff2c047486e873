import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { isGiven } from '../plain';
import type { CredentialName } from '../service';
import { ask, hasChosen, openAccount } from './engine';
import { commonInput, wireOf } from './engine/operation';
import { rowsOf, type Login } from './operations/account';

/** Check Setup asks several things at a time, and what the service refuses is a row. So it is no batch of items. */
export async function checkSetup(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const given: unknown = context.getNodeParameter('options', 0, {});
	const { data: common = commonInput.parse({}) } = commonInput.safeParse(given);
	const open = async (name: CredentialName): Promise<Login> => {
		const account = await openAccount(context, name);
		const hasCountry = isGiven(account.defaultCountryCode);
		return { hasCountry, ask: (source) => ask(account, source, wireOf(common)) };
	};
	const api = await open('messagingServiceApi');
	const hasSms = hasChosen(context, 'messagingServiceSmsApi');
	const rows = await rowsOf(api, hasSms ? await open('messagingServiceSmsApi') : undefined);
	return rows.map((json) => ({ json, pairedItem: { item: 0 } }));
}
