import { createHmac } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

import { systemClock } from './clock';
import { descentOf, isTool, keptWith, placeOfRun, rowOf } from './n8n';
import { digestOf, NoRow, openNote, Register, usedAmong, type Message } from './register';
import {
	isChecked,
	isValidateOnly,
	urlOf,
	type CheckedItem,
	type NodeRun,
	type ItemState,
	type Prepared,
} from './itemState';

export interface PlannedSend {
	state: CheckedItem;
	message: Message;
}

/** From a plain digest, a code of six digits could be guessed in a million tries. So the digest is keyed with the login. */
async function digestOfCall(prepared: Prepared): Promise<string> {
	const secret = await prepared.account.digestKey();
	const hmac = (text: string) => createHmac('sha256', secret).update(text).digest('base64url');
	const request = hmac(JSON.stringify([urlOf(prepared), prepared.plan.likeRequest]));
	return `${hmac('whose').slice(0, 8)}.${request.slice(0, 22)}`;
}

export async function messagesOf({ context, pause }: NodeRun, states: readonly ItemState[]) {
	const sends = new Map<number, PlannedSend>();
	const ofTool = isTool(context);
	for (const [item, state] of states.entries()) {
		if (!isChecked(state) || state.output || state.operation.effect !== 'send') continue;
		const call = ofTool ? await digestOfCall(state.prepared) : undefined;
		sends.set(item, { state, message: { item, key: state.prepared.common.sendOnceKey, call } });
		await pause();
	}
	return sends;
}

/** A retry in n8n 1 recognizes its list by this digest. A tool's input may lack what the agent asks for, so its calls count. */
async function digestOfList({ context, pause }: NodeRun, messages: readonly Message[]) {
	if (isTool(context)) return digestOf(messages.map(({ call }) => call));
	const digests: string[] = [];
	for (const { json } of context.getInputData()) {
		try {
			digests.push(digestOf(json));
		} catch {
			// Some nodes output data that JSON cannot hold, such as an object that contains itself.
			digests.push('');
		}
		await pause();
	}
	return digestOf(digests);
}

/** The keys themselves may change with the list. Their expression tells whether a killed run used the same kind of keys. */
function keyingOf(context: IExecuteFunctions): string | undefined {
	const name = 'options.sendOnceKey';
	const key: unknown = context.getNodeParameter(name, 0, null, { rawExpressions: true });
	return key === null ? undefined : digestOf(key);
}

export async function openRegister(nodeRun: NodeRun, messages: readonly Message[]) {
	const { context } = nodeRun;
	const { execution, run } = placeOfRun(context);
	const { lineage, isRetry, beganAt, isForgetful } = descentOf(context);
	const kept = keptWith(context);
	const { note, isUnreadable, wasEdited } = openNote(kept.messagingServiceNote, {
		lineage,
		by: execution,
		parameters: digestOf(context.getNode().parameters),
		run,
		...(isForgetful && isRetry && { byList: true }),
	});
	kept.messagingServiceNote = note;
	const register = new Register({
		row: rowOf(context),
		note,
		isUnreadable,
		execution,
		isTool: isTool(context),
		isRetry,
		beganAt,
		list: isForgetful ? await digestOfList(nodeRun, messages) : undefined,
		keying: keyingOf(context),
		clock: systemClock,
		today: Date.now,
	});
	return { register, wasEdited };
}

/** Whether the keys of items with Validate Only were used before. If n8n's database does not say, an item is left out. */
export async function usedKeys(context: IExecuteFunctions, states: readonly ItemState[]) {
	const firsts = new Map<string, number>();
	const used = new Map<number, boolean>();
	for (const [item, state] of states.entries()) {
		const key = isValidateOnly(state) ? state.prepared?.common.sendOnceKey : undefined;
		if (key === undefined) continue;
		if (firsts.has(key)) used.set(item, true);
		else firsts.set(key, item);
	}
	if (firsts.size === 0) return used;
	const orNone = (error: unknown) => (error instanceof NoRow ? new Set<string>() : undefined);
	const found = await usedAmong(rowOf(context), [...firsts.keys()]).catch(orNone);
	if (found) for (const [key, item] of firsts) used.set(item, found.has(key));
	return used;
}
