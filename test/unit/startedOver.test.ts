import { lostRunsOf, startedOver } from '../../nodes/MessagingService/engine/n8n/retry';

interface Run {
	executionStatus?: string;
	executionIndex?: number;
	startTime?: number;
	data?: unknown;
}

/** What n8n shows to a node that is about to run as the nth of its execution, counted from 0. */
const seen = (own: number, runData: Record<string, Run[]>) => ({
	runExecutionData: { resultData: { runData } },
	additionalData: { currentNodeExecutionIndex: own + 1 },
});

const done = (executionIndex: number): Run => ({
	executionStatus: 'success',
	executionIndex,
	startTime: 1_700_000_000_000,
	data: { main: [[{ json: {} }]] },
});

/** As n8n puts it there before it calls the tool of an agent. */
const toBeCalled: Run = { executionIndex: 0, startTime: 0 };

describe('Whether a retry starts over', () => {
	it('does not where n8n kept what ran before the node that failed', () => {
		expect(startedOver(seen(0, { Webhook: [done(0)], Items: [done(1)] }))).toBe(false);
	});

	it('does not in a node behind the one that is retried', () => {
		expect(startedOver(seen(1, { Webhook: [done(0)], Failed: [done(0)] }))).toBe(false);
	});

	it('does where each run is one of this execution', () => {
		expect(startedOver(seen(2, { Webhook: [done(0)], Items: [done(1)] }))).toBe(true);
	});

	it('does where a run was under way when n8n ended', () => {
		const crashed = { ...done(1), executionStatus: 'crashed' };
		expect(startedOver(seen(0, { Webhook: [done(0)], Send: [crashed] }))).toBe(true);
	});

	it('does where n8n put something else in the place of what it lost', () => {
		const recovered = {
			...done(0),
			data: { main: [[{ json: { isArtificialRecoveredEventItem: true } }]] },
		};
		expect(startedOver(seen(0, { Webhook: [recovered] }))).toBe(true);
	});

	it('does in the tool of an agent, which n8n lists before it calls it', () => {
		expect(startedOver(seen(3, { Webhook: [done(0)], Model: [done(2)], Tool: [toBeCalled] }))).toBe(
			true,
		);
	});

	it('does in the tool of an agent that is still running', () => {
		const running = { ...done(1), executionStatus: 'running' };
		expect(startedOver(seen(1, { Webhook: [done(0)], Agent: [running] }))).toBe(true);
	});

	it('does not in the tool of an agent that is retried since its model failed', () => {
		const runs = { Webhook: [done(0)], Model: [done(2), done(1)], Tool: [toBeCalled] };
		expect(startedOver(seen(2, runs))).toBe(false);
	});

	it('says no where n8n shows none of it', () => {
		expect(startedOver({})).toBe(false);
	});
});

describe('The runs of a node that n8n lists in place of what it lost', () => {
	it('are no runs of a loop that begins again', () => {
		const recovered = {
			...done(0),
			data: { main: [[{ json: { isArtificialRecoveredEventItem: true } }]] },
		};
		const context = seen(4, { Webhook: [done(0)], Send: [recovered, done(2)] });
		expect(lostRunsOf(context, 'Send')).toBe(1);
	});
});
