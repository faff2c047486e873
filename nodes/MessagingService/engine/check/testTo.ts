import type { Result } from '../../../plain';
import { isChecked, nameOf, type CheckedItem, type ItemState, type NodeRun } from '../itemState';
import {
	readdressed,
	RECIPIENT,
	TEST_TO,
	type CommonOptions,
	type Problem,
	type Values,
} from '../operation';
import { stateOf, type Ready } from './heldBack';

/**
 * The option Test To: the first messages go to one number. The others are shown as Validate Only shows them. Each
 * is planned a second time with that number, since its country, its warnings and its limits follow from it. If a test cannot be
 * planned, no item may leave: it could reach its own recipient.
 */

/** Its description and the pages say three. */
const TESTED = 3;

const DIFFERS = 'has more than one value: give all items the same number';

export type Prepare = (
	parameters: Values,
	common: CommonOptions,
) => Result<Ready, { problems: Problem[] }>;

export interface Read {
	state: ItemState;
	parameters: Values;
}

export async function asTests(
	read: readonly Read[],
	prepare: Prepare,
	pause: NodeRun['pause'],
): Promise<ItemState[]> {
	const states: ItemState[] = [];
	const numbers = new Set<string | null | undefined>();
	let tested = 0;
	for (const { state, parameters } of read) {
		if (!isChecked(state)) {
			states.push(state);
			continue;
		}
		const test = asTest(state, parameters, prepare);
		if (!test || isChecked(test)) numbers.add(test?.recipient && nameOf(test.recipient));
		const isShown = test && isChecked(test) && (state.isForShow === true || ++tested > TESTED);
		states.push(isShown ? { ...state, isForShow: true } : (test ?? state));
		await pause();
	}
	const wrongNumber = states
		.flatMap(({ problems = [] }) => problems)
		.find(({ field }) => field === TEST_TO);
	const fault = numbers.size > 1 ? { field: TEST_TO, what: DIFFERS } : wrongNumber;
	// No item may leave then, since a message could reach its own recipient.
	return fault ? refusedAll(read, fault) : states;
}

/** A fault of an option is one of all items, so none of them leaves. */
export const refusedAll = (read: readonly Read[], fault: Problem): ItemState[] =>
	read.map(({ state: { item, operation, isForShow, recipient, isUnread, problems = [fault] } }) => {
		return { item, operation, isForShow, recipient, isUnread, problems };
	});

/** The same message to the number of Test To. Undefined if the item has no such number. */
function asTest(
	{ prepared, ...state }: CheckedItem,
	parameters: Read['parameters'],
	prepare: Prepare,
): ItemState | undefined {
	const { common } = prepared;
	if (common.testTo === undefined) return undefined;
	// The real message leaves later, so its key stays free.
	const options = { ...common, sendOnceKey: undefined, campaign: undefined };
	const test = prepare(readdressed(parameters, common.testTo), options);
	if (!test.ok) return { ...state, problems: test.problems.map(ofTestTo) };
	return stateOf({ ...state, meantFor: state.recipient && nameOf(state.recipient) }, test);
}

/** The message itself is right, so a fault of its recipient is one of the other number. */
const ofTestTo = (problem: Problem): Problem =>
	problem.field === RECIPIENT ? { ...problem, field: TEST_TO } : problem;
