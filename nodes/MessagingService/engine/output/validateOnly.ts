import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { durationOf } from '../../../plain';
import { isChecked, isValidateOnly, urlOf, type CheckedSlot, type Slot } from '../slot';
import { shownRequest } from './shownRequest';

const credits = z.number().nullable();

/** What Validate Only puts out for an item. */
export const validatedItem = z.object({
	sent: z.literal(false),
	/** The number, the group or the room. */
	would_send_to: z.string().nullable(),
	text: z.string().nullable(),
	/** Null if the service does not say what it costs. */
	credits,
	/** Of all items, the same on each of them. */
	total: z.object({
		items: z.number(),
		credits,
		/** How long it takes at the service's limits. */
		seconds: z.number(),
		duration: z.string(),
	}),
	warnings: z.array(z.string()),
	/** Only if the item has a key. */
	send_once_key: z.string().optional(),
	already_sent: z.boolean().optional(),
	/** The request, without the login. */
	details: z.custom<IDataObject>(),
});

type ValidatedItem = z.output<typeof validatedItem>;

function nameOf({ recipient }: Slot): string | null {
	if (recipient === undefined) return null;
	return 'room_id' in recipient ? recipient.room_id : recipient.destination;
}

function totalOf(costs: readonly (number | null)[], seconds: number): ValidatedItem['total'] {
	const isKnown = costs.every((cost) => cost !== null);
	return {
		items: costs.length,
		credits: isKnown ? costs.reduce<number>((sum, cost) => sum + cost, 0) : null,
		seconds,
		duration: durationOf(seconds),
	};
}

/**
 * With Validate Only, puts out what would be sent, what it would cost and how long it would take; nothing is sent.
 * @param skipped items that would not be sent, because their Send Once Key is used already
 * @param secondsOf how long it takes to send these
 */
export function validateOnly(
	slots: readonly Slot[],
	skipped: ReadonlySet<number>,
	secondsOf: (sends: readonly CheckedSlot[]) => number,
): void {
	const shown = slots.flatMap((slot, item) =>
		isChecked(slot) && isValidateOnly(slot) ? [{ slot, isSkipped: skipped.has(item) }] : [],
	);
	const costs = shown.map(({ slot, isSkipped }) =>
		isSkipped ? 0 : (slot.todo.plan.credits ?? null),
	);
	const sends = shown.flatMap(({ slot, isSkipped }) => (isSkipped ? [] : [slot]));
	const total = totalOf(costs, Math.ceil(secondsOf(sends)));

	const validated = (slot: CheckedSlot, isSkipped: boolean, cost: number | null): ValidatedItem => {
		const { plan, common } = slot.todo;
		return {
			sent: false,
			would_send_to: nameOf(slot),
			text: plan.message?.text ?? null,
			credits: cost,
			total,
			warnings: plan.warnings,
			...(common.sendOnceKey !== undefined && {
				send_once_key: common.sendOnceKey,
				already_sent: isSkipped,
			}),
			details: shownRequest(plan.request, urlOf(slot.todo)),
		};
	};

	for (const [at, { slot, isSkipped }] of shown.entries()) {
		slot.output = [validated(slot, isSkipped, costs[at] ?? null)];
	}
}
