import { Endings } from '../test/campaigns/frame/runner';
import { startTestbed } from '../test/campaigns/frame/testbed';
import type { N8nApi, Owner } from '../test/n8n/api';
import type { Instance } from '../test/n8n/instance';
import { say } from './n8n/say.js';

export const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const TOOK = /(Enqueued|Worker started|Worker finished) execution (\d+)/g;

/** Prints which process did what with an execution. */
function tellOf(role: string, printed: string): void {
	for (const [, what = '', id = ''] of printed.matchAll(TOOK)) {
		say(`  ${role.padEnd(8)}  ${what.replace('Worker ', '').toLowerCase()} execution ${id}`);
	}
}

interface Started {
	api: N8nApi;
	n8n: Pick<Instance, 'url' | 'stop'> & Partial<Instance>;
	/** Where n8n takes callbacks and answers, if not where the editor is. */
	webhooks?: string;
}

export type Start = (port: number, owner: Owner, env: Record<string, string>) => Promise<Started>;

/** A main process, two workers and a webhook process. Begins anew each time, in a folder that is removed at the end. */
export const startQueue: Start = async (port, owner, env) => {
	const endings = new Endings();
	const stop = () => endings.endAll();
	// PostgreSQL and Redis would go on without us.
	for (const signal of SIGNALS) process.once(signal, () => void stop().then(() => process.exit(0)));
	try {
		const wanted = { isQueue: true, port, owner, heard: tellOf };
		// What the editor starts goes to a worker, too, as in n8n 3.
		const own = { N8N_RUNNERS_MODE: 'internal', OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true' };
		const bed = await startTestbed(endings, { ...wanted, env: { ...own, ...env } });
		const webhooks = new URL(bed.webhookUrl).origin;
		return { api: bed.api, n8n: { url: bed.api.url, stop }, webhooks };
	} catch (error) {
		await stop();
		throw error;
	}
};
