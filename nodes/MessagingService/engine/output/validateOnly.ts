import { isChecked, isValidateOnly, urlOf, type Slot } from '../slot';
import { shownRequest } from './shownRequest';

/**
 * With Validate Only, puts out what would be sent and what it would cost; nothing is sent.
 * @param skipped items that would not be sent, because their Send Once Key is used already
 */
export function validateOnly(slots: readonly Slot[], skipped: ReadonlySet<number>): void {
	const shown = slots.flatMap((slot, item) =>
		isChecked(slot) && isValidateOnly(slot) ? [{ slot, isSkipped: skipped.has(item) }] : [],
	);
	const credits = shown.map(({ slot, isSkipped }) => (isSkipped ? 0 : slot.todo.plan.credits));
	for (const [at, { slot, isSkipped }] of shown.entries()) {
		const { plan, common } = slot.todo;
		slot.output = [
			{
				sent: false,
				request: shownRequest(plan.request, urlOf(slot.todo)),
				credits: credits[at] ?? null,
				...(common.sendOnceKey !== undefined && {
					send_once_key: common.sendOnceKey,
					already_sent: isSkipped,
				}),
				...(at === 0 && {
					total: {
						items: shown.length,
						credits: credits.some((cost) => cost === undefined)
							? null
							: credits.reduce<number>((sum, cost) => sum + (cost ?? 0), 0),
					},
				}),
			},
		];
	}
}
