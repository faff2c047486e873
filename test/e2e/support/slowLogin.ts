import type { useN8n } from '../useN8n';

type Testbed = Pick<ReturnType<typeof useN8n>, 'api' | 'simulator'>;

/** A login with a limit so low that a list takes some seconds. */
export async function slowLogin({ api, simulator }: Testbed, requestsPerSecond = 10) {
	const made = await api.createCredential('messagingServiceApi', 'Slow', {
		baseUrl: simulator.url,
		apiKey: 'simulator-key',
		requestsPerSecond,
	});
	return { messagingServiceApi: made };
}
