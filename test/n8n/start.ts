import { N8nApi, type Owner } from './api';
import { installN8n } from './install';
import { launch, type Instance, type Launch } from './instance';
import { freePorts } from './ports';
import { N8N_2, type N8nVersion } from './versions';

export interface Started {
	n8n: Instance;
	/** Signed in as its owner. */
	api: N8nApi;
}

type Wanted = Pick<Launch, 'userFolder' | 'env'> & {
	version?: N8nVersion;
	port?: number;
	/** Who signs in, if it is not the owner of every test. */
	owner?: Owner;
};

/** A real n8n, installed where it is not there yet, up, and ready to be asked; on a free port where none is named. */
export async function startN8n({
	version = N8N_2,
	port,
	owner,
	...options
}: Wanted): Promise<Started> {
	const installed = await installN8n(version);
	const [free = 0, brokerPort = 0] = await freePorts(2);
	const n8n = await launch({ installed, port: port ?? free, brokerPort, ...options });
	try {
		const api = new N8nApi(n8n.url, version.major, owner);
		await api.signIn();
		return { n8n, api };
	} catch (error) {
		await n8n.stop();
		throw error;
	}
}
