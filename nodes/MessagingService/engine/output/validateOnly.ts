import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';

import { durationOf } from '../../../plain';
import { withoutUnknown } from '../operation';
import {
	costOf,
	isChecked,
	isValidateOnly,
	nameOf,
	secondsToSend,
	type ItemState,
} from '../itemState';
import { hint } from './hints';

/** The output of Validate Only. It has few fields, so that a user can look over a long list. */
export const validatedItem = z.object({
	/** Of the first item. */
	total: z
		.object({
			items: z.number(),
			/** Items that are the same message as an earlier one. */
			repeats: z.number(),
			credits: z.number().nullable(),
			seconds: z.number(),
			duration: z.string(),
		})
		.optional(),
	sent: z.literal(false),
	would_send_to: z.string().optional(),
	destination: z.string().optional(),
	text: z.string().optional(),
	/** Left out if the service does not document the cost. */
	credits: z.number().optional(),
	warnings: z.array(z.string()).optional(),
	send_once_key: z.string().optional(),
	/** Set if an earlier item of the list is the same message. */
	already_sent: z.literal(true).optional(),
});

/** Two orders of one customer are two messages, but a list may hold the same person twice by mistake. */
function sameNumbersIn(states: readonly ItemState[]) {
	const firsts = new Map<string, number>();
	const warnings = new Map<number, [string]>();
	for (const state of states.filter(isChecked)) {
		const { meantFor, recipient, repeatOf } = state;
		const wanted = meantFor ?? (recipient && nameOf(recipient));
		if (typeof wanted !== 'string' || repeatOf !== undefined) continue;
		const first = firsts.get(wanted);
		if (first === undefined) firsts.set(wanted, state.item);
		else warnings.set(state.item, [`The same number as item ${first + 1}`]);
	}
	return warnings;
}

/** @param shortfall why Check Credit First would not begin the list */
export function validateOnly(
	context: IExecuteFunctions,
	states: readonly ItemState[],
	shortfall: string | undefined,
): void {
	const shown = states.filter(isValidateOnly);
	const sends = shown.filter(({ repeatOf }) => repeatOf === undefined);
	const seconds = Math.ceil(secondsToSend(sends));
	const isKnown = sends.every(({ prepared }) => prepared.plan.credits !== undefined);
	const total = {
		items: shown.length,
		repeats: shown.length - sends.length,
		credits: isKnown ? costOf(sends) : null,
		seconds,
		duration: durationOf(seconds),
	};
	if (states.every((state) => state.problems ?? state.preview ?? isValidateOnly(state))) {
		const cost = total.credits === null ? '' : `Credits: ${total.credits}. `;
		const list = `Of ${total.items} items, ${sends.length} would be sent. ${cost}Time: ${total.duration}.`;
		hint(context, `Nothing was sent, since Validate Only is on. ${list}`);
	}

	const sameNumber = sameNumbersIn(states);
	for (const [at, state] of shown.entries()) {
		const { plan, common } = state.prepared;
		const isRepeat = state.repeatOf !== undefined;
		const warnings = [
			...(at === 0 && shortfall ? [shortfall] : []),
			...(sameNumber.get(state.item) ?? []),
			...plan.warnings,
		];
		const to = (state.recipient && nameOf(state.recipient)) ?? undefined;
		const isRoom = state.recipient && 'room_id' in state.recipient;
		const item: z.output<typeof validatedItem> = {
			total: at === 0 ? total : undefined,
			sent: false,
			would_send_to: to,
			destination: isRoom ? undefined : to,
			text: plan.message?.text ?? undefined,
			credits: isRepeat ? 0 : plan.credits,
			warnings: warnings.length > 0 ? warnings : undefined,
			send_once_key: common.sendOnceKey,
			already_sent: isRepeat || undefined,
		};
		state.preview = [withoutUnknown(item)];
	}
}
