import { DynamicStructuredTool } from '@langchain/core/tools';
import { NodeConnectionTypes } from 'n8n-workflow';
import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { z } from 'zod';

/** Calls its tool once for each of its items, as an agent does, and puts out what it was told. */
export class Agent implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Agent',
		name: 'agent',
		group: [],
		version: 1,
		description: 'Calls a tool',
		defaults: { name: 'Agent' },
		inputs: [NodeConnectionTypes.Main, { type: NodeConnectionTypes.AiTool, maxConnections: 1 }],
		outputs: [NodeConnectionTypes.Main],
		properties: [],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const connected: unknown = await this.getInputConnectionData(NodeConnectionTypes.AiTool, 0);
		const tool = z.instanceof(DynamicStructuredTool).parse(connected);
		const output: INodeExecutionData[] = [];
		for (const [item, { json }] of this.getInputData().entries()) {
			const told: unknown = await tool
				.invoke(json)
				.catch((error: unknown) => (error instanceof Error ? error.message : 'failed'));
			output.push({ json: { told: z.string().parse(told) }, pairedItem: { item } });
		}
		return [output];
	}
}
