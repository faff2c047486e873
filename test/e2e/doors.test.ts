import { callsOf, tried } from '../campaigns/doors/calls';
import { doorsOf, NAMES, withAgents } from '../campaigns/doors/doors';

const CALLS = 30;

describe('Doors of agents', () => {
	const bed = withAgents();
	beforeAll(() => bed.start(), 900_000);
	afterAll(() => bed.stop());

	it.each(NAMES)(
		'Nothing escapes through the door %s, and each refusal says what to do',
		async (name) => {
			const door = await doorsOf(bed)[name]();
			await bed.control.reset();
			const { told, refusals, repeated, messages, escapes } = await tried(
				door,
				callsOf(CALLS, 44),
				() => bed.control.messages(),
			);
			expect({ calls: told.length, escapes, repeated }).toEqual({
				...{ calls: CALLS, escapes: [], repeated: [] },
			});
			expect(messages).toBeGreaterThan(0);
			expect(refusals.length).toBeGreaterThan(0);
		},
	);
});
