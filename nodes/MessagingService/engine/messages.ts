import { scrypt } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

import { systemClock } from './pace';
import { descentOf, isTool, keptWith, placeOfRun, rowOf } from './n8n';
import { digestOf, NoRow, openNote, Register, usedAmong } from './register';
import {
	isChecked,
	repeatedKeys,
	urlOf,
	type NodeRun,
	type ItemState,
	type Prepared,
	type Send,
} from './itemState';

/** From a plain digest, a code of six digits could be guessed in a million tries. scrypt is slow on purpose. */
function digestOfCall(context: IExecuteFunctions, prepared: Prepared): Promise<string> {
	const request = JSON.stringify([urlOf(prepared), prepared.plan.likeRequest]);
	return new Promise((done, failed) => {
		scrypt(request, context.getInstanceId(), 16, (error, digest) => {
			if (error) failed(error);
			else done(digest.toString('base64url'));
		});
	});
}

/** Gives each item that is to leave its message. Resolves to these items, in their order. */
export async function messagesOf({ context, pause }: NodeRun, states: readonly ItemState[]) {
	const sends: Send[] = [];
	const ofTool = isTool(context);
	for (const state of states) {
		if (!isChecked(state) || state.preview || state.operation.effect !== 'send') continue;
		const { item } = state;
		const call = ofTool ? await digestOfCall(context, state.prepared) : undefined;
		const key = state.prepared.common.sendOnceKey;
		const noted = state.meantFor !== undefined && { noted: `test ${item}` };
		sends.push(Object.assign(state, { message: { item, key, call, ...noted } }));
		await pause();
	}
	return sends;
}

/** The keys themselves may change with the list. Their expression tells whether a killed run used the same kind of keys. */
function keyingOf(context: IExecuteFunctions): string | undefined {
	const name = 'options.sendOnceKey';
	const key: unknown = context.getNodeParameter(name, 0, null, { rawExpressions: true });
	return key === null ? undefined : digestOf(key);
}

export function openRegister(context: IExecuteFunctions) {
	const { execution, run } = placeOfRun(context);
	const { lineage, isRetry, beganAt } = descentOf(context);
	const kept = keptWith(context);
	const { note, isUnreadable, wasEdited } = openNote(kept.messagingServiceNote, {
		lineage,
		by: execution,
		parameters: digestOf(context.getNode().parameters),
		run,
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
		keying: keyingOf(context),
		clock: systemClock,
		today: Date.now,
	});
	return { register, wasEdited };
}

/** Whether the keys of these items were used before. If n8n's database does not say, an item is left out. */
export async function usedKeys(context: IExecuteFunctions, states: readonly ItemState[]) {
	const { firsts, repeats } = repeatedKeys(states);
	const used = new Map([...repeats.keys()].map((item) => [item, true]));
	if (firsts.size === 0) return used;
	const orNone = (error: unknown) => (error instanceof NoRow ? new Set<string>() : undefined);
	const found = await usedAmong(rowOf(context), [...firsts.keys()]).catch(orNone);
	if (found) for (const [key, item] of firsts) used.set(item, found.has(key));
	return used;
}
