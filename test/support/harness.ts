import { WorkflowExecute } from 'n8n-core';
import { createRunExecutionData, NodeConnectionTypes, Workflow } from 'n8n-workflow';
import type {
	IBinaryKeyData,
	ICredentialDataDecryptedObject,
	IDataObject,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	INodeTypes,
	IRun,
	IRunExecutionData,
	IWorkflowExecuteAdditionalData,
	NodeConnectionType,
	WorkflowExecuteMode,
} from 'n8n-workflow';

import { additionalDataFor, prepareContainer, StoredCredentials } from './n8nServer';

/**
 * Runs a node in n8n-core's own engine, with its contexts, expressions, encryption and HTTP. Only the database of
 * credentials, which n8n keeps in its server package, is written again here.
 */

/** Gives the workflow its items. */
const giving = (items: INodeExecutionData[]): INodeType => ({
	description: {
		displayName: 'Items',
		name: 'items',
		description: 'Outputs the items of a test',
		group: [],
		version: 1,
		defaults: { name: 'Items' },
		inputs: [],
		properties: [],
		outputs: [NodeConnectionTypes.Main],
	},
	execute: () => Promise.resolve([items]),
});

let workflows = 0;

/** The types of nodes by their names. */
export function nodeTypesOf(types: Record<string, INodeType>): INodeTypes {
	const find = (name: string) => {
		const type = types[name];
		if (!type) throw new Error(`no node type ${name}`);
		return type;
	};
	return { getByName: find, getByNameAndVersion: find, getKnownTypes: () => ({}) };
}

export interface Setting {
	/** The node under test. */
	nodeType: INodeType;
	parameters: INodeParameters;
	items: IDataObject[];
	/** Files that the items carry, by the number of the item. */
	files?: Record<number, IBinaryKeyData>;
	credentials: Record<string, ICredentialDataDecryptedObject>;
	/** Settings of the node: onError, retryOnFail, maxTries, waitBetweenTries. */
	settings?: Partial<INode>;
	/** The address under which n8n finds waiting executions. */
	waitingUrl?: string;
	executionId?: string;
	workflowId?: string;
	/** The type of the node that gives the items. */
	trigger?: string;
	/** The items of a node between that one and the node under test, such as an agent. */
	between?: IDataObject[];
	/** The node under test is a tool of the node that gives the items. */
	isToolOfTrigger?: boolean;
}

/** A node under test that an agent uses as its tool. */
export type ToolSetting = Pick<Setting, 'nodeType' | 'parameters' | 'credentials' | 'settings'>;

export interface Finished {
	run: IRun;
	id: string | undefined;
	/** What came out at each output. */
	outputs: IDataObject[][];
	items: INodeExecutionData[][];
	/** What the editor shows above the output. */
	hints: string[];
	error: (Error & { description?: string; context?: IDataObject; httpCode?: string }) | undefined;
	credentialReads: number;
}

const NODE = 'Messaging Service';

/** A node whose type has the name of its ID. */
export const nodeOf = (id: string, name: string, given: Omit<ToolSetting, 'nodeType'>): INode => ({
	id,
	name,
	type: id,
	typeVersion: 1,
	position: [0, 0],
	parameters: given.parameters,
	credentials: Object.fromEntries(
		Object.keys(given.credentials).map((type) => [type, { id: type, name: type }]),
	),
	...given.settings,
});

const connectedTo = (node: string, type: NodeConnectionType) => ({
	[type]: [[{ node, type, index: 0 }]],
});

export class Execution {
	private readonly workflow: Workflow;
	private readonly credentials: Setting['credentials'];

	constructor(private readonly setting: Setting & { tool?: ToolSetting }) {
		prepareContainer();
		const { tool, files = {}, nodeType: subject } = setting;
		this.credentials = { ...setting.credentials, ...tool?.credentials };
		const name = `workflow ${++workflows}`;
		const items = giving(
			setting.items.map((json, at) => ({ json, ...(files[at] && { binary: files[at] }) })),
		);
		// As n8n names what it makes of a node that is usable as a tool.
		const { trigger = 'items' } = setting;
		const own = setting.settings?.type ?? 'subject';
		const between = setting.between?.map((json, item) => ({ json, pairedItem: { item } }));
		const types = {
			...{ [trigger]: items, [own]: subject, between: giving(between ?? []) },
			...(tool && { subjectTool: tool.nodeType }),
		};
		this.workflow = new Workflow({
			id: setting.workflowId ?? name,
			name,
			active: false,
			nodeTypes: nodeTypesOf(types),
			nodes: [
				nodeOf('items', 'Items', { parameters: {}, credentials: {}, settings: { type: trigger } }),
				nodeOf('subject', NODE, setting),
				...(between ? [nodeOf('between', 'Between', { parameters: {}, credentials: {} })] : []),
				...(tool ? [nodeOf('subjectTool', 'Tool', tool)] : []),
			],
			connections: {
				Items: connectedTo(between ? 'Between' : NODE, NodeConnectionTypes.Main),
				...(between && { Between: connectedTo(NODE, NodeConnectionTypes.Main) }),
				...(tool && { Tool: connectedTo(NODE, NodeConnectionTypes.AiTool) }),
				...(setting.isToolOfTrigger && {
					[NODE]: connectedTo('Items', NodeConnectionTypes.AiTool),
				}),
			},
			settings: { executionOrder: 'v1' },
		});
	}

	private async additionalData(
		retried?: Parameters<typeof additionalDataFor>[4],
	): Promise<IWorkflowExecuteAdditionalData> {
		const { executionId, waitingUrl } = this.setting;
		const { credentials, workflow } = this;
		const data = await additionalDataFor(credentials, executionId, 'manual', workflow, retried);
		this.lastId = data.executionId;
		return { ...data, ...(waitingUrl !== undefined && { webhookWaitingBaseUrl: waitingUrl }) };
	}

	private lastId: string | undefined;

	/** A random text that n8n hands on to all retries of an execution. */
	private resumeToken: string | undefined;

	/** @param started called with a function that cancels the execution, as the editor's Stop button does */
	async run(
		started?: (cancel: () => void) => void,
		mode: WorkflowExecuteMode = 'manual',
	): Promise<Finished> {
		// Of an execution that crashed, n8n has stored no error.
		const crashed = { id: this.lastId, data: undefined };
		const additionalData = await this.additionalData(mode === 'retry' ? crashed : undefined);
		const { resumeToken } = this;
		const data = createRunExecutionData({ ...(resumeToken !== undefined && { resumeToken }) });
		this.resumeToken = data.resumeToken;
		const execute = new WorkflowExecute(additionalData, mode, data);
		const startNode = this.workflow.getNode('Items');
		if (!startNode) throw new Error('no start node');
		const running = execute.run({ workflow: this.workflow, startNode });
		started?.(() => {
			running.cancel();
		});
		return finished(await running, additionalData);
	}

	/**
	 * What n8n does when Retry is pressed on an execution of which it kept no data: all from the start, in another one.
	 * @param edited the options of the node, if the user has changed them
	 */
	retryFromStart(edited?: INodeParameters): Promise<Finished> {
		const node = this.workflow.getNode(NODE);
		if (node && edited) node.parameters.options = edited;
		return this.run(undefined, 'retry');
	}

	/** What n8n does when a person presses Retry on a failed execution: its stored data, a new number. */
	async retry({ run, id }: Finished): Promise<Finished> {
		const data = JSON.parse(JSON.stringify(run.data)) as IRunExecutionData;
		const retried = { id, data: JSON.parse(JSON.stringify(run.data)) as IRunExecutionData };
		delete data.resultData.error;
		data.resultData.runData[NODE]?.pop();
		const additionalData = await this.additionalData(retried);
		const execute = new WorkflowExecute(additionalData, 'retry', data);
		return finished(await execute.processRunExecutionData(this.workflow), additionalData);
	}
}

function finished(
	run: IRun,
	{ credentialsHelper, executionId: id }: IWorkflowExecuteAdditionalData,
): Finished {
	const last = run.data.resultData.runData[NODE]?.at(-1);
	const items = (last?.data?.main ?? []).map((output) => output ?? []);
	const error = run.data.resultData.error ?? last?.error;
	return {
		run,
		id,
		items,
		outputs: items.map((output) => output.map(({ json }) => json)),
		hints: (last?.hints ?? []).map(({ message }) => message),
		// n8n's error classes share these fields; their common type names none of them.
		error: error as Finished['error'],
		credentialReads: credentialsHelper instanceof StoredCredentials ? credentialsHelper.reads : 0,
	};
}

export const runNode = (setting: Setting & { tool?: ToolSetting }): Promise<Finished> =>
	new Execution(setting).run();
