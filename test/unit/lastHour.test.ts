import { LastHour } from '../../nodes/MessagingService/engine/maxMessages';

const MINUTE_MS = 60_000;

describe('LastHour', () => {
	let now = 0;
	const at = (minute: number) => {
		now = minute * MINUTE_MS;
	};

	it('A message counts for an hour', () => {
		const hour = new LastHour({ now: () => now });
		at(0);
		hour.of('tool').add(2);
		at(30);
		hour.of('tool').add(1);

		expect([0, 59, 60, 61, 89, 91].map((minute) => (at(minute), hour.of('tool').sent()))).toEqual([
			...[3, 3, 3, 1, 1, 0],
		]);
		expect(hour.of('another').sent()).toBe(0);
	});

	it('Many messages of many tools are kept as one number for a minute, and forgotten after an hour', () => {
		const hour = new LastHour({ now: () => now });
		at(0);
		for (let tool = 0; tool < 100; tool++) {
			for (let sent = 0; sent < 100; sent++) hour.of(`tool ${tool}`).add(1);
		}
		const size = () =>
			JSON.stringify(hour, (_, one: unknown) => (one instanceof Map ? [...one] : one)).length;
		expect(size()).toBeLessThan(5_000);
		at(61);
		expect(hour.of('tool 1').sent()).toBe(0);
		expect(size()).toBeLessThan(100);
	});

	it('A message that did not leave is taken off the minute in which it was counted', () => {
		const hour = new LastHour({ now: () => now });
		at(0);
		const tally = hour.of('tool');
		tally.add(1);
		at(1);
		tally.add(-1);
		at(70);
		tally.add(-1);
		expect(hour.of('tool').sent()).toBe(0);
	});
});
