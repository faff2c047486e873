import type { IExecuteFunctions } from 'n8n-workflow';

import { isChecked, type Slot } from '../slot';
import { byWords, placeOf } from './words';

const MOST = 5;

/** Shows above the output what is worth knowing of what is sent. Older versions of n8n have no place for it. */
export function warn(context: IExecuteFunctions, slots: readonly Slot[]): void {
	warnOf(context, slots, (slot) => (isChecked(slot) ? slot.todo.plan.warnings : []));
}

/** The same for what was answered. */
export function warnOfAnswers(context: IExecuteFunctions, slots: readonly Slot[]): void {
	warnOf(context, slots, ({ warning }) => (warning === undefined ? [] : [warning]));
}

function warnOf(
	context: IExecuteFunctions,
	slots: readonly Slot[],
	warningsOf: (slot: Slot) => readonly string[],
): void {
	const warnings = slots.flatMap((slot, item) => warningsOf(slot).map((text) => ({ item, text })));
	const texts = [...byWords(warnings, ({ text }) => text)].map(([text, group]) => {
		const place = placeOf(
			group.map(({ item }) => item),
			slots.length,
		);
		return place === '' ? text : `${place}: ${text}`;
	});
	const rest = texts.length > MOST ? [`And ${texts.length - MOST} more.`] : [];
	hint(context, [...texts.slice(0, MOST), ...rest]);
}

export function hintNoMarks(context: IExecuteFunctions): void {
	hint(context, [
		'n8n has not kept a note of what this run sends, because the workflow is not saved. If n8n is killed now, do not start it again for everyone: find out first who got the message.',
	]);
}

export function hintOnlyFirst(context: IExecuteFunctions, items: number): void {
	hint(context, [
		`Only the first of ${items} items was asked: an execution can wait for one answer. To ask one after the other, use a Loop Over Items node.`,
	]);
}

export function hintSentBeforeEdit(context: IExecuteFunctions): void {
	hint(context, [
		'The node was edited since the execution that you are retrying. Messages that it had sent keep their old text, and are not sent again.',
	]);
}

function hint(context: IExecuteFunctions, texts: readonly string[]): void {
	if (texts.length === 0 || !('addExecutionHints' in context)) return;
	context.addExecutionHints(
		...texts.map((message) => ({
			message,
			type: 'warning' as const,
			location: 'outputPane' as const,
		})),
	);
}
