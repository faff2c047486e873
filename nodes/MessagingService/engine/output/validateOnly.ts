import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { durationOf } from '../../../plain';
import { isChecked, isValidateOnly, nameOf, urlOf, type CheckedSlot, type Slot } from '../slot';
import { shownRequest } from './shownRequest';

/** What Validate Only outputs for an item: few fields, so that thirty people fit on a screen. */
export const validatedItem = z.object({
	sent: z.literal(false),
	/** The number, the group or the room. */
	would_send_to: z.string().optional(),
	text: z.string().optional(),
	/** Missing if the service does not say what it costs. */
	credits: z.number().optional(),
	/** Only if there are any. */
	warnings: z.array(z.string()).optional(),
	/** Only if the item has a key. */
	send_once_key: z.string().optional(),
	already_sent: z.boolean().optional(),
	/** Of all items, on the first of them. */
	total: z
		.object({
			items: z.number(),
			credits: z.number().nullable(),
			/** How long it takes at the service's limits. */
			seconds: z.number(),
			duration: z.string(),
		})
		.optional(),
	/** The request, without the login. */
	details: z.custom<IDataObject>().optional(),
});

type ValidatedItem = z.output<typeof validatedItem>;

const KEY_NOT_READ =
	'n8n’s database does not respond, so it is not known whether this Send Once Key was used before: validate again';

function totalOf(costs: readonly (number | undefined)[], seconds: number) {
	const known = costs.filter((cost) => cost !== undefined);
	return {
		items: costs.length,
		credits: known.length === costs.length ? known.reduce((sum, cost) => sum + cost, 0) : null,
		seconds,
		duration: durationOf(seconds),
	};
}

/**
 * With Validate Only, outputs what would be sent, what it would cost and how long it would take; nothing is sent.
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
		isSkipped === true ? 0 : slot.todo.plan.credits,
	);
	const sends = shown.flatMap(({ slot, isSkipped }) => (isSkipped === true ? [] : [slot]));
	const total = totalOf(costs, Math.ceil(secondsOf(sends)));

	const validated = (
		slot: CheckedSlot,
		isSkipped: boolean | undefined,
		cost: number | undefined,
	): ValidatedItem => {
		const { plan, common } = slot.todo;
		const { sendOnceKey, includeRequest } = common;
		const isUnread = sendOnceKey !== undefined && isSkipped === undefined;
		const warnings = isUnread ? [...plan.warnings, KEY_NOT_READ] : plan.warnings;
		const to = slot.recipient && nameOf(slot.recipient);
		const text = plan.message?.text;
		return {
			sent: false,
			...(typeof to === 'string' && { would_send_to: to }),
			...(typeof text === 'string' && { text }),
			...(cost !== undefined && { credits: cost }),
			...(warnings.length > 0 && { warnings }),
			...(sendOnceKey !== undefined && { send_once_key: sendOnceKey }),
			...(sendOnceKey !== undefined && isSkipped !== undefined && { already_sent: isSkipped }),
			...(includeRequest && { details: shownRequest(plan.request, urlOf(slot.todo)) }),
		};
	};

	for (const [at, { slot, isSkipped }] of shown.entries()) {
		const item = validated(slot, isSkipped, costs[at]);
		slot.output = [at === 0 ? { ...item, total } : item];
	}
}
