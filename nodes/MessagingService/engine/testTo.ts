import { isValidateOnly, nameOf, type ItemState } from './itemState';
import { TEST_TO } from './operation';

/** The option Test To: the first messages go to one number, and the others come out as they would be sent. */

const TESTED = 3;

const DIFFERS = 'has more than one value: give all items the same number';

/** If the number is wrong, or differs, no item may leave: a message could reach its own recipient. */
function faultOf(states: readonly ItemState[]) {
	const faults = states.flatMap(({ problems = [] }) => problems);
	const fault = faults.find(({ field }) => field === TEST_TO);
	if (fault) return fault;
	const tests = states.flatMap(({ prepared }) => (prepared ? [prepared.test] : []));
	const numbers = new Set(
		tests.map((test) => test?.message?.recipient && nameOf(test.message.recipient)),
	);
	return numbers.size > 1 ? { field: TEST_TO, what: DIFFERS } : undefined;
}

export function testing(states: readonly ItemState[]): readonly ItemState[] {
	const fault = faultOf(states);
	if (fault) {
		return states.map(({ operation, recipient, problems = [fault] }) => ({
			operation,
			recipient,
			problems,
		}));
	}
	let tested = 0;
	return states.map((state) => {
		const { prepared, recipient } = state;
		if (!prepared?.test || isValidateOnly(state)) return state;
		const { test, common } = prepared;
		if (++tested > TESTED) {
			return { ...state, prepared: { ...prepared, common: { ...common, validateOnly: true } } };
		}
		return {
			...state,
			...{ recipient: test.message?.recipient, meantFor: recipient && nameOf(recipient) },
			// The real message leaves later, so its key stays free.
			prepared: { ...prepared, plan: test, common: { ...common, sendOnceKey: undefined } },
		};
	});
}
