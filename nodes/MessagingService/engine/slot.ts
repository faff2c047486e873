import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Account } from './account';
import type { CommonOptions, Operation, Plan, Problem, Recipient } from './operation';
import type { Failure } from './outcome';
import { secondsFor } from './pace';

/** What the steps of one node run share. */
export interface NodeRun {
	context: IExecuteFunctions;
	/** Lets the rest of the process run from time to time during a long loop. */
	pause: () => Promise<void>;
}

export interface Slot {
	operation: Operation | undefined;
	recipient?: Recipient | undefined;
	problems?: Problem[];
	todo?: Todo;
	output?: IDataObject[];
	warning?: string | undefined;
	failure?: Failure;
}

export interface Todo {
	plan: Plan;
	common: CommonOptions;
	account: Account;
}

export type CheckedSlot = Slot & { operation: Operation; todo: Todo };

export const isChecked = (slot: Slot): slot is CheckedSlot =>
	slot.operation !== undefined && slot.todo !== undefined;

export const isValidateOnly = ({ operation, todo }: Slot): boolean =>
	operation?.effect === 'send' && todo?.common.validateOnly === true;

export const nameOf = (recipient: Recipient): string | null =>
	'room_id' in recipient ? recipient.room_id : recipient.destination;

export const urlOf = ({ account, plan }: Todo): string => `${account.url}${plan.request.path}`;

/** How long these sends take at the service's limits and with their pauses, in seconds. Accounts send in parallel. */
export function secondsOf(sends: Iterable<CheckedSlot>): number {
	const byAccount = new Map<Account, Plan[]>();
	for (const { todo } of sends) {
		const plans = byAccount.get(todo.account) ?? [];
		byAccount.set(todo.account, plans);
		plans.push(todo.plan);
	}
	const seconds = [...byAccount].map(([{ pacer }, plans]) => secondsFor(plans, pacer.rate));
	return Math.max(0, ...seconds);
}
