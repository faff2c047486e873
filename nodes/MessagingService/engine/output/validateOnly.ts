import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { durationOf } from '../../../plain';
import { isChecked, isValidateOnly, nameOf, urlOf, type CheckedSlot, type Slot } from '../slot';
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

const KEY_NOT_READ =
	'n8n’s database does not answer, so whether this Send Once Key is used already is not known: validate again';

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
 * @param usedKeys whether the item's Send Once Key is used already, so that it would not be sent
 * @param secondsOf how long it takes to send these
 */
export function validateOnly(
	slots: readonly Slot[],
	usedKeys: ReadonlyMap<number, boolean>,
	secondsOf: (sends: readonly CheckedSlot[]) => number,
): void {
	const shown = slots.flatMap((slot, item) =>
		isChecked(slot) && isValidateOnly(slot) ? [{ slot, isSkipped: usedKeys.get(item) }] : [],
	);
	const costs = shown.map(({ slot, isSkipped }) =>
		isSkipped === true ? 0 : (slot.todo.plan.credits ?? null),
	);
	const sends = shown.flatMap(({ slot, isSkipped }) => (isSkipped === true ? [] : [slot]));
	const total = totalOf(costs, Math.ceil(secondsOf(sends)));

	const validated = (
		slot: CheckedSlot,
		isSkipped: boolean | undefined,
		cost: number | null,
	): ValidatedItem => {
		const { plan, common } = slot.todo;
		const isUnread = common.sendOnceKey !== undefined && isSkipped === undefined;
		return {
			sent: false,
			would_send_to: slot.recipient ? nameOf(slot.recipient) : null,
			text: plan.message?.text ?? null,
			credits: cost,
			total,
			warnings: isUnread ? [...plan.warnings, KEY_NOT_READ] : plan.warnings,
			...(common.sendOnceKey !== undefined && {
				send_once_key: common.sendOnceKey,
				...(isSkipped !== undefined && { already_sent: isSkipped }),
			}),
			details: shownRequest(plan.request, urlOf(slot.todo)),
		};
	};

	for (const [at, { slot, isSkipped }] of shown.entries()) {
		slot.output = [validated(slot, isSkipped, costs[at] ?? null)];
	}
}
