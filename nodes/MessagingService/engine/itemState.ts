import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Account } from './account';
import { likeFirst, type Life } from './life';
import type { CommonOptions, Operation, Plan, Problem, Recipient } from './operation';
import { isFailure, type Failure, type Outcome } from './outcome';
import { secondsFor } from './pace';
import { digestOf } from './register';

export interface NodeRun {
	context: IExecuteFunctions;
	/** A long loop awaits this for each item, so that the rest of n8n can go on. */
	pause: () => Promise<void>;
	/** Called as n8n ends the execution, before it stores it: Retry must not count what has not left. */
	stop?: () => void;
}

/**
 * One input item. The check writes the first part and the previews of numbers that get nothing, `validateOnly` its own, and
 * `openLives` and `send` the rest. What is missing decides what may follow: without `prepared` it cannot be sent, and without
 * `life` it is no message.
 */
export interface ItemState {
	/** Its place in the input, from 0. */
	item: number;
	operation: Operation | undefined;
	recipient?: Recipient | undefined;
	/** Whether the recipient of a wrong item is only what was typed, since no number could be read from it. */
	isUnread?: boolean | undefined;
	/** Whom a message is for that goes to the number of Test To instead. */
	meantFor?: string | null | undefined;
	/** An item with problems is wrong. It has no plan. */
	problems?: Problem[];
	/** Whether it is only shown: by Validate Only, or as one of the messages that Test To does not send. */
	isForShow?: boolean | undefined;
	prepared?: Prepared;
	/** The first item with the same message, if this one repeats it. */
	repeatOf?: number;
	/** Whether that item, whose key is the same, goes to somebody else. */
	isForAnother?: boolean;

	/** What comes out instead of a message: of Validate Only, a blocked number, or one that an earlier message may have reached. */
	preview?: IDataObject[];

	/** Of an item that sends. Items with the same message share one. */
	life?: Life;
	/** Of an item that reads. Undefined if it was not tried. */
	read?: Outcome;
}

export interface Prepared {
	plan: Plan;
	common: CommonOptions;
	account: Account;
}

export type CheckedItem = ItemState & { operation: Operation; prepared: Prepared };

/** An item whose message may leave. */
export type Send = CheckedItem & { life: Life };

export const isChecked = (state: ItemState): state is CheckedItem =>
	state.operation !== undefined && state.prepared !== undefined;

/** Whether this is the first item with its message. */
export const isOwn = <State extends ItemState>(state: State): state is State & { life: Life } =>
	state.life?.message.item === state.item;

/** In credits, as far as the service documents the cost. */
export const costOf = (states: readonly CheckedItem[]): number =>
	states.reduce((sum, { prepared }) => sum + (prepared.plan.credits ?? 0), 0);

export function outcomeOf(state: ItemState): Outcome | undefined {
	const outcome = state.life?.outcome ?? state.read;
	if (!outcome || !state.life || isOwn(state)) return outcome;
	return likeFirst(outcome, state.prepared?.common.sendOnceKey);
}

export function failureOf(state: ItemState): Failure | undefined {
	const outcome = outcomeOf(state);
	return isFailure(outcome) ? outcome : undefined;
}

export const isSentBefore = (json: IDataObject): boolean => json.already_sent === true;

export function outputOf(state: ItemState): IDataObject[] | undefined {
	const { preview, meantFor, recipient, prepared, life, isForAnother } = state;
	const outcome = outcomeOf(state);
	if (outcome === undefined) return preview;
	if (isFailure(outcome)) return undefined;
	const { destination_name: name } = prepared?.plan.message?.item({}) ?? {};
	const ofItem = { ...recipient, ...(name !== undefined && { destination_name: name }) };
	return outcome.output.map((json) => ({
		...(meantFor !== undefined && { would_send_to: meantFor }),
		...json,
		// The note and a key tell neither whom nor what. They need not: the item says it, if it is still the same recipient.
		...(isSentBefore(json) && !life?.isMoved && !isForAnother && ofItem),
	}));
}

export const isValidateOnly = (state: ItemState): state is CheckedItem =>
	isChecked(state) && state.isForShow === true;

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

/** Items with the same Send Once Key, or with the same request, are one message. Marks all but the first of them. */
export function markRepeats(states: readonly ItemState[]): void {
	const firsts = new Map<string, number>();
	for (const state of states) {
		if (!isChecked(state) || state.operation.effect !== 'send') continue;
		const { plan, common } = state.prepared;
		const names = [`request ${digestOf(urlOf(state.prepared), plan.likeRequest)}`];
		if (common.sendOnceKey !== undefined) names.unshift(`key ${common.sendOnceKey}`);
		const first = names.map((name) => firsts.get(name)).find((item) => item !== undefined);
		if (first !== undefined) state.repeatOf = first;
		else for (const name of names) firsts.set(name, state.item);
	}
}
