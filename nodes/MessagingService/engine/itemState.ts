import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Account } from './account';
import type { CommonOptions, Operation, Plan, Problem, Recipient } from './operation';
import { isFailure, type Failure, type Outcome } from './outcome';
import { secondsFor } from './pace';
import type { Message } from './register';

export interface NodeRun {
	context: IExecuteFunctions;
	/** A long loop awaits this for each item, so that the rest of n8n can go on. */
	pause: () => Promise<void>;
}

/** How far one input item has come. The steps of a node run fill it in. */
export interface ItemState {
	/** Its place in the input, from 0. */
	item: number;
	operation: Operation | undefined;
	recipient?: Recipient | undefined;
	/** Whom a message is for that goes to the number of Test To instead. */
	meantFor?: string | null | undefined;
	problems?: Problem[];
	prepared?: Prepared;
	/** What comes out instead of a message: of Validate Only, or of a blocked number. */
	preview?: IDataObject[];
	/** What the register knows the message by. */
	message?: Message;
	/** Undefined if it was not tried. */
	outcome?: Outcome;
}

export interface Prepared {
	plan: Plan;
	common: CommonOptions;
	account: Account;
}

export type CheckedItem = ItemState & { operation: Operation; prepared: Prepared };

/** A message that is to leave. */
export type Send = CheckedItem & { message: Message };

export const isChecked = (state: ItemState): state is CheckedItem =>
	state.operation !== undefined && state.prepared !== undefined;

/** In credits, as far as the service documents the cost. */
export const costOf = (states: readonly CheckedItem[]): number =>
	states.reduce((sum, { prepared }) => sum + (prepared.plan.credits ?? 0), 0);

export const failureOf = ({ outcome }: ItemState): Failure | undefined =>
	isFailure(outcome) ? outcome : undefined;

export const isBlocked = (json: IDataObject): boolean => json.blocked === true;

export const isSentBefore = (json: IDataObject): boolean => json.already_sent === true;

export function outputOf(state: ItemState): IDataObject[] | undefined {
	const { preview, outcome, meantFor, recipient } = state;
	const output = isFailure(outcome) ? undefined : outcome?.output;
	const added = meantFor !== undefined && { would_send_to: meantFor };
	// A key does not tell whom its message went to.
	const completed = (json: IDataObject) => ({ ...(isSentBefore(json) && recipient), ...json });
	return preview ?? output?.map((json) => ({ ...added, ...completed(json) }));
}

export const isValidateOnly = ({ operation, prepared }: ItemState): boolean =>
	operation?.effect === 'send' && prepared?.common.validateOnly === true;

export const nameOf = (recipient: Recipient): string | null =>
	'room_id' in recipient ? recipient.room_id : recipient.destination;

export const urlOf = ({ account, plan }: Prepared): string => `${account.url}${plan.request.path}`;

/** How long these sends take at the limits of the service. */
export function secondsToSend(sends: readonly CheckedItem[]): number {
	const [first] = sends;
	if (!first) return 0;
	const plans = sends.map(({ prepared }) => prepared.plan);
	return secondsFor(plans, first.prepared.account.pacer.rate);
}

/** Items with the same Send Once Key are one message, and the first of them stands for all. */
export function repeatedKeys(states: readonly ItemState[]) {
	const firsts = new Map<string, number>();
	/** The first item with its key, by item. */
	const repeats = new Map<number, number>();
	for (const { item, prepared } of states) {
		const key = prepared?.common.sendOnceKey;
		if (key === undefined) continue;
		const first = firsts.get(key);
		if (first === undefined) firsts.set(key, item);
		else repeats.set(item, first);
	}
	return { firsts, repeats };
}
