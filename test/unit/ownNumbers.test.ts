import { fromOthers } from '../../nodes/callbacks/ownNumbers';

const US = '6280000000011';
const [AYU, BUDI] = ['6281234567890', '6281234567891'] as const;
type Message = [from: string | null, to: string | null];

let triggers = 0;

/** Which of these messages start the workflow, one after the other. */
const started = (...all: Message[]) => {
	const trigger = `own numbers ${++triggers}`;
	return all.map(([from, to]) => fromOthers(trigger, [{ event: 'x', from, to }]).length === 1);
};

describe('fromOthers', () => {
	it.each<[string, Message[], boolean[]]>([
		[
			'the answer to a customer',
			[
				[AYU, US],
				[US, AYU],
				[AYU, US],
			],
			[true, false, true],
		],
		[
			'a message to another customer',
			[
				[AYU, US],
				[US, BUDI],
			],
			[true, false],
		],
		[
			'a message to nobody that is named',
			[
				[AYU, US],
				[US, null],
			],
			[true, false],
		],
		[
			'a message of nobody',
			[
				[AYU, US],
				[null, AYU],
			],
			[true, true],
		],
		// Copies came first, so the customer looks like us until another one writes.
		[
			'a message before all others',
			[
				[US, AYU],
				[US, AYU],
				[BUDI, US],
				[AYU, US],
				[US, BUDI],
			],
			[true, true, true, true, false],
		],
	])('Copies start nothing: %s', (_, messages, expected) => {
		expect(started(...messages)).toEqual(expected);
	});

	it('Another trigger knows nothing of these numbers', () => {
		expect(started([AYU, US])).toEqual([true]);
		expect(started([US, AYU])).toEqual([true]);
	});

	it('A callback with several messages loses only the copies', () => {
		const ours = { event: 'x', from: US, to: AYU };
		const theirs = { event: 'x', from: AYU, to: US };
		expect(fromOthers('several', [theirs, ours])).toEqual([theirs]);
	});
});
