import { isChecked, isValidateOnly, urlOf, type Slot } from '../slot';
import { shownRequest } from './shownRequest';

/** With Validate Only, puts out what would be sent and what it would cost; nothing is sent. */
export function validateOnly(slots: readonly Slot[]): void {
	const shown = slots.filter(isChecked).filter(isValidateOnly);
	const credits = shown.map(({ todo }) => todo.plan.credits);
	for (const [at, slot] of shown.entries()) {
		const { plan } = slot.todo;
		slot.output = [
			{
				sent: false,
				request: shownRequest(plan.request, urlOf(slot.todo)),
				credits: plan.credits ?? null,
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
