import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { reasonOf } from '../plain';
import type { CredentialName } from '../service';
import { ask, cancelSignal, hasChosen, openAccount, ownAddress, type Account } from './engine';
import { commonInput } from './engine/operation';
import { rowsOf } from './operations/account';

const ACCEPT = { json: 'application/json', xml: 'application/xml' };

function countryOf(account: Account | string): string {
	const code = typeof account === 'string' ? '' : account.defaultCountryCode;
	return typeof code === 'string' || typeof code === 'number' ? String(code).trim() : '';
}

/** Check Setup asks several things at a time, and what fails is a row. So it is no batch of items. */
export async function checkSetup(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const given: unknown = context.getNodeParameter('options', 0, {});
	const options = commonInput.pick({ responseFormat: true, requestTimeout: true }).safeParse(given);
	const { responseFormat = 'json', requestTimeout = 60 } = options.data ?? {};
	const asking = {
		accept: ACCEPT[responseFormat],
		timeoutMs: requestTimeout * 1000,
		cancelled: cancelSignal(context),
	};
	const open = async (name: CredentialName): Promise<Account | string> =>
		await openAccount(context, name).catch(
			(error: unknown) => `The credential cannot be used: ${reasonOf(error)}`,
		);
	const api = await open('messagingServiceApi');
	const sms = hasChosen(context, 'messagingServiceSmsApi')
		? await open('messagingServiceSmsApi')
		: undefined;
	const rows = await rowsOf({
		ask: async (source, isSms) => {
			const account = isSms ? sms : api;
			if (typeof account !== 'string') return account && (await ask(account, source, asking));
			return { ok: false, what: account, advice: 'Correct the credential.', fate: 'notSent' };
		},
		countries: [api, ...(sms === undefined ? [] : [sms])].map(countryOf),
		n8nAddress: ownAddress(context),
	});
	return rows.map((json) => ({ json, pairedItem: { item: 0 } }));
}
