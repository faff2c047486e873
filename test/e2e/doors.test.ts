import { resources } from '../../nodes/MessagingService/operations';
import { callsOf, tried } from '../campaigns/doors/calls';
import { definitionsOf } from '../campaigns/doors/definitions';
import { doorsOf, NAMES, withAgents } from '../campaigns/doors/doors';
import { throughTheOutbox } from '../campaigns/doors/outbox';

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
				calls: CALLS,
				escapes: [],
				repeated: [],
			});
			expect(messages).toBeGreaterThan(0);
			expect(refusals.length).toBeGreaterThan(0);
		},
	);

	it('The definition of each operation that a model gets has at most 1.5 kB', async () => {
		const all = await definitionsOf(bed);
		expect(all.length).toBe(resources.flatMap(({ operations }) => operations).length);
		expect(all.filter(({ bytes }) => bytes > 1500)).toEqual([]);
	});

	it('A message from any of four callers through the Outbox comes once, and not after STOP, with n8n killed in between', async () => {
		await bed.control.reset();
		const { messages, afterStop } = await throughTheOutbox(bed);
		expect(messages.filter(({ wrong }) => wrong.length > 0)).toEqual([]);
		expect({ afterStop, messages: messages.length }).toEqual({ afterStop: 0, messages: 16 });
		const count = (...statuses: string[]) =>
			messages.filter(({ status }) => statuses.includes(status ?? '')).length;
		expect([count('accepted'), count('uncertain'), count('not_sent')]).toEqual([13, 1, 2]);
	});
});
