import { createHash } from 'node:crypto';

import type { IExecuteFunctions } from 'n8n-workflow';

import { isChecked, type CheckedSlot, type Slot } from '../slot';
import { placeOf } from './words';

const MOST = 5;

/** Shows above the output what is worth knowing of what is sent. Older versions of n8n have no place for it. */
export function warn(context: IExecuteFunctions, slots: readonly Slot[]): void {
	warnOf(context, slots, (slot) => (isChecked(slot) ? slot.todo.plan.warnings : []));
	const repeated = repeatsIn(slots);
	if (repeated.length === 0) return;
	const [messages, them] =
		repeated.length === 1 ? ['1 message', 'it'] : [`${repeated.length} messages`, 'them'];
	hint(context, [
		`${placeOf(repeated, slots.length)}: ${messages} with the same recipient and text as an earlier item. If that is not intended, remove ${them}, or give each message a Send Once Key.`,
	]);
}

/** The items whose recipient gets the same from an earlier one. Of two items with one key, only the first is sent. */
function repeatsIn(slots: readonly Slot[]): number[] {
	const keys = new Set<string>();
	const firsts = new Map<string, CheckedSlot>();
	const digests = new Map<CheckedSlot, string>();
	const digestOf = (slot: CheckedSlot) => {
		const known = digests.get(slot) ?? digestOfMessage(slot);
		digests.set(slot, known);
		return known;
	};
	return slots.flatMap((slot, item) => {
		if (!isChecked(slot) || slot.operation.effect !== 'send') return [];
		const { plan, common } = slot.todo;
		if (common.sendOnceKey !== undefined) {
			if (keys.has(common.sendOnceKey)) return [];
			keys.add(common.sendOnceKey);
		}
		const likeness = JSON.stringify([
			plan.message?.recipient,
			plan.message?.text,
			plan.request.path,
		]);
		const first = firsts.get(likeness);
		if (first === undefined) firsts.set(likeness, slot);
		return first !== undefined && digestOf(first) === digestOf(slot) ? [item] : [];
	});
}

/** What is sent, but for the name under which the service lists the recipient. A file in it may be large. */
const digestOfMessage = ({ todo: { plan } }: CheckedSlot): string =>
	createHash('sha256')
		.update(
			JSON.stringify({
				...plan.likeRequest,
				json: { ...plan.likeRequest.json, destination_name: '' },
			}),
		)
		.digest('base64');

/** The same for what was answered. */
export function warnOfAnswers(context: IExecuteFunctions, slots: readonly Slot[]): void {
	warnOf(context, slots, ({ warning }) => (warning === undefined ? [] : [warning]));
}

/** The same words are said once, with all items that they are about. */
function byWords<One>(
	entries: readonly One[],
	wordsOf: (entry: One) => string,
): Map<string, One[]> {
	const groups = new Map<string, One[]>();
	for (const entry of entries) {
		const words = wordsOf(entry);
		const group = groups.get(words);
		if (group) group.push(entry);
		else groups.set(words, [entry]);
	}
	return groups;
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

export function hintNoRecord(context: IExecuteFunctions): void {
	hint(context, [
		'The workflow is not saved, so n8n keeps no record of what it sends. If n8n crashes now, find out who got the message before you start it again.',
	]);
}

/** What is true of a long list without keys; Validate Only says it too. */
export const NO_KEYS =
	'If n8n crashes while it sends this list, Retry cannot send the rest, because it cannot know who got the message. If each message has a Send Once Key, Retry can send the rest.';

export function hintNoKeys(context: IExecuteFunctions): void {
	hint(context, [NO_KEYS]);
}

export function hintSubWorkflow(context: IExecuteFunctions): void {
	hint(context, [
		'This is a sub-workflow. If the workflow that calls it is retried, or repeats the call, the messages are sent again. To prevent that, give each message a Send Once Key.',
	]);
}

export function hintOnlyFirst(context: IExecuteFunctions, items: number): void {
	hint(context, [
		`Only the first of ${items} items was asked: an execution can wait for one answer. To ask one after the other, use a Loop Over Items node.`,
	]);
}

export function hintSentBeforeEdit(context: IExecuteFunctions): void {
	hint(context, [
		'The node was edited after the execution that you are retrying. Messages that it had already sent keep their old text and are not sent again.',
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
