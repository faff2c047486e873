import type { IDataObject } from 'n8n-workflow';

import type { Finished } from '../../support/harness';

/** What is found in one service. `broken` may never be; `less` is what a person gets less of. */
export interface Verdict {
	broken: string[];
	less: string[];
}

const NO_WORDS: readonly [string, RegExp][] = [
	['undefined', /\bundefined\b|\bNaN\b|\[object /],
	['JSON', /[{[]\s*"|\[\s*[{[]|":\s*["{[\d]/],
	['markup', /<[/!?]?[a-z][^>]*>/i],
	['nothing', /^\s*$|(?::\s*|\(\))$/],
];

/** What is wrong with a text for a person. */
export const wordsFault = (text: string): string | undefined =>
	NO_WORDS.find(([, pattern]) => pattern.test(text))?.[0];

const spellingsOf = (secret: string) => [
	secret,
	JSON.stringify(secret).slice(1, -1),
	encodeURIComponent(secret),
	Buffer.from(secret).toString('base64'),
	secret.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;'),
];

export function secretIn(output: unknown, secrets: readonly string[]): string | undefined {
	const text = JSON.stringify(output);
	return secrets.find((secret) => spellingsOf(secret).some((said) => text.includes(said)));
}

const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** What holds of every execution of the node. */
export function judgeRun(
	what: string,
	{ outputs, error, hints }: Finished,
	secrets: readonly string[],
	{ broken }: Verdict,
): void {
	const items = outputs.flat();
	if (error !== undefined) broken.push(`crash: ${what}: ${error.message}`);
	// An account may have no templates.
	else if (items.length === 0 && !what.includes('.get'))
		broken.push(`lost: ${what}: no item came out`);
	for (const item of items) {
		if (!('error' in item)) continue;
		// n8n makes an item of a node's exception. Ours has advice.
		if (!('error_advice' in item)) broken.push(`crash: ${what}: ${text(item.error)}`);
		for (const words of [item.error, item.error_advice]) {
			const fault = wordsFault(text(words));
			if (fault !== undefined) broken.push(`words: ${what}: ${fault} in “${text(words)}”`);
		}
	}
	for (const hint of hints) {
		const fault = wordsFault(hint.replace(/<\/?[a-z]+>/g, ''));
		if (fault !== undefined) broken.push(`words: ${what}: ${fault} in the hint “${hint}”`);
	}
	const found = secretIn([items, hints, error?.message, error?.description], secrets);
	if (found !== undefined) broken.push(`secret: ${what}: ${found.slice(0, 6)}…`);
}

/** Compares what the node says of a message with how many of it the service took. */
export function judgeSend(
	what: string,
	item: IDataObject,
	taken: number,
	{ broken, less }: Verdict,
): void {
	if (taken > 1) broken.push(`twice: ${what}: taken ${taken} times`);
	const isAccepted = item.status === 'accepted';
	if (isAccepted && taken === 0) broken.push(`false accepted: ${what}`);
	if (!isAccepted && item.was_sent === 'no' && taken > 0)
		broken.push(`lost: ${what}: was taken, said no`);
	if (!isAccepted && taken > 0) less.push(`${what}: taken, and was_sent is ${text(item.was_sent)}`);
	if (!isAccepted && taken === 0 && item.was_sent !== 'no') {
		less.push(`${what}: not taken, and was_sent is ${text(item.was_sent)}`);
	}
	if (isAccepted && item.ref_no === undefined && item.message_id === undefined) {
		less.push(`${what}: accepted without a reference`);
	}
}
