import { ExecuteContext, RoutingNode } from 'n8n-core';
import { createEmptyRunExecutionData, NodeConnectionTypes, Workflow } from 'n8n-workflow';
import type {
	ICredentialDataDecryptedObject,
	INode,
	INodeType,
	INodeTypes,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import get from 'lodash/get';
import { z } from 'zod';

import { additionalDataFor, CREDENTIAL_TYPES } from './harness';

const failedRequest = z.object({
	cause: z.object({ response: z.object({ status: z.number() }) }),
});

interface Verdict {
	status: 'OK' | 'Error';
	message: string;
}

/**
 * Runs the declarative test of a credential by n8n-core's own routing, and reads its rules as n8n's server does:
 * codes where the request failed, bodies where it went through.
 */
export async function testCredential(
	type: string,
	data: ICredentialDataDecryptedObject,
): Promise<Verdict> {
	const test = CREDENTIAL_TYPES[type]?.test;
	if (!test) throw new Error(`${type} has no test of its own`);
	const node: INode = {
		id: 'temp',
		name: 'Temp',
		type: 'temp',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
		credentials: { [type]: { id: type, name: type } },
	};
	const nodeType: INodeType = {
		description: {
			displayName: 'Temp',
			name: 'temp',
			group: [],
			version: 1,
			description: 'Temp',
			defaults: {},
			inputs: [NodeConnectionTypes.Main],
			outputs: [NodeConnectionTypes.Main],
			credentials: [{ name: type, required: true }],
			properties: [
				{
					displayName: 'Temp',
					name: 'temp',
					type: 'string',
					default: '',
					routing: { request: test.request },
				},
			],
		},
	};
	const nodeTypes: INodeTypes = {
		getByName: () => nodeType,
		getByNameAndVersion: () => nodeType,
		getKnownTypes: () => ({}),
	};
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const additionalData: IWorkflowExecuteAdditionalData = await additionalDataFor({ [type]: data });
	const context = new ExecuteContext(
		workflow,
		node,
		additionalData,
		'internal',
		createEmptyRunExecutionData(),
		0,
		[],
		{ main: [[{ json: {} }]] },
		{ node, data: {}, source: null },
		[],
	);
	const rules = test.rules ?? [];
	try {
		const routing = new RoutingNode(context, nodeType, { id: type, name: type, type, data });
		const response = await routing.runNode();
		for (const rule of rules) {
			if (rule.type !== 'responseSuccessBody') continue;
			const { key, message } = rule.properties;
			const expected: unknown = rule.properties.value;
			const came: unknown = get(response, `[0][0].json.${key}`);
			if (came === expected) return { status: 'Error', message };
		}
		return { status: 'OK', message: '' };
	} catch (error) {
		const status = failedRequest.safeParse(error).data?.cause.response.status;
		for (const rule of rules) {
			if (rule.type === 'responseCode' && rule.properties.value === status) {
				return { status: 'Error', message: rule.properties.message };
			}
		}
		return { status: 'Error', message: error instanceof Error ? error.message : 'unknown' };
	}
}
