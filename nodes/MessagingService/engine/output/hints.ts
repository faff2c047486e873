import type { IExecuteFunctions } from 'n8n-workflow';

import { isOwn, isSentBefore, isValidateOnly, outputOf, type ItemState } from '../itemState';
import { isSubWorkflow } from '../n8n';
import { asShown, placeOf } from './words';

const MOST = 5;
/** A longer list without keys gets a hint on what a second run would mean. */
const SHORT_LIST = 4;

/** Equal warnings are one hint. Without that, one warning of a whole list would hide all the others. */
export function warn(context: IExecuteFunctions, states: readonly ItemState[]): void {
	const seen = states.map((state) => {
		const output = outputOf(state) ?? [];
		const skipped = output.find(({ sent }) => sent === false) ?? {};
		// What was sent before is not sent now, so nothing about it needs a warning.
		const warnings = output.some(isSentBefore) ? [] : (state.prepared?.plan.warnings ?? []);
		return { ...state, skipped, warnings, isRepeat: state.repeatOf !== undefined };
	});
	const say = (text: string, isMeant: (one: (typeof seen)[number]) => boolean): string[] => {
		const items = seen.flatMap((one, item) => (isMeant(one) ? [item] : []));
		if (items.length === 0) return [];
		const place = placeOf(items, states.length);
		return [place === '' ? text : `${place}: ${text}`];
	};
	const texts = [...new Set(seen.flatMap(({ warnings }) => warnings))];
	hint(
		context,
		...texts.slice(0, MOST).flatMap((text) => say(text, ({ warnings }) => warnings.includes(text))),
		...(texts.length > MOST ? [`And ${texts.length - MOST} more.`] : []),
		...(states.some(({ meantFor }) => meantFor !== undefined) ? [HINTS.test] : []),
		...say(HINTS.before, ({ isRepeat, skipped }) => !isRepeat && 'already_sent' in skipped),
		...say(HINTS.repeats, ({ isRepeat, preview }) => isRepeat && !preview),
		...say(HINTS.blocked, ({ skipped }) => 'blocked' in skipped),
		...say(HINTS.doubtful, ({ skipped }) => 'was_sent' in skipped),
	);
	const isNow = (state: ItemState) => isOwn(state) && state.life.wasSent !== 'no';
	const wanted = seen.filter((one) => isValidateOnly(one) || isNow(one));
	const sends = wanted.filter(
		({ meantFor, skipped }) => meantFor === undefined && !('already_sent' in skipped),
	);
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
		'Already sent before, so not sent now. To keep the rows that you saved, add a Filter on {{ $json.sent !== false }} after this node.',
	repeats: 'The same message as an earlier item, so it is sent once.',
	blocked: 'Blocked Numbers, so nothing is sent.',
	doubtful:
		'An earlier message may have reached this number (was_sent), so nothing is sent. To send all the same, remove was_sent in an Edit Fields node before.',
	sentBeforeEdit:
		'The node was edited after the execution that you are retrying. Messages that it had already sent keep their old text and are not sent again.',
} as const;

export function hint(context: IExecuteFunctions, ...texts: readonly string[]): void {
	const look = { type: 'warning', location: 'outputPane' } as const;
	context.addExecutionHints(...texts.map((text) => ({ message: asShown(text), ...look })));
}
