import type { IExecuteFunctions } from 'n8n-workflow';

import { idOfPlace } from '../../nodes/MessagingService/engine/ledger/identity';
import { placeOfRun } from '../../nodes/MessagingService/engine/n8n';

/** What n8n tells a node of where it runs. */
const contextOf = ({ workflow = 'w', id = 'id', name = 'Messages', execution = '7', run = 0 }) =>
	({
		getWorkflow: () => ({ id: workflow }),
		getNode: () => ({ id, name, type: 'messagingService' }),
		getExecutionId: () => execution,
		getWorkflowDataProxy: () => ({ $runIndex: run }),
		// Only these of its methods are called.
	}) as unknown as IExecuteFunctions;

const nameOf = (given: Parameters<typeof contextOf>[0]) => idOfPlace(placeOfRun(contextOf(given)));

describe('What a node has sent', () => {
	it('is found again by the same run of the same node', () => {
		expect(nameOf({})).toBe(nameOf({}));
	});

	it.each([
		['another node that has the same id', { name: 'Messages1' }],
		['another node', { id: 'other' }],
		['another workflow', { workflow: 'other' }],
		['another execution', { execution: '8' }],
		['another run of the node, as in a loop', { run: 1 }],
	])('is not taken for that of %s', (_, other) => {
		expect(nameOf(other)).not.toBe(nameOf({}));
	});
});
