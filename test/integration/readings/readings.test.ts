import { resources } from '../../../nodes/MessagingService/operations';
import { readingOf, singleReadings } from '../../simulator/readings/reading';
import { Mission } from './mission';
import { QUESTIONS, READS, SENDS } from './operations';

/** How many services are drawn, and from which seed. More than these few are a campaign, which also runs each value alone. */
const FEW = 4;
const { READINGS = String(FEW), FROM = '1' } = process.env;
const drawn = Array.from({ length: Number(READINGS) }, (_, at) => Number(FROM) + at);
const jobs = [
	...drawn.map((seed) => ({ name: `seed ${seed}`, reading: readingOf(seed), seed })),
	...(drawn.length > FEW ? singleReadings() : []).map((reading, at) => {
		const [one] = reading.chosen;
		return { name: `${one?.about ?? ''}: ${one?.name ?? ''}`, reading, seed: 1_000_000 + at };
	}),
];
/** Most of a mission is waiting. */
const LANES = 4;

describe('Services that the documentation allows', () => {
	it('The mission runs every operation', () => {
		const all = resources.flatMap(({ value, operations }) =>
			operations.map((operation) => `${value}.${operation.value}`),
		);
		const run = Object.keys({ ...READS, ...SENDS, ...QUESTIONS });
		expect(run.sort()).toEqual(all.sort());
	});

	it(
		'A mission against each service loses nothing and sends nothing twice',
		async () => {
			const broken: string[] = [];
			const left = jobs.values();
			const lane = async () => {
				const mission = await Mission.start();
				for (const { name, reading, seed } of left) {
					const found = await mission.run(reading, seed);
					broken.push(...found.map((one) => `${name}: ${one}`));
				}
				await mission.stop();
			};
			await Promise.all(Array.from({ length: LANES }, lane));
			expect(broken).toEqual([]);
		},
		Math.max(jobs.length * 10_000, 300_000),
	);
});
