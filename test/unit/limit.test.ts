import { Limit } from '../../nodes/MessagingService/engine/pace/limit';

describe('Limit', () => {
	/** After a refusal, two starts are at least 0.85 of an interval apart. */
	const CLOSEST_MS = 850;

	it('A refusal takes half a start from the share, and up to five more from a large one', () => {
		const limit = new Limit(10, 1000);
		const shares = [0, 500, 1000].map((at) => {
			limit.started(at);
			limit.refused(at, at + 500);
			limit.started(at + 500);
			return CLOSEST_MS / (limit.opensAt() - at - 500);
		});

		expect(shares[0]).toBeCloseTo(10 - 0.5 - 5);
		expect(shares[1]).toBeCloseTo(4.5 - 0.5 - 2.25);
	});
});
