import type { IExecuteFunctions } from 'n8n-workflow';

import { systemClock } from './pace';
import { descentOf, isTool, keptWith, placeOfRun, rowOf } from './n8n';
import { digestOf, NoRow, openNote, Register, usedAmong, type UsedKey } from './register';
import {
	isChecked,
	repeatedKeys,
	urlOf,
	type NodeRun,
	type ItemState,
	type Send,
} from './itemState';

/** Gives each item that is to leave its message. Resolves to these items, in their order. */
export async function messagesOf({ context, pause }: NodeRun, states: readonly ItemState[]) {
	const sends: Send[] = [];
	const ofTool = isTool(context);
	for (const state of states) {
		if (!isChecked(state) || state.preview || state.operation.effect !== 'send') continue;
		const { item, prepared } = state;
		const call = ofTool ? digestOf(urlOf(prepared), prepared.plan.likeRequest) : undefined;
		const key = prepared.common.sendOnceKey;
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
	const kept = keptWith(context);
	const { note, isUnreadable, wasEdited } = openNote(kept.messagingServiceNote, {
		parameters: digestOf(context.getNode().parameters),
		run,
	});
	kept.messagingServiceNote = note;
	const register = new Register({
		row: rowOf(context),
		note,
		isUnreadable,
		execution,
		...descentOf(context),
		isTool: isTool(context),
		keying: keyingOf(context),
		clock: systemClock,
	});
	return { register, wasEdited };
}

/** What became of the keys of these items before. An item is left out if it has none, or if n8n's database does not say. */
export type UsedKeys = ReadonlyMap<number, UsedKey>;

export async function usedKeys(
	context: IExecuteFunctions,
	states: readonly ItemState[],
): Promise<UsedKeys> {
	const { firsts, repeats } = repeatedKeys(states);
	const used = new Map<number, UsedKey>();
	for (const item of repeats.keys()) used.set(item, 'accepted');
	if (firsts.size === 0) return used;
	const orNone = (error: unknown) =>
		error instanceof NoRow ? new Map<string, UsedKey>() : undefined;
	const found = await usedAmong(rowOf(context), [...firsts.keys()]).catch(orNone);
	if (found) for (const [key, item] of firsts) used.set(item, found.get(key) ?? 'free');
	return used;
}
