import { isStored } from '../../nodes/MessagingService/engine/n8n';

const endedBy = (name: unknown) => ({ resultData: { error: { name } } });

describe('isStored', () => {
	it.each([
		['a node failed', endedBy('NodeApiError'), true],
		['code of the user failed', endedBy('TypeError'), true],
		['the time was over', endedBy('TimeoutExecutionCancelledError'), true],
		['n8n crashed', endedBy('WorkflowCrashedError'), false],
		['n8n crashed in a node', endedBy('NodeCrashedError'), false],
		['somebody pressed Stop', endedBy('ManualExecutionCancelledError'), false],
		['n8n was shut down', endedBy('SystemShutdownExecutionCancelledError'), false],
		['a worker was lost', endedBy('MaxStalledCountError'), false],
		['n8n cancelled it for a reason that is not known here', endedBy('XCancelledError'), false],
		['the error has no name', endedBy(undefined), false],
		['there is no error', { resultData: {} }, false],
		['n8n knows no such execution', undefined, false],
	])('An execution counts as stored, or not, if %s', (_, execution, expected) => {
		expect(isStored(execution)).toBe(expected);
	});
});
