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
	WorkflowExecuteMode,
} from 'n8n-workflow';

import { additionalDataFor, prepareContainer, StoredCredentials } from './n8nServer';

/**
 * Runs a node the way n8n does: n8n-core's own engine, contexts, expressions, encryption and HTTP. What n8n keeps in
 * its server package (its database of credentials) is the only thing written anew here.
 */

/** Gives the workflow its items. */
const giving = (items: INodeExecutionData[]): INodeType => ({
	description: {
		...{ displayName: 'Items', name: 'items', description: 'Outputs the items of a test' },
		...{ group: [], version: 1, defaults: { name: 'Items' }, inputs: [], properties: [] },
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
	mode?: WorkflowExecuteMode;
	executionId?: string;
	workflowId?: string;
}

/** A node under test that an agent uses as its tool. */
export type ToolSetting = Pick<Setting, 'nodeType' | 'parameters' | 'credentials' | 'settings'>;

export interface Finished {
	run: IRun;
	/** What came out at each output. */
	outputs: IDataObject[][];
	items: INodeExecutionData[][];
	/** What the editor shows above the output. */
	hints: string[];
	error: (Error & { description?: string; context?: IDataObject; httpCode?: string }) | undefined;
	credentialReads: number;
}

const NODE = 'Messaging Service';

const details = (credentials: Setting['credentials']) =>
	Object.fromEntries(Object.keys(credentials).map((type) => [type, { id: type, name: type }]));

export class Execution {
	private readonly workflow: Workflow;
	private readonly credentials: Setting['credentials'];

	constructor(private readonly setting: Setting & { tool?: ToolSetting }) {
		prepareContainer();
		const { tool } = setting;
		this.credentials = { ...setting.credentials, ...tool?.credentials };
		const { workflowId } = setting;
		const name = `workflow ${++workflows}`;
		const items = giving(
			setting.items.map((json, index) => {
				const binary = setting.files?.[index];
				return { json, ...(binary && { binary }) };
			}),
		);
		const node = (
			id: string,
			name: string,
			type: string,
			given?: Pick<Setting, 'parameters' | 'credentials' | 'settings'>,
		): INode => ({
			...{ id, name, type, typeVersion: 1, position: [0, 0], parameters: given?.parameters ?? {} },
			...(given && { credentials: details(given.credentials) }),
			...given?.settings,
		});
		this.workflow = new Workflow({
			id: workflowId ?? name,
			name,
			active: false,
			nodeTypes: nodeTypesOf({
				items,
				subject: setting.nodeType,
				// As n8n names what it makes of a node that is usable as a tool.
				...(tool && { subjectTool: tool.nodeType }),
			}),
			nodes: [
				node('items', 'Items', 'items'),
				node('subject', NODE, 'subject', setting),
				...(tool ? [node('tool', 'Tool', 'subjectTool', tool)] : []),
			],
			connections: {
				Items: { main: [[{ node: NODE, type: NodeConnectionTypes.Main, index: 0 }]] },
				...(tool && {
					Tool: { ai_tool: [[{ node: NODE, type: NodeConnectionTypes.AiTool, index: 0 }]] },
				}),
			},
			settings: { executionOrder: 'v1' },
		});
	}

	private async additionalData(): Promise<IWorkflowExecuteAdditionalData> {
		const { mode, executionId } = this.setting;
		return await additionalDataFor(this.credentials, executionId, mode, this.workflow);
	}

	/** A random text that n8n hands on to all retries of an execution. */
	private resumeToken: string | undefined;

	/** @param started called with a function that cancels the execution, as the editor's Stop button does */
	async run(started?: (cancel: () => void) => void): Promise<Finished> {
		return await this.start(this.setting.mode ?? 'manual', started);
	}

	private async start(
		mode: WorkflowExecuteMode,
		started?: (cancel: () => void) => void,
	): Promise<Finished> {
		const additionalData = await this.additionalData();
		const data = createRunExecutionData({
			...(this.resumeToken !== undefined && { resumeToken: this.resumeToken }),
		});
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

	/** What n8n does when Retry is pressed on an execution of which it kept no data: all from the start, in another one. */
	async retryFromStart(): Promise<Finished> {
		return await this.start('retry');
	}

	/** What n8n does when a person presses Retry on a failed execution: its stored data, a new number. */
	async retry({ run }: Finished): Promise<Finished> {
		const data = JSON.parse(JSON.stringify(run.data)) as IRunExecutionData;
		delete data.resultData.error;
		data.resultData.runData[NODE]?.pop();
		const additionalData = await this.additionalData();
		const execute = new WorkflowExecute(additionalData, 'retry', data);
		return finished(await execute.processRunExecutionData(this.workflow), additionalData);
	}
}

function finished(run: IRun, { credentialsHelper }: IWorkflowExecuteAdditionalData): Finished {
	const last = run.data.resultData.runData[NODE]?.at(-1);
	const items = (last?.data?.main ?? []).map((output) => output ?? []);
	const error = run.data.resultData.error ?? last?.error;
	return {
		run,
		items,
		outputs: items.map((output) => output.map(({ json }) => json)),
		hints: (last?.hints ?? []).map(({ message }) => message),
		// n8n's error classes share these fields; their common type names none of them.
		error: error as Finished['error'],
		credentialReads: credentialsHelper instanceof StoredCredentials ? credentialsHelper.reads : 0,
	};
}

export const runNode = async (setting: Setting & { tool?: ToolSetting }): Promise<Finished> =>
	await new Execution(setting).run();
