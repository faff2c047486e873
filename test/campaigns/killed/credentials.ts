import type { N8nApi } from '../../n8n/api';
import type { TestNode } from '../../n8n/workflows';
import { credentialFor } from '../faults/credential';
import type { Run } from './plan';

export type Credentials = (requestsPerSecond: number) => NonNullable<TestNode['credentials']>;

/** One credential for each pace that the runs ask for. */
export async function credentialsFor(
	api: N8nApi,
	serviceUrl: string,
	runs: readonly Run[],
): Promise<Credentials> {
	const paces = new Set(runs.map(({ requestsPerSecond }) => requestsPerSecond));
	const made = new Map<number, NonNullable<TestNode['credentials']>>();
	for (const pace of paces) {
		const { forNode } = await credentialFor(api, 'messagingServiceApi', serviceUrl, pace);
		made.set(pace, forNode);
	}
	return (pace) => {
		const found = made.get(pace);
		if (found === undefined) throw new Error(`No credential sends ${pace} a second`);
		return found;
	};
}
