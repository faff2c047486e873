import type { IExecuteFunctions } from 'n8n-workflow';

import {
	isBlocked,
	isSentBefore,
	isValidateOnly,
	outcomeOf,
	outputOf,
	type ItemState,
} from '../itemState';
import { isFailure } from '../outcome';
import { asShown, placeOf } from './words';

const MOST = 5;
/** A longer list without keys gets a hint on what a crash would mean. */
const LONG_LIST = 20;

export function warn(context: IExecuteFunctions, states: readonly ItemState[]): void {
	warnOf(context, states);
	if (states.some(({ meantFor }) => meantFor !== undefined)) hint(context, HINTS.test);
	const before = states.filter(
		(state) => state.repeatOf === undefined && outputOf(state)?.some(isSentBefore),
	).length;
	if (before > 0) {
		hint(context, `Already sent before, so not sent now: ${before} of ${states.length} items.`);
	}
	const once = states.filter((state) => !state.preview && state.repeatOf !== undefined);
	if (once.length > 0) {
		const place = placeOf(
			once.map(({ item }) => item),
			states.length,
		);
		hint(context, `${place}: The same message as an earlier item, so it is sent once.`);
	}
	const blocked = states.filter((state) => outputOf(state)?.some(isBlocked)).length;
	if (blocked > 0) {
		hint(context, `Blocked Numbers, so nothing is sent: ${blocked} of ${states.length} items.`);
	}
	const validated = states.filter(isValidateOnly);
	const hasKeys = validated.some(({ prepared }) => prepared?.common.sendOnceKey !== undefined);
	if (!hasKeys) hintWithoutKeys(context, validated.length);
}

/** What was sent before is not sent now, so nothing about it needs a warning. */
function warningsOf(state: ItemState): string[] {
	const { prepared } = state;
	const outcome = outcomeOf(state);
	if (outputOf(state)?.some(isSentBefore)) return [];
	const { warning = [] } = isFailure(outcome) ? {} : (outcome ?? {});
	return [...(prepared?.plan.warnings ?? []), ...[warning].flat()];
}

/** Equal warnings are one hint. Without that, one warning of a whole list would hide all the others. */
function warnOf(context: IExecuteFunctions, states: readonly ItemState[]): void {
	const warnings = states.map(warningsOf);
	const texts = [...new Set(warnings.flat())];
	const shown = texts.slice(0, MOST).map((text) => {
		const items = [...states.keys()].filter((item) => warnings[item]?.includes(text));
		const place = placeOf(items, states.length);
		return place === '' ? text : `${place}: ${text}`;
	});
	const further = texts.length - shown.length;
	hint(context, ...shown, ...(further > 0 ? [`And ${further} more.`] : []));
}

export const HINTS = {
	test: 'Test To is set, so only that number gets messages. To send the list, remove the option.',
	noKeys:
		'If n8n crashes while it sends this list, Retry cannot send the rest, because it cannot know who got the message. With a Campaign or a Send Once Key, Retry can send the rest.',
	subWorkflow:
		'This is a sub-workflow. If the workflow that calls it is retried, or repeats the call, the messages are sent again. To prevent that, set Campaign or Send Once Key.',
	sentBeforeEdit:
		'The node was edited after the execution that you are retrying. Messages that it had already sent keep their old text and are not sent again.',
} as const;

export function hintWithoutKeys(context: IExecuteFunctions, messages: number): void {
	if (messages > LONG_LIST) hint(context, HINTS.noKeys);
}

export function hintOnlyFirst(context: IExecuteFunctions, items: number): void {
	hint(
		context,
		`Only the first of ${items} items was asked: an execution can wait for one answer. To ask one after the other, use a Loop Over Items node.`,
	);
}

/** Older versions of n8n cannot show hints. */
export function hint(context: IExecuteFunctions, ...texts: readonly string[]): void {
	if (texts.length === 0 || !('addExecutionHints' in context)) return;
	const look = { type: 'warning', location: 'outputPane' } as const;
	context.addExecutionHints(...texts.map((text) => ({ message: asShown(text), ...look })));
}
