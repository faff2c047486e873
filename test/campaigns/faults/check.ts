import type { Execution } from '../../n8n/api';
import { doubledOf, type Times } from '../frame/journal';
import { SEND } from '../frame/nodes';
import { failureOf, toldOf, type Told } from '../frame/told';

/** Holds what a person is told against what the service took. */

export const SECRETS = ['simulator-key', 'simulator-password'];

type Accepted = Times<number>;

function untrue({ byItem, named, sent, unknown }: Told, accepted: Accepted): string[] {
	if (byItem) {
		return [...byItem].flatMap(([item, word]) => {
			const isUntrue = word !== 'unknown' && (word === 'sent') !== accepted.has(item);
			return isUntrue ? [`item ${item + 1} is called ${word}, which is not so`] : [];
		});
	}
	if (!named) return [];
	const known = [...accepted.keys()].filter((item) => !named.has(item)).length;
	// A long list names only the first of those that may have been sent.
	const unnamed = unknown - named.size;
	const isTrue = known >= sent && known <= sent + unnamed;
	return isTrue ? [] : [`${sent} are called sent, and ${known} were accepted`];
}

const RAW_CODE = /^[A-Z0-9_\s:.-]*$/;

/** Fewer words cannot say what to do. */
const FEWEST_WORDS = 5;

function unhelpful({ words }: Pick<Told, 'words'>): string[] {
	const bad = words.filter(
		({ message, description }) =>
			RAW_CODE.test(message) || description.split(/\s+/).length < FEWEST_WORDS,
	);
	return bad.length === 0 ? [] : [`does not tell a person what to do: ${JSON.stringify(bad[0])}`];
}

const leaks = ({ raw, error }: Execution) =>
	SECRETS.some((secret) => `${raw}${error ?? ''}`.includes(secret))
		? ['the execution holds the key']
		: [];

export interface Verdict {
	told: Told;
	wrong: string[];
}

export function checkSends(execution: Execution, accepted: Accepted, expected: number): Verdict {
	const run = { items: execution.itemsOf(SEND), error: execution.failureOf(SEND) };
	const told = toldOf(run, expected);
	const again = doubledOf(accepted);
	return {
		told,
		wrong: [
			...(again > 0 ? [`${again} accepted more than once`] : []),
			...told.wrong,
			...untrue(told, accepted),
			...unhelpful(told),
			...leaks(execution),
		],
	};
}

/** A read has sent nothing: each item comes out once, as data or as an error that says what to do. */
export function checkReads(execution: Execution, expected: number): Verdict {
	const items = execution.itemsOf(SEND);
	const failure = execution.failureOf(SEND);
	const failed = items.flatMap((one) => failureOf(one) ?? []);
	const words = [...(failure ? [failure] : []), ...failed];
	const distinct = new Set(items.map(({ item }) => item)).size;
	const isComplete = failure !== undefined || (distinct === expected && items.length === expected);
	const isCalledSent = words.some(({ description }) =>
		description.includes('It may have been sent'),
	);
	return {
		told: { sent: items.length - failed.length, notSent: 0, unknown: 0, wrong: [], words },
		wrong: [
			...(isComplete ? [] : ['not each item came out once']),
			...(isCalledSent ? ['a read is called a message that may have been sent'] : []),
			...unhelpful({ words }),
			...leaks(execution),
		],
	};
}
