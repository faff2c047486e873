import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { isBlocked, isSentBefore, isValidateOnly, outputOf, type ItemState } from '../itemState';
import { asShown, placeOf } from './words';

const MOST = 5;
/** A longer list without keys gets a hint on what a crash would mean. */
const LONG_LIST = 20;

/** What was sent before is not sent now, so nothing about it needs a warning. */
const warningsOf = (state: ItemState): string[] =>
	outputOf(state)?.some(isSentBefore) ? [] : (state.prepared?.plan.warnings ?? []);

/** Equal warnings are one hint. Without that, one warning of a whole list would hide all the others. */
export function warn(context: IExecuteFunctions, states: readonly ItemState[]): void {
	const say = (text: string, isMeant: (state: ItemState) => boolean): string[] => {
		const items = states.flatMap((state, item) => (isMeant(state) ? [item] : []));
		if (items.length === 0) return [];
		const place = placeOf(items, states.length);
		return [place === '' ? text : `${place}: ${text}`];
	};
	const warnings = new Map(states.map((state) => [state, warningsOf(state)]));
	const texts = [...new Set([...warnings.values()].flat())];
	const isRepeat = ({ repeatOf }: ItemState) => repeatOf !== undefined;
	const has = (state: ItemState, what: (json: IDataObject) => boolean) =>
		outputOf(state)?.some(what) === true;
	hint(
		context,
		...texts
			.slice(0, MOST)
			.flatMap((text) => say(text, (state) => warnings.get(state)?.includes(text) === true)),
		...(texts.length > MOST ? [`And ${texts.length - MOST} more.`] : []),
		...(states.some(({ meantFor }) => meantFor !== undefined) ? [HINTS.test] : []),
		...say(HINTS.before, (state) => !isRepeat(state) && has(state, isSentBefore)),
		...say(HINTS.repeats, (state) => !state.preview && isRepeat(state)),
		...say(HINTS.blocked, (state) => has(state, isBlocked)),
	);
	const validated = states.filter(isValidateOnly);
	const hasKeys = validated.some(({ prepared }) => prepared?.common.sendOnceKey !== undefined);
	if (!hasKeys) hintWithoutKeys(context, validated.length);
}

export const HINTS = {
	test: 'Test To is set, so only that number gets messages. To send the list, remove the option.',
	noKeys:
		'If n8n crashes while it sends this list, Retry cannot send the rest, because it cannot know who got the message. With a Campaign or a Send Once Key, Retry can send the rest.',
	subWorkflow:
		'This is a sub-workflow. If the workflow that calls it is retried, or repeats the call, the messages are sent again. To prevent that, set Campaign or Send Once Key.',
	before: 'Already sent before, so not sent now.',
	repeats: 'The same message as an earlier item, so it is sent once.',
	blocked: 'Blocked Numbers, so nothing is sent.',
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
