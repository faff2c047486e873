import { Rounds } from '../../nodes/MessagingService/engine/pace/rounds';

describe('The rounds in which workers leave a place for a newcomer', () => {
	it('are the same for processes that were started at different times', () => {
		const [early, late] = [new Rounds(60_000, 1_000_000), new Rounds(60_000, 1_250_000)];
		expect(early.at(250_000).ends + 1_000_000).toBe(late.at(0).ends + 1_250_000);
	});

	it('leave a place free again that was used as a round ended', () => {
		const rounds = new Rounds(60_000, 0);
		const usedAt = rounds.at(0).ends;
		const { leaves } = rounds.at(usedAt + 60_000);
		expect(usedAt + 60_000).toBe(leaves);
	});

	it.each([0, 0.5, 1])('let a newcomer look while a place is left', (random) => {
		const rounds = new Rounds(60_000, 0);
		const looks = rounds.whenLeft(1000, random);
		const { leaves, ends } = rounds.at(looks);
		expect(looks).toBeGreaterThan(leaves);
		expect(looks).toBeLessThan(ends);
	});

	it('keep those who have enough from looking then', () => {
		const rounds = new Rounds(60_000, 0);
		const { leaves, ends } = rounds.at(0);
		expect(rounds.whenNotLeft(leaves + 1)).toBeGreaterThan(ends);
	});
});
