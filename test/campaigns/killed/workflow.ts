import type { N8nApi, Stored, WorkflowFile } from '../../n8n/api';
import { chain, ourType, splitOut, webhook, type TestNode } from '../../n8n/workflows';
import type { Run } from './plan';

/** The workflows of a run: a webhook brings the messages, and one node sends them. */

export const SEND = 'Send';
const WAIT = 'Wait';
const LOOP = 'Loop';
const CHILD = 'Call Sub-Workflow';

export interface Message {
	number: number;
	text: string;
	destination: string;
}

type Credentials = TestNode['credentials'];

/** What its message carries tells each item from all others of all runs. */
export const textOf = (run: Pick<Run, 'id'>, number: number) => `${run.id} ${number}`;

export const messagesOf = (run: Run): Message[] =>
	Array.from({ length: run.items }, (_, at) => ({
		number: at + 1,
		text: textOf(run, at + 1),
		destination: `62812${String(at + 1).padStart(8, '0')}`,
	}));

const REQUEST_TIMEOUT_S = 30;
export const RAISED_TIMEOUT_S = 90;

const send = ({ hasKeys, onError }: Run, credentials: Credentials): TestNode => ({
	name: SEND,
	type: ourType('messagingService'),
	parameters: {
		resource: 'whatsappUnofficial',
		operation: 'sendText',
		destination: '={{ $json.destination }}',
		message: '={{ $json.text }}',
		options: {
			requestTimeout: REQUEST_TIMEOUT_S,
			...(hasKeys && { sendOnceKey: '={{ $json.text }}' }),
		},
	},
	onError,
	...(credentials && { credentials }),
});

/** n8n stores what waits for 65 s or more; the time passes at once. */
const wait: TestNode = {
	name: WAIT,
	type: 'n8n-nodes-base.wait',
	typeVersion: 1.1,
	parameters: { resume: 'timeInterval', amount: 2, unit: 'hours' },
};

/** A fifth of the items in each round. */
export const roundOf = ({ before, items }: Run) =>
	before === 'loop' ? Math.ceil(items / 5) : items;

const loop = (run: Run): TestNode => ({
	name: LOOP,
	type: 'n8n-nodes-base.splitInBatches',
	typeVersion: 3,
	parameters: { batchSize: roundOf(run), options: {} },
});

const callChild = (id: string): TestNode => ({
	name: CHILD,
	type: 'n8n-nodes-base.executeWorkflow',
	typeVersion: 1.1,
	parameters: {
		workflowId: { __rl: true, mode: 'id', value: id },
		options: { waitForSubWorkflow: true },
	},
});

const childStart: TestNode = {
	name: 'Called',
	type: 'n8n-nodes-base.executeWorkflowTrigger',
	typeVersion: 1.1,
	parameters: { inputSource: 'passthrough' },
};

/** Both of Loop's outputs follow it in the chain: the second is the one that goes round. */
function roundAndRound(workflow: WorkflowFile): WorkflowFile {
	const to = (node: string) => ({ node, type: 'main', index: 0 });
	return {
		...workflow,
		connections: {
			...workflow.connections,
			[LOOP]: { main: [[], [to(SEND)]] },
			[SEND]: { main: [[to(LOOP)]] },
		},
	};
}

const MESSAGES = 'body.messages';

function nodesOf(run: Run, path: string, credentials: Credentials): TestNode[] {
	const sends = send(run, credentials);
	switch (run.before) {
		case 'nothing':
		case 'progress':
			return [webhook(path), splitOut(MESSAGES), sends];
		case 'wait':
			return [webhook(path), splitOut(MESSAGES), wait, sends];
		case 'loop':
			return [webhook(path), splitOut(MESSAGES), loop(run), sends];
		case 'sub':
			return [childStart, sends];
	}
}

const withSettings = (workflow: WorkflowFile, { saveProgress }: Run): WorkflowFile => ({
	...workflow,
	settings: { ...workflow.settings, saveExecutionProgress: saveProgress },
});

export interface Workflows {
	/** The one that the webhook starts, and whose executions a person retries. */
	outer: Stored;
	/** The one that holds the node which sends: the same, or its sub-workflow. */
	sending: Stored;
	path: string;
}

export async function createWorkflows(
	api: N8nApi,
	run: Run,
	credentials: Credentials,
): Promise<Workflows> {
	const path = `killed-${run.seed}`;
	const made = chain(run.id, nodesOf(run, path, credentials));
	const file = withSettings(run.before === 'loop' ? roundAndRound(made) : made, run);
	const sending = await api.createWorkflow(file);
	if (run.before !== 'sub') {
		await api.activate(sending);
		return { outer: sending, sending, path };
	}
	// n8n 1 has no sub-workflows that are published.
	if (api.major === 2) await api.activate(sending);
	const outer = await api.createWorkflow(
		withSettings(
			chain(`${run.id}, outer`, [webhook(path), splitOut(MESSAGES), callChild(sending.id)]),
			run,
		),
	);
	await api.activate(outer);
	return { outer, sending, path };
}
