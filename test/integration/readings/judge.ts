import type { IDataObject } from 'n8n-workflow';

import type { Finished } from '../../support/harness';

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
	new URLSearchParams({ secret }).toString().slice('secret='.length),
	Buffer.from(secret).toString('base64'),
	secret.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;'),
];

export function secretIn(output: unknown, secrets: readonly string[]): string[] {
	const text = JSON.stringify(output).toLowerCase();
	return secrets
		.filter((secret) => spellingsOf(secret).some((said) => text.includes(said.toLowerCase())))
		.map((secret) => `secret: ${secret.slice(0, 6)}…`);
}

const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** What breaks a promise that holds for every execution of the node. */
export function faultsOfRun(
	operation: string,
	{ outputs, error, hints }: Finished,
	secrets: readonly string[],
): string[] {
	const items = outputs.flat();
	const failed = items.filter((item) => 'error' in item);
	const said = [
		...failed.flatMap((item) => [text(item.error), text(item.error_advice)]),
		...hints.map((hint) => hint.replace(/<\/?[a-z]+>/g, '')),
	];
	return [
		...(error === undefined ? [] : [`crash: ${error.message}`]),
		// An account may have no templates.
		...(items.length === 0 && !operation.includes('.get') ? ['lost: no item came out'] : []),
		// n8n makes an item of a node's exception. Ours has advice.
		...failed
			.filter((item) => !('error_advice' in item))
			.map((item) => `crash: ${text(item.error)}`),
		...said.flatMap((words) => {
			const fault = wordsFault(words);
			return fault === undefined ? [] : [`words: ${fault} in “${words}”`];
		}),
		...secretIn([items, hints, error?.message, error?.description], secrets),
	];
}

/** Compares what the node says of a message with how many of it the service took. */
export function faultsOfSend(item: IDataObject, taken: number): string[] {
	const isAccepted = item.status === 'accepted';
	return [
		...(taken > 1 ? [`twice: taken ${taken} times`] : []),
		...(isAccepted && taken === 0 ? ['false accepted'] : []),
		...(!isAccepted && item.was_sent === 'no' && taken > 0 ? ['lost: was taken, said no'] : []),
	];
}
