import { DynamicStructuredTool } from '@langchain/core/tools';
import { NodeConnectionTypes } from 'n8n-workflow';
import type {
	EngineRequest,
	EngineResponse,
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { z } from 'zod';

import { runNode, type Setting, type ToolSetting } from './harness';

/** A call of the tool for each item of the agent. It outputs what the tool answers. */
async function callsOf(agent: IExecuteFunctions): Promise<(() => Promise<INodeExecutionData>)[]> {
	const connected: unknown = await agent.getInputConnectionData(NodeConnectionTypes.AiTool, 0);
	const tool = z.instanceof(DynamicStructuredTool).parse(connected);
	return agent.getInputData().map(({ json }, item) => async () => {
		const told: unknown = await tool
			.invoke(json)
			.catch((error: unknown) => (error instanceof Error ? error.message : 'failed'));
		return { json: { told: z.string().parse(told) }, pairedItem: { item } };
	});
}

/** Calls its tool once for each of its items, as an agent does. */
export class Agent implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Agent',
		name: 'agent',
		description: 'Calls a tool',
		group: [],
		version: 1,
		defaults: { name: 'Agent' },
		inputs: [NodeConnectionTypes.Main, { type: NodeConnectionTypes.AiTool, maxConnections: 1 }],
		outputs: [NodeConnectionTypes.Main],
		properties: [],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const output: INodeExecutionData[] = [];
		for (const call of await callsOf(this)) output.push(await call());
		return [output];
	}
}

/** Makes all of its calls at the same time, as an agent does if its model asks for several together. */
export class HastyAgent implements INodeType {
	description = new Agent().description;

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const calls = await callsOf(this);
		return [await Promise.all(calls.map((call) => call()))];
	}
}

interface Heard {
	told: string[];
}

/** Has n8n run its tool as a separate node, as newer agents do. */
export class RequestingAgent implements INodeType {
	description = new Agent().description;

	execute(
		this: IExecuteFunctions,
		response?: EngineResponse<Heard>,
	): Promise<INodeExecutionData[][] | EngineRequest<Heard>> {
		const told = [
			...(response?.metadata.told ?? []),
			...(response?.actionResponses.map(({ data }) => JSON.stringify(data.data?.ai_tool)) ?? []),
		];
		const input = this.getInputData()[told.length]?.json;
		if (input === undefined) {
			return Promise.resolve([
				told.map((one, item) => ({ json: { told: one }, pairedItem: { item } })),
			]);
		}
		const id = `call ${told.length}`;
		const call = { actionType: 'ExecutionNodeAction', nodeName: 'Tool', input, id } as const;
		const actions = [{ ...call, type: NodeConnectionTypes.AiTool, metadata: { told: [] } }];
		return Promise.resolve({ actions, metadata: { told } });
	}
}

/** What n8n makes of a node that is usable as a tool. */
export function toolOf<Node extends INodeType>(node: Node): Node {
	const outputs = [NodeConnectionTypes.AiTool];
	node.description = { ...node.description, inputs: [], outputs };
	return node;
}

/** What an agent reads after each of its calls of the tool. */
export async function askAgent(
	tool: ToolSetting,
	calls: Setting['items'],
	ofAgent: Partial<Setting> = {},
): Promise<string[]> {
	const { outputs, error } = await runNode({
		nodeType: new Agent(),
		parameters: {},
		items: calls,
		credentials: {},
		...ofAgent,
		tool: { ...tool, nodeType: toolOf(tool.nodeType) },
	});
	expect(error).toBeUndefined();
	return outputs[0]?.map(({ told }) => z.string().parse(told)) ?? [];
}
