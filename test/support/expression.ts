import { Workflow } from 'n8n-workflow';
import type { INode, INodeTypes } from 'n8n-workflow';

const node: INode = {
	id: 'one',
	name: 'One',
	type: 'one',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

const nodeTypes: INodeTypes = {
	getByName: () => {
		throw new Error('not part of this test');
	},
	// An unknown type: expressions do not need to know it.
	getByNameAndVersion: () => undefined as never,
	getKnownTypes: () => ({}),
};

/** Resolves an expression by n8n's own engine, with what it may refer to. */
export function resolveExpression(expression: string, values: Record<string, unknown>): unknown {
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	return workflow.expression.getSimpleParameterValue(
		node,
		expression,
		'internal',
		values as never,
		undefined,
		'',
	);
}
