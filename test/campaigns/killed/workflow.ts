import { call, called, chain, splitOut, webhook, type TestNode } from '../../n8n/workflows';
import { inLoop, loginTo, sends, TEXT } from '../frame/nodes';
import type { Testbed } from '../frame/testbed';
import type { Run } from './plan';

/** The workflows of a run: a webhook brings the messages, and one node sends them. */

const REQUEST_TIMEOUT_S = 30;
export const RAISED_TIMEOUT_S = 90;

/** n8n stores what waits for 65 s or more. The time passes immediately. */
const wait: TestNode = {
	name: 'Wait',
	type: 'n8n-nodes-base.wait',
	typeVersion: 1.1,
	parameters: { resume: 'timeInterval', amount: 2, unit: 'hours' },
};

/** The items of each round of a loop: a fifth of all. */
export const roundOf = ({ before, items }: Run) =>
	before === 'loop' ? Math.ceil(items / 5) : items;

function fileOf(run: Run, incoming: readonly TestNode[], send: TestNode) {
	if (run.before === 'loop') return inLoop(run.id, incoming, roundOf(run), send);
	const first = run.before === 'sub' ? [called] : incoming;
	return chain(run.id, [...first, ...(run.before === 'wait' ? [wait] : []), send]);
}

export type Workflows = Awaited<ReturnType<typeof createWorkflows>>;

export async function createWorkflows({ api, webhookUrl }: Testbed, run: Run, serviceUrl: string) {
	const { requestsPerSecond, hasKeys, onError, saveProgress } = run;
	const credential = await loginTo(api, serviceUrl, { requestsPerSecond });
	const sendOnceKey = hasKeys && { sendOnceKey: '={{ $json.text }}' };
	const options = { requestTimeout: REQUEST_TIMEOUT_S, ...sendOnceKey };
	const send = sends(credential, { ...TEXT, options }, { onError });
	const path = `killed-${run.seed}`;
	const incoming = [webhook(path), splitOut('body.people')];
	const create = (file: ReturnType<typeof chain>) =>
		api.createWorkflow({
			...file,
			settings: { ...file.settings, saveExecutionProgress: saveProgress },
		});
	const sending = await create(fileOf(run, incoming, send));
	const isSub = run.before === 'sub';
	if (isSub) await api.activate(sending);
	const outer = isSub
		? await create(chain(`${run.id}, outer`, [...incoming, call('Call Sub-Workflow', sending)]))
		: sending;
	await api.activate(outer);
	return {
		/** The one that the webhook starts, and whose executions a person retries. */
		outer,
		/** The one that holds the node which sends: the same, or its sub-workflow. */
		sending,
		url: `${webhookUrl}/${path}`,
	};
}
