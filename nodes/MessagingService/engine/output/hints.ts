import type { IExecuteFunctions } from 'n8n-workflow';

import { isOwn, isSentBefore, isValidateOnly, outputOf, type ItemState } from '../itemState';
import { isSubWorkflow } from '../n8n';
import { asShown, placeOf } from './words';

const MOST = 5;
/** A longer list without keys gets a hint on what a second run would mean. */
const SHORT_LIST = 4;

/** Equal warnings are one hint. Without that, one warning of a whole list would hide all the others. */
export function warn(context: IExecuteFunctions, states: readonly ItemState[]): void {
	const say = (text: string, isMeant: (state: ItemState) => boolean): string[] => {
		const items = states.flatMap((state, item) => (isMeant(state) ? [item] : []));
		if (items.length === 0) return [];
		const place = placeOf(items, states.length);
		return [place === '' ? text : `${place}: ${text}`];
	};
	const outputs = new Map(states.map((state) => [state, outputOf(state)]));
	// What was sent before is not sent now, so nothing about it needs a warning.
	const warningsOf = (state: ItemState): string[] =>
		outputs.get(state)?.some(isSentBefore) ? [] : (state.prepared?.plan.warnings ?? []);
	const warnings = new Map(states.map((state) => [state, warningsOf(state)]));
	const texts = [...new Set([...warnings.values()].flat())];
	const isRepeat = ({ repeatOf }: ItemState) => repeatOf !== undefined;
	const has = (state: ItemState, name: string) =>
		outputs.get(state)?.some((json) => json.sent === false && json[name] !== undefined) === true;
	hint(
		context,
		...texts
			.slice(0, MOST)
			.flatMap((text) => say(text, (state) => warnings.get(state)?.includes(text) === true)),
		...(texts.length > MOST ? [`And ${texts.length - MOST} more.`] : []),
		...(states.some(({ meantFor }) => meantFor !== undefined) ? [HINTS.test] : []),
		...say(HINTS.before, (state) => !isRepeat(state) && has(state, 'already_sent')),
		...say(HINTS.repeats, (state) => !state.preview && isRepeat(state)),
		...say(HINTS.blocked, (state) => has(state, 'blocked')),
		...say(HINTS.doubtful, (state) => has(state, 'was_sent')),
	);
	const isNow = (state: ItemState) => isOwn(state) && state.life.wasSent !== 'no';
	const wanted = states.filter((state) => isValidateOnly(state) || isNow(state));
	const isReal = (state: ItemState) => state.meantFor === undefined && !has(state, 'already_sent');
	const sends = wanted.filter(isReal);
	if (sends.some(({ prepared }) => prepared?.common.sendOnceKey !== undefined)) return;
	if (isSubWorkflow(context) && sends.length > 0) hint(context, HINTS.subWorkflow);
	else if (sends.length > SHORT_LIST) hint(context, HINTS.noKeys);
}

export const HINTS = {
	test: 'Test To is set, so only that number gets messages. To send the list, remove the option.',
	noKeys:
		'If this list runs again, all get it again, and after a crash Retry cannot send the rest. Add the option Campaign (for people) or Send Once Key (for orders).',
	subWorkflow:
		'This is a sub-workflow. If the workflow that calls it is retried, or repeats the call, the messages are sent again. To prevent that, set Campaign or Send Once Key.',
	before:
		'Already sent before, so not sent now. Behind it, a Filter on {{ $json.sent !== false }} keeps rows that you saved.',
	repeats: 'The same message as an earlier item, so it is sent once.',
	blocked: 'Blocked Numbers, so nothing is sent.',
	doubtful:
		'A message before may have reached this number (was_sent), so nothing is sent. To send all the same, remove was_sent in an Edit Fields node before.',
	sentBeforeEdit:
		'The node was edited after the execution that you are retrying. Messages that it had already sent keep their old text and are not sent again.',
} as const;

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
