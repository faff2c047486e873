import type { IExecuteFunctions } from 'n8n-workflow';

import { isPlainRecord, parsedUrl } from '../../../plain';
import { systemClock } from '../pace';
import { digestOf } from '../register';

/**
 * Some things n8n says only among its own data, which it does not declare. Its versions may differ there, so each has a safe
 * reading if it is missing, and test/e2e holds it in a real n8n (`asked`, `timeOver`, `agent`).
 */
const inside = (data: unknown, ...path: readonly string[]): unknown =>
	path.reduce((value, name) => (isPlainRecord(value) ? value[name] : undefined), data);

function textInside(...given: Parameters<typeof inside>): string | undefined {
	const value = inside(...given);
	return typeof value === 'string' ? value : undefined;
}

/** The data that this node keeps in an execution. Its field names are a stored format. */
interface Kept {
	messagingServiceNote?: unknown;
	messagingServiceSent?: unknown;
	/** The execution, from the moment it was stopped. From then on nothing leaves, so what n8n stored with this is all. */
	messagingServiceStopped?: unknown;
}

const keptForCall = new WeakMap<IExecuteFunctions, Kept>();

/**
 * n8n keeps this object until the execution ends, and stores it for a retry if the execution fails. n8n Agents call a
 * tool without an execution. n8n keeps nothing there, so the object lives as long as the call.
 */
export function keptWith(context: IExecuteFunctions): Kept {
	try {
		return context.getContext('node');
	} catch {
		const kept = keptForCall.get(context) ?? {};
		keptForCall.set(context, kept);
		return kept;
	}
}

/** n8n does not always say that an agent runs the node as a tool. The type of such a node ends with Tool. */
export const isTool = (context: IExecuteFunctions): boolean =>
	context.getNode().type.endsWith('Tool') || context.isToolExecution();

/** The execution, and the number of this node run in it. A tool has no number, since n8n counts its tries as runs. */
export function placeOfRun(context: IExecuteFunctions) {
	const runIndex: unknown = context.getWorkflowDataProxy(0).$runIndex;
	const run = isTool(context) || typeof runIndex !== 'number' ? -1 : runIndex;
	// n8n Agents have no executions, and then n8n gives no ID.
	const id: unknown = context.getExecutionId();
	return { execution: typeof id === 'string' ? id : '', run };
}

/** A random text that n8n gives to an execution and its retries only. Versions before n8n 2.15 give none. */
function tokenOf(context: IExecuteFunctions): string | null {
	const url = textInside(context.getWorkflowDataProxy(0).$execution, 'resumeUrl') ?? '';
	return parsedUrl(url)?.searchParams.get('signature') ?? null;
}

/** Without the token, n8n does not check its signed links. */
export const hasSignedLinks = (context: IExecuteFunctions): boolean => tokenOf(context) !== null;

/**
 * Whether n8n has stored all that this execution noted. It has if a node failed, or the time was over: then n8n stores how
 * the execution ended, by an error that these words do not name. After a crash, Stop or a shutdown it has stored less.
 */
export function isStored(execution: unknown): boolean {
	const name = textInside(execution, 'resultData', 'error', 'name');
	if (name === undefined) return false;
	return name.startsWith('Timeout') || !/Crash|Cancel|Shutdown|Stalled/.test(name);
}

/** n8n has stored an execution long before. */
const LONGEST_STORE_MS = 10_000;

/**
 * If the time of an execution is over, n8n stores it while this node still runs, and has taken the node off its stack. Retry
 * would end well and send nothing. So the node is left there until it ends, after n8n has stored it: with On Error: Continue,
 * n8n would take a node that ends before for done.
 */
export async function leftForRetry<T>(
	context: IExecuteFunctions,
	stopped: () => void,
	run: () => Promise<T>,
): Promise<T> {
	const cancelled = context.getExecutionCancelSignal();
	const found = inside(context, 'runExecutionData', 'executionData', 'nodeExecutionStack');
	if (!cancelled || !Array.isArray(found) || isTool(context)) return await run();
	const stack: unknown[] = found;
	const own = context.getExecuteData();
	let stored: Promise<unknown> = Promise.resolve();
	const leave = () => {
		stopped();
		keptWith(context).messagingServiceStopped = placeOfRun(context).execution;
		stack.unshift(own);
		// Older versions of n8n do not tell.
		if (!('onExecutionFinish' in context)) return;
		const told = new Promise<void>((done) => context.onExecutionFinish?.(done));
		stored = Promise.race([told, systemClock.sleep(LONGEST_STORE_MS)]);
	};
	cancelled.addEventListener('abort', leave);
	return await run().finally(async () => {
		cancelled.removeEventListener('abort', leave);
		await stored;
		// Otherwise n8n would have it twice if it has not stored it yet.
		if (stack.includes(own)) stack.splice(stack.indexOf(own), 1);
	});
}

export const isRetry = (context: IExecuteFunctions): boolean => context.getMode() === 'retry';

/** The lineage is what an execution shares with its Retries only. It is stored, so its parts stay. */
export function descentOf(context: IExecuteFunctions) {
	const token = tokenOf(context);
	// Without the token, a Retry does not know the first execution of its lineage.
	const origin = token ?? (isRetry(context) ? 'unknown' : placeOfRun(context).execution);
	const workflow = context.getWorkflow().id ?? '';
	const retry = {
		isOriginKnown: token !== null,
		of: textInside(context, 'additionalData', 'hooks', 'retryOf'),
		wasStored: async (execution: string) =>
			keptWith(context).messagingServiceStopped === execution ||
			isStored(await context.getExecutionDataById(execution)),
	};
	return {
		lineage: digestOf('lineage', workflow, 'token', origin, ...sharedIdOf(context)),
		retry: isRetry(context) ? retry : undefined,
	};
}

const nodesOf = (context: IExecuteFunctions): unknown[] =>
	Object.values(inside(context, 'workflow', 'nodes') ?? {});

/** Two nodes of an imported workflow may have the same ID, and then share a row. Their names tell them apart. */
function sharedIdOf(context: IExecuteFunctions): string[] {
	const { id, name } = context.getNode();
	return nodesOf(context).filter((node) => inside(node, 'id') === id).length > 1 ? [name] : [];
}

/** Directly, or by way of a tool that has tools of its own, such as an agent. */
function isToolOfMcpTrigger(context: IExecuteFunctions): boolean {
	const reached = new Set([context.getNode().name]);
	// A set also goes through what is added on the way.
	for (const name of reached) {
		const outputs = inside(context, 'workflow', 'connectionsBySourceNode', name, 'ai_tool');
		for (const to of [outputs].flat(2)) reached.add(textInside(to, 'node') ?? name);
	}
	const types = [...reached].map((name) => textInside(context, 'workflow', 'nodes', name, 'type'));
	return types.some((type) => type?.endsWith('mcpTrigger'));
}

/** Each call by an MCP Server Trigger is an execution of its own. */
export const isCallOnItsOwn = (context: IExecuteFunctions): boolean =>
	keptWith(context) === keptForCall.get(context) ||
	(isTool(context) && isToolOfMcpTrigger(context));

/** Who calls a workflow reads only the message of its error. n8n Agents call one in the mode of the editor. */
export const isForCaller = (context: IExecuteFunctions): boolean =>
	isTool(context) ||
	isSubWorkflow(context) ||
	nodesOf(context).some((node) => textInside(node, 'type')?.endsWith('.executeWorkflowTrigger'));

export const isSubWorkflow = (context: IExecuteFunctions): boolean =>
	textInside(context, 'runExecutionData', 'parentExecution', 'executionId') !== undefined ||
	context.getMode() === 'integrated';
