import type { IExecuteFunctions } from 'n8n-workflow';

import { reasonOf } from '../../plain';
import { hasChosen, openAccount, type Account } from './account';
import { ask, type Survey, type Surveyed } from './facts';
import { cancelSignal, ownAddress } from './n8n';
import type { Transport, WireRequest } from './wire';

const fault = (what: string, advice: string) => ({ ok: false, what, advice }) as const;

export const surveyOf = (
	context: IExecuteFunctions,
	own: Account,
	{ accept, timeoutMs }: Pick<WireRequest, 'accept' | 'timeoutMs'>,
): Survey => ({
	n8nAddress: ownAddress(context),
	ask: async (source, name = own.credential) => {
		if (!hasChosen(context, name)) {
			const none = fault('No such credential is chosen', 'If you use it, choose one in this node.');
			return { ...none, isNotChosen: true };
		}
		let reply: Surveyed<unknown>['reply'];
		try {
			const account = name === own.credential ? own : await openAccount(context, name);
			const transport: Transport = async (wire) => {
				const came = await account.transport({ ...wire, accept, timeoutMs });
				if ('reached' in came) return came;
				const { status, text = '', date = '' } = came;
				reply = { status, text, date, at: Date.now() };
				return came;
			};
			const result = await ask({ ...account, transport }, source, cancelSignal(context));
			return { ...result, ...(reply && { reply }) };
		} catch (error) {
			return fault(`It cannot be used: ${reasonOf(error)}`, 'Correct the credential.');
		}
	},
});
