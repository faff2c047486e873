import { listening, type N8nApi, type Stored } from '../../n8n/api';
import { chain, webhook, type TestNode } from '../../n8n/workflows';
import { inLoop, loginTo, post, SEND, sends, TEXT } from '../frame/nodes';
import type { Report } from '../frame/report';
import type { Endings } from '../frame/runner';
import { startTestbed, type Testbed } from '../frame/testbed';
import { startWitness, type Witness } from '../frame/witness';

/** The contenders: the same items from the same webhook, sent in different ways. */

/** A webhook that answers immediately, and as many people as its caller asks for. */
const upstream = (path: string): TestNode[] => [
	webhook(path),
	{
		name: 'Items',
		type: 'n8n-nodes-base.code',
		typeVersion: 2,
		parameters: {
			jsCode: `const { count } = $input.first().json.body;
return Array.from({ length: count }, (_, at) => ({
	json: { to: String(6281200000000 + at), text: 'Hello, this is message ' + at },
}));`,
		},
	},
];

/** As it is sent without this package: a header that holds the key, and two fields. */
const httpRequest = (url: string, header: { id: string; name: string }) => {
	const fields = { destination: TEXT.destination, message: TEXT.message };
	return (batchSize?: number, batchInterval = 0): TestNode => ({
		name: SEND,
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.5,
		parameters: {
			method: 'POST',
			url: `${url}/svc_api/1.0/whatsapp/message`,
			authentication: 'genericCredentialType',
			genericAuthType: 'httpHeaderAuth',
			sendBody: true,
			bodyParameters: {
				parameters: Object.entries(fields).map(([name, value]) => ({ name, value })),
			},
			options: {
				// Without it, the header that n8n sends gets XML from the service.
				response: { response: { responseFormat: 'json' } },
				...(batchSize !== undefined && { batching: { batch: { batchSize, batchInterval } } }),
			},
		},
		credentials: { httpHeaderAuth: header },
		onError: 'continueRegularOutput',
	});
};

export const ONE_BY_ONE = 'HTTP Request one at a time';

const pathOf = (way: string) => way.toLowerCase().replace(/[^a-z0-9]+/g, '-');

async function filesOf(api: N8nApi, url: string) {
	const limited = await loginTo(api, url, { requestsPerSecond: 100 });
	const key = { name: 'APIKey', value: 'simulator-key' };
	const http = httpRequest(url, await api.createCredential('httpHeaderAuth', 'Header', key));
	const goesOn = { onError: 'continueRegularOutput' };
	const behind =
		(...nodes: TestNode[]) =>
		(way: string) =>
			chain(way, [...upstream(pathOf(way)), ...nodes]);
	return {
		'this node': behind(sends(limited, TEXT, goesOn)),
		'HTTP Request as it comes': behind(http()),
		'HTTP Request, 1 every 10 ms': behind(http(1, 10)),
		'HTTP Request, 100 every second': behind(http(100, 1000)),
		[ONE_BY_ONE]: (way: string) => inLoop(way, upstream(pathOf(way)), 1, http()),
	};
}
export type Way = keyof Awaited<ReturnType<typeof filesOf>>;

async function createWays(api: N8nApi, url: string): Promise<Map<string, Stored>> {
	const stored = new Map<string, Stored>();
	for (const [way, fileOf] of Object.entries(await filesOf(api, url))) {
		const workflow = await api.createWorkflow(fileOf(way));
		await api.activate(workflow);
		stored.set(way, workflow);
	}
	return stored;
}

/** Seldom, since each look takes CPU time of the n8n that is measured. */
const LOOK_EVERY_MS = 1000;
const LATEST_MS = 30 * 60_000;

/** Calls a workflow's webhook, and waits until its execution has ended well. Returns the ID of the execution. */
async function runWay(
	{ api, webhookUrl }: Testbed,
	ways: ReadonlyMap<string, Stored>,
	way: Way,
	count: number,
) {
	const workflow = ways.get(way);
	if (workflow === undefined) throw new Error(`There is no workflow of '${way}'`);
	const known = await api.idsOf(workflow);
	const { ok, status } = await post(`${webhookUrl}/${pathOf(way)}`, { count });
	if (!ok) throw new Error(`The webhook of '${way}' answered ${status}`);
	const [over] = await api.fresh(workflow, known, {
		mustBeOver: true,
		withinMs: LATEST_MS,
		everyMs: LOOK_EVERY_MS,
	});
	if (over?.status !== 'success') throw new Error(`'${way}' ended as ${over?.status ?? 'nothing'}`);
	return over.id;
}

interface FreshN8n {
	bed: Testbed;
	run: (way: Way, count: number) => Promise<string>;
}

interface World {
	endings: Endings;
	service: Witness;
	/** A process of n8n that nothing has run in yet, for as long as the work takes. */
	fresh: <T>(work: (n8n: FreshN8n) => Promise<T>) => Promise<T>;
}

export interface Benchmark {
	title: string;
	/** For a person who does it again. */
	how: string;
	/** Tells its figures next to their baselines of the same run. */
	run: (world: World, report: Report) => Promise<void>;
}

/** The simulator, and n8n set up once in a folder of which each start gets a copy. */
export async function setUp(endings: Endings): Promise<World> {
	const service = await startWitness(endings);
	const template = await startTestbed(endings);
	const ways = await createWays(template.api, service.url);
	await template.stop();
	return {
		endings,
		service,
		fresh: (work) =>
			endings.within(async (inner) => {
				const bed = await startTestbed(inner, { copyOf: template.userFolder });
				await listening(`${bed.webhookUrl}/this-node`);
				return work({ bed, run: (way, count) => runWay(bed, ways, way, count) });
			}),
	};
}
