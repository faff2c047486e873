import type { IExecuteFunctions } from 'n8n-workflow';

import { systemClock } from './pace';
import { descentOf, isTool, keptWith, placeOfRun, rowOf } from './n8n';
import { digestOf, openNote, Register } from './register';
import { isChecked, urlOf, type NodeRun, type ItemState, type Send } from './itemState';

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
	const raw = (name: string): unknown =>
		context.getNodeParameter(`options.${name}`, 0, null, { rawExpressions: true });
	const [key, campaign] = [raw('sendOnceKey'), raw('campaign')];
	return key === null && campaign === null ? undefined : digestOf(key, campaign);
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
