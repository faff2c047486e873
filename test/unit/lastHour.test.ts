import { LastHour } from '../../nodes/MessagingService/engine/maxMessages';

const MINUTE_MS = 60_000;

describe('LastHour', () => {
	let now = 0;
	const at = (minute: number) => {
		now = minute * MINUTE_MS;
	};

	it('A message counts for an hour, and is forgotten then', () => {
		const hour = new LastHour({ now: () => now });
		at(0);
		hour.of('tool').count(1);
		hour.of('tool').count(1);
		at(30);
		hour.of('tool').count(1);

		expect([0, 59, 60, 89, 90].map((minute) => (at(minute), hour.of('tool').sent()))).toEqual([
			...[3, 3, 1, 1, 0],
		]);
		expect(hour.of('another').sent()).toBe(0);
		expect(JSON.stringify(hour)).toContain('"sends":[]');
	});

	it('A message that did not leave is taken back, and no other', () => {
		const hour = new LastHour({ now: () => now });
		const [tally, other] = [hour.of('tool'), hour.of('tool')];
		tally.count(1);
		other.count(1);
		tally.count(0);
		tally.count(0);
		expect(hour.of('tool').sent()).toBe(1);
	});
});
