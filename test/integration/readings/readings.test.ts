import { resources } from '../../../nodes/MessagingService/operations';
import { readingOf, singleReadings } from '../../simulator/readings/reading';
import { faultsOfSend, secretIn } from './judge';
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

describe('Judge of a service', () => {
	it.each([
		['an accepted message that was taken', { status: 'accepted' }, 1, []],
		['an accepted message that was not taken', { status: 'accepted' }, 0, ['false accepted']],
		['a message that was taken twice', { status: 'accepted' }, 2, ['twice: taken 2 times']],
		['a taken message', { was_sent: 'no' }, 1, ['lost: was taken, said no']],
		['an uncertain message', { was_sent: 'maybe' }, 1, []],
	])('The judge of a service sees %s', (_, item, taken, faults) => {
		expect(faultsOfSend(item, taken)).toEqual(faults);
	});

	it('A secret is found as it is and encoded', () => {
		const secret = 'Kq7/vT2+"x';
		const outputs = [{ a: secret }, [encodeURIComponent(secret)], 'harmless'];
		expect(outputs.map((one) => secretIn(one, [secret]).length)).toEqual([1, 1, 0]);
	});
});
