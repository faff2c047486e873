import { N8nApi, type Owner } from './api';
import { installN8n } from './install';
import { launch, type Launch } from './instance';
import { freePorts } from './ports';
import { Explained } from './say';
import { N8N_2, type N8nVersion } from './versions';

type Wanted = Pick<Launch, 'userFolder' | 'env'> & {
	version?: N8nVersion;
	port?: number;
	/** The user who signs in, if not the owner account that all tests share. */
	owner?: Owner;
};

/** What n8n says of a port that another program took first. */
const TAKEN = /already in use|EADDRINUSE/;
const TRIES = 4;

/** On ports that were free a moment ago: where another program was quicker, on others. */
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

/** A real n8n, installed where it is not there yet, up, and ready to be asked; on a free port where none is named. */
export async function startN8n({ version = N8N_2, port, owner, ...options }: Wanted) {
	const installed = await installN8n(version);
	const n8n = await launchOnFreePorts({ installed, ...options }, port);
	try {
		const api = new N8nApi(n8n.url, version.major, owner);
		await api.signIn();
		return { n8n, api };
	} catch (error) {
		await n8n.stop();
		throw error;
	}
}
