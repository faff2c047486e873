import { AsyncLocalStorage } from 'node:async_hooks';
import { setMaxListeners } from 'node:events';

import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { run } from '../../../nodes/MessagingService/engine/run';
import { probes } from '../../support/probe';
import type { Process, Simulation } from './simulation';

/** The whole node in the simulation: what n8n gives it, and the time, timers and chance of its process. */

const ofProcess = new AsyncLocalStorage<Process>();

/** Until the returned function is called, all code has the time and chance of the simulation. */
export function simulate(simulation: Simulation): () => void {
	const real = [globalThis.setTimeout, Math.random, AbortSignal.timeout.bind(AbortSignal)] as const;
	const timer = (go: () => void, ms = 0): void => {
		simulation.at(ms, ofProcess.getStore(), go);
	};
	// Nothing here uses the object that a timer returns.
	globalThis.setTimeout = timer as unknown as typeof setTimeout;
	Math.random = () => simulation.between(0, 1);
	Object.assign(AbortSignal, { timeout: () => new AbortController().signal });
	const now = { value: () => simulation.now, configurable: true };
	Object.defineProperty(performance, 'now', now);
	return () => {
		[globalThis.setTimeout, Math.random] = real;
		Object.assign(AbortSignal, { timeout: real[2] });
		Reflect.deleteProperty(performance, 'now');
	};
}

export interface Item {
	id: string;
	to: string;
	text: string;
	key: string | undefined;
}

export interface Answer {
	statusCode: number;
	body: IDataObject;
}

interface Given {
	process: Process;
	/** Each process has its own account and its own row in memory, as if its modules were loaded again. */
	processName: string;
	helpers: object;
	items: readonly Item[];
	/** What n8n keeps of the node in the execution. */
	kept: IDataObject;
	execution: string;
	token: string;
	run: number;
	retryOf: string | undefined;
	isRetry: boolean;
	isTool: boolean;
	stop: boolean;
	mostMessages: number | undefined;
	cancelled: AbortSignal;
	stack: unknown[];
	/** What n8n calls when it has stored the execution. */
	finished: (() => unknown)[];
	/** How n8n has stored that this execution ended. */
	endOf: (execution: string) => Promise<unknown>;
	request: (message: { destination: string; message: string }) => Promise<Answer>;
}

export type Told =
	{ output: INodeExecutionData[] } | { error: Error & { description?: string | null } };

function contextOf(given: Given): IExecuteFunctions {
	const { items, processName, isTool, request, mostMessages, token } = given;
	const isKeyed = items.some(({ key }) => key !== undefined);
	const optionsOf = (key: string | undefined): IDataObject => ({
		...(key !== undefined && { sendOnceKey: key }),
		...(mostMessages !== undefined && { mostMessages }),
	});
	const valuesOf = ({ to, text, key }: Item): IDataObject => ({
		resource: 'probe',
		operation: 'post',
		destination: to,
		message: text,
		options: optionsOf(key),
	});
	const raw = valuesOf({
		id: '',
		to: '={{ $json.to }}',
		text: '={{ $json.text }}',
		key: undefined,
	});
	const node = {
		id: processName,
		name: 'Send',
		type: isTool ? 'probeTool' : 'probe',
		parameters: { ...raw, text: items[0]?.text.split(' ')[1] },
		credentials: { messagingServiceApi: { id: processName, name: 'API' } },
		onError: given.stop ? 'stopWorkflow' : 'continueRegularOutput',
	};
	const executeData = { node };
	// As n8n does.
	setMaxListeners(Infinity, given.cancelled);
	const context = {
		getInputData: () => items.map(({ to }) => ({ json: { to } })),
		getNode: () => node,
		getWorkflow: () => ({ id: 'workflow', name: 'Workflow', active: true }),
		getContext: () => given.kept,
		getMode: () => (given.isRetry ? 'retry' : 'webhook'),
		getExecutionId: () => given.execution,
		getExecutionCancelSignal: () => given.cancelled,
		getExecuteData: () => executeData,
		onExecutionFinish: (handler: () => unknown) => given.finished.push(handler),
		getExecutionDataById: given.endOf,
		getWorkflowDataProxy: () => ({
			$runIndex: given.run,
			$execution: { resumeUrl: `http://127.0.0.1/waiting?signature=${token}` },
		}),
		continueOnFail: () => !given.stop,
		isToolExecution: () => isTool,
		addExecutionHints: () => undefined,
		logger: { info: () => undefined },
		getCredentials: () =>
			Promise.resolve({
				baseUrl: 'http://127.0.0.1',
				apiKey: processName,
				requestsPerSecond: 200,
			}),
		getNodeParameter: (
			name: string,
			at: number,
			byDefault: unknown,
			{ rawExpressions = false } = {},
		) => {
			if (rawExpressions && name === 'options.sendOnceKey') {
				return isKeyed ? '={{ $json.key }}' : byDefault;
			}
			const item = items[at] ?? items[0];
			return (rawExpressions || !item ? raw : valuesOf(item))[name] ?? byDefault;
		},
		evaluateExpression: (_: string, at: number) => items[at]?.key,
		helpers: {
			...given.helpers,
			httpRequestWithAuthentication: async (_: string, { body }: { body: never }) => ({
				headers: {},
				...(await request(body)),
			}),
		},
		additionalData: { hooks: { retryOf: given.retryOf } },
		workflow: { nodes: {} },
		runExecutionData: { executionData: { nodeExecutionStack: given.stack } },
	};
	// The engine uses no more of n8n than this.
	return context as unknown as IExecuteFunctions;
}

/** One run of the node, to its end or to the crash of its process. */
export const runInProcess = (given: Given): Promise<Told> =>
	ofProcess.run(given.process, () =>
		run(contextOf(given), [probes]).then(
			(output) => ({ output }),
			(error: unknown) => {
				if (error instanceof Error) return { error };
				throw error;
			},
		),
	);
