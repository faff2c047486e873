import { z } from 'zod';

import type { N8nApi } from '../../n8n/api';
import type { Subject } from './operations';

type CredentialType = Subject['credential'];

const LOGIN: Record<CredentialType, Record<string, unknown>> = {
	messagingServiceApi: { apiKey: 'simulator-key' },
	messagingServiceSmsApi: { user: 'simulator_api', password: 'simulator-password' },
};

/** A credential that leads to an address, and its correction by a person. */
export async function credentialFor(
	api: N8nApi,
	type: CredentialType,
	baseUrl: string,
	requestsPerSecond?: number,
) {
	const dataFor = (url: string) => ({
		baseUrl: url,
		...LOGIN[type],
		...(requestsPerSecond !== undefined && { requestsPerSecond }),
	});
	const credential = await api.createCredential(type, 'The service', dataFor(baseUrl));
	return {
		forNode: { [type]: credential },
		correct: async (url: string) => {
			await api.request('PATCH', `/credentials/${credential.id}`, z.unknown(), {
				...credential,
				type,
				data: dataFor(url),
			});
		},
	};
}
