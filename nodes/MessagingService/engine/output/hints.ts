import type { IExecuteFunctions } from 'n8n-workflow';

import { isChecked, type Slot } from '../slot';
import { placeOfItem } from './words';

const MOST = 5;

/** Shows above the output what is worth knowing. Older versions of n8n have no place for it. */
export function warn(context: IExecuteFunctions, slots: readonly Slot[]): void {
	const texts = slots.flatMap((slot, item) =>
		isChecked(slot)
			? slot.todo.plan.warnings.map((text) => `${placeOfItem(item, slots.length)}${text}`)
			: [],
	);
	if (texts.length === 0 || !('addExecutionHints' in context)) return;
	const rest = texts.length > MOST ? [`And ${texts.length - MOST} more.`] : [];
	context.addExecutionHints(
		...[...texts.slice(0, MOST), ...rest].map((message) => ({
			message,
			type: 'warning' as const,
			location: 'outputPane' as const,
		})),
	);
}
