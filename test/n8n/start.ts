import { N8nApi, type Owner } from './api';
import { installN8n } from '../../scripts/n8n/install.js';
import { launch, type Launch } from './instance';
import { freePorts } from './ports';
import { Explained } from '../../scripts/n8n/say.js';

type Wanted = Pick<Launch, 'userFolder' | 'env'> & {
	port?: number;
	/** In place of the owner that all tests share. */
	owner?: Owner;
};

/** n8n's words for a port that another program has taken. */
const TAKEN = /already in use|EADDRINUSE/;
const TRIES = 4;

/** Chooses other ports if another program was quicker. */
async function launchOnFreePorts(options: Omit<Launch, 'port' | 'brokerPort'>, named?: number) {
	for (let tried = 1; ; tried++) {
		const [port = 0, brokerPort = 0] = await freePorts(2);
		try {
			return await launch({ ...options, port: named ?? port, brokerPort });
		} catch (error) {
			const again = error instanceof Explained && TAKEN.test(error.message);
			if (!again || named !== undefined || tried === TRIES) throw error;
		}
	}
}

/** Starts a real n8n and signs in. Installs it if it is not there. */
export async function startN8n({ port, owner, ...options }: Wanted) {
	const installed = await installN8n();
	const n8n = await launchOnFreePorts({ installed, ...options }, port);
	try {
		const api = new N8nApi(n8n.url, owner);
		await api.signIn();
		return { n8n, api };
	} catch (error) {
		await n8n.stop();
		throw error;
	}
}
