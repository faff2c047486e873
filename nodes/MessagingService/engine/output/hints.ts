import type { IExecuteFunctions } from 'n8n-workflow';

import {
	isChecked,
	isSentBefore,
	isValidateOnly,
	outputOf,
	repeatedKeys,
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
	const { repeats } = repeatedKeys(states);
	const before = states.filter(
		(state) => !repeats.has(state.item) && outputOf(state)?.some(isSentBefore),
	).length;
	if (before > 0) {
		hint(context, `Already sent before, so not sent now: ${before} of ${states.length} items.`);
	}
	const validated = states.filter(isValidateOnly);
	const hasKeys = validated.some(({ prepared }) => prepared?.common.sendOnceKey !== undefined);
	if (!hasKeys) hintWithoutKeys(context, validated.length);
	const repeated = repeatsIn(states, repeats);
	if (repeated.length === 0) return;
	hint(
		context,
		`${placeOf(repeated, states.length)}: The same recipient and text as an earlier item. If that is not intended, remove what is repeated, or give each message a Send Once Key.`,
	);
}

/** Items that repeat an earlier message. Items with the same key are no repeats, since only the first is sent. */
function repeatsIn(states: readonly ItemState[], repeats: ReadonlyMap<number, number>): number[] {
	const seen = new Set<string>();
	return states.flatMap((state) => {
		const message = isChecked(state) ? state.prepared.plan.message : undefined;
		if (!message?.text || state.meantFor !== undefined || repeats.has(state.item)) return [];
		const { recipient, text } = message;
		const like = JSON.stringify([recipient, text, state.prepared?.plan.request.path]);
		if (seen.has(like)) return [state.item];
		seen.add(like);
		return [];
	});
}

/** What was sent before is not sent now, so nothing about it needs a warning. */
function warningsOf(state: ItemState): string[] {
	const { prepared, outcome } = state;
	if (outputOf(state)?.some(isSentBefore)) return [];
	const { warning = [] } = isFailure(outcome) ? {} : (outcome ?? {});
	return [...(prepared?.plan.warnings ?? []), ...[warning].flat()];
}

/** The same words are one hint, which names all its items. */
function warnOf(context: IExecuteFunctions, states: readonly ItemState[]): void {
	const itemsOf = new Map<string, number[]>();
	for (const [item, state] of states.entries()) {
		for (const text of warningsOf(state)) {
			const items = itemsOf.get(text) ?? [];
			itemsOf.set(text, items);
			items.push(item);
		}
	}
	const texts = [...itemsOf].map(([text, items]) => {
		const place = placeOf(items, states.length);
		return place === '' ? text : `${place}: ${text}`;
	});
	const further = texts.splice(MOST).length;
	hint(context, ...texts, ...(further > 0 ? [`And ${further} more.`] : []));
}

export const HINTS = {
	test: 'Test To is set, so only that number gets messages. To send the list, remove the option.',
	noKeys:
		'If n8n crashes while it sends this list, Retry cannot send the rest, because it cannot know who got the message. If each message has a Send Once Key, Retry can send the rest.',
	subWorkflow:
		'This is a sub-workflow. If the workflow that calls it is retried, or repeats the call, the messages are sent again. To prevent that, give each message a Send Once Key.',
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
