import { doubledOf, type Times } from '../../support/counted';
import type { Seen } from './execution';
import { toldOf, type Told } from '../frame/told';

/** Holds what a person is told against what the service took. */

/** How often the service accepted the message of each item. */
type Accepted = Times<number>;

function untrue({ byItem, named, sent }: Told, accepted: Accepted): string[] {
	if (byItem) {
		return [...byItem].flatMap(([item, word]) => {
			const was = accepted.has(item);
			if (word === 'sent' && !was) return [`item ${item + 1} is called sent and was not accepted`];
			if (word === 'not sent' && was) {
				return [`item ${item + 1} is called not sent and was accepted`];
			}
			return [];
		});
	}
	if (!named) return [];
	const known = [...accepted.keys()].filter((item) => !named.has(item)).length;
	return known === sent ? [] : [`${sent} are called sent, and ${known} were accepted`];
}

const RAW_CODE = /^[A-Z0-9_\s:.-]*$/;

/** Enough words to say what to do. */
const FEWEST_WORDS = 5;

function unhelpful({ words }: Told): string[] {
	const bad = words.filter(
		({ message, description }) =>
			RAW_CODE.test(message) || description.split(/\s+/).length < FEWEST_WORDS,
	);
	return bad.length === 0 ? [] : [`does not tell a person what to do: ${JSON.stringify(bad[0])}`];
}

export const leaks = ({ raw, error }: Seen, secrets: readonly string[]) =>
	secrets.some((secret) => `${raw}${JSON.stringify(error)}`.includes(secret))
		? ['the execution holds the key']
		: [];

export interface Verdict {
	told: Told;
	wrong: string[];
}

export function checkSends(
	seen: Seen,
	accepted: Accepted,
	expected: number,
	secrets: readonly string[],
): Verdict {
	const told = toldOf(seen, expected);
	const again = doubledOf(accepted);
	return {
		told,
		wrong: [
			...(again > 0 ? [`${again} accepted more than once`] : []),
			...told.wrong,
			...untrue(told, accepted),
			...unhelpful(told),
			...leaks(seen, secrets),
		],
	};
}

/** A read has sent nothing: each item comes out once, as data or as an error that says what to do. */
export function checkReads(seen: Seen, expected: number, secrets: readonly string[]): Verdict {
	const whether = 'It may have been sent';
	const failed = seen.error !== undefined;
	const words = failed && seen.error ? [seen.error] : [];
	const items = new Map<number | undefined, number>();
	let errors = 0;
	for (const { item, json } of seen.items) {
		items.set(item, (items.get(item) ?? 0) + 1);
		if (!('error' in json)) continue;
		errors++;
		words.push({ message: String(json.error), description: String(json.error_advice) });
	}
	const complete = failed || (items.size === expected && seen.items.length === expected);
	const told: Told = {
		sent: seen.items.length - errors,
		notSent: 0,
		unknown: 0,
		wrong: [],
		words,
	};
	return {
		told,
		wrong: [
			...(complete ? [] : ['not each item came out once']),
			...(words.some(({ description }) => description.includes(whether))
				? ['a read is called a message that may have been sent']
				: []),
			...unhelpful(told),
			...leaks(seen, secrets),
		],
	};
}
