import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { openAccount } from '../../nodes/MessagingService/engine/account';
import type { ServiceContext } from '../../nodes/MessagingService/engine/wire';
import type { CredentialName } from '../../nodes/service';

const HOST = 'https://service.test';
const API = { baseUrl: HOST, apiKey: 'key-of-a', requestsPerSecond: 5 };
const SMS = { baseUrl: HOST, user: 'a_api', password: 'secret' };

/** The pacer of a node run with this credential. */
async function pacerOf(name: CredentialName, data: ICredentialDataDecryptedObject) {
	const context = {
		getCredentials: () => Promise.resolve(data),
		getNode: () => ({ credentials: { [name]: { id: '1', name } } }),
	} as unknown as ServiceContext;
	return (await openAccount(context, name)).pacer;
}

describe('openAccount: who shares a limit', () => {
	it.each<[string, CredentialName, ICredentialDataDecryptedObject, boolean]>([
		['an SMS login at the host of an API key', 'messagingServiceSmsApi', SMS, false],
		['another API key', 'messagingServiceApi', { ...API, apiKey: 'key-of-b' }, false],
		['another rate', 'messagingServiceApi', { ...API, requestsPerSecond: 6 }, false],
		['the same API key', 'messagingServiceApi', { ...API }, true],
	])('%s: %s', async (_, name, data, isShared) => {
		const own = await pacerOf('messagingServiceApi', API);
		expect((await pacerOf(name, data)) === own).toBe(isShared);
	});

	it('Each SMS login has a limit of its own', async () => {
		const own = await pacerOf('messagingServiceSmsApi', SMS);
		expect(await pacerOf('messagingServiceSmsApi', { ...SMS })).toBe(own);
		expect(await pacerOf('messagingServiceSmsApi', { ...SMS, user: 'b_api' })).not.toBe(own);
	});
});
