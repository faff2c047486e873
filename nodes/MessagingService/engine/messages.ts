import { createHmac } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

import { systemClock } from './clock';
import {
	cancelSignal,
	descentOf,
	isRetry,
	isTool,
	parametersDigest,
	placeOfRun,
	rowOf,
	storedNote,
	storeNote,
} from './n8n';
import { digestOf, openNote, Register, type CallDigest, type Message } from './register';
import { isChecked, urlOf, type CheckedSlot, type Slot, type Todo } from './slot';

export interface SendSlot {
	slot: CheckedSlot;
	message: Message;
}

const hmac = (secret: Buffer, text: string, characters: number) =>
	createHmac('sha256', secret).update(text).digest('base64url').slice(0, characters);

/** With a plain digest, a code of six digits takes a million tries: so the login goes into it. */
async function digestOfCall(todo: Todo): Promise<CallDigest> {
	const secret = await todo.account.digestKey();
	const request = JSON.stringify([urlOf(todo), todo.plan.likeRequest]);
	return { login: hmac(secret, 'whose', 8), request: hmac(secret, request, 22) };
}

export async function messagesOf(
	context: IExecuteFunctions,
	slots: readonly Slot[],
	pause: () => Promise<void>,
): Promise<Map<number, SendSlot>> {
	const sends = new Map<number, SendSlot>();
	const ofTool = isTool(context);
	for (const [item, slot] of slots.entries()) {
		if (!isChecked(slot) || slot.output || slot.operation.effect !== 'send') continue;
		const call = ofTool ? await digestOfCall(slot.todo) : undefined;
		sends.set(item, { slot, message: { item, key: slot.todo.common.sendOnceKey, call } });
		await pause();
	}
	return sends;
}

/** Some nodes output what is not JSON, such as an object that contains itself. */
function digestOfItem(json: unknown): string {
	try {
		return digestOf(json);
	} catch {
		return '';
	}
}

/** What n8n 1 knows a list by: the input of a tool need not say what the agent asks for. */
async function digestOfList(
	context: IExecuteFunctions,
	messages: readonly Message[],
	pause: () => Promise<void>,
): Promise<string> {
	if (isTool(context)) return digestOf(messages.map(({ call }) => call));
	const digests: string[] = [];
	for (const { json } of context.getInputData()) {
		digests.push(digestOfItem(json));
		await pause();
	}
	return digestOf(digests);
}

interface Opened {
	register: Register;
	/** The node was edited since the execution that is retried. */
	wasEdited: boolean;
}

export async function openRegister(
	context: IExecuteFunctions,
	messages: readonly Message[],
	pause: () => Promise<void>,
): Promise<Opened> {
	const { execution, run } = placeOfRun(context);
	const { lineage, beganAt, isForgetful } = descentOf(context);
	const retried = isRetry(context);
	const { note, isUnreadable, wasEdited } = openNote(storedNote(context), {
		lineage,
		by: execution,
		parameters: parametersDigest(context),
		run,
		...(isForgetful && retried && { byList: true }),
	});
	storeNote(context, note);
	const row = rowOf(context, cancelSignal(context));
	const register = new Register({
		note,
		execution,
		isTool: isTool(context),
		isRetry: retried,
		beganAt,
		isUnreadable,
		life: row && {
			row,
			note,
			execution,
			isRetry: retried,
			beganAt,
			list: isForgetful ? await digestOfList(context, messages, pause) : undefined,
			clock: systemClock,
			today: Date.now,
		},
	});
	return { register, wasEdited };
}
