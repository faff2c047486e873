import { resources } from '../../../nodes/MessagingService/operations';
import { readingOf, singleReadings } from '../../simulator/readings/reading';
import { PLACES } from '../../simulator/readings/table';
import { secretIn, judgeSend, type Verdict } from './judge';
import { Mission } from './mission';
import { QUESTIONS, READS, SENDS } from './operations';

/** How many services are drawn, and from which seed. More than twenty is a campaign, which also runs each value alone. */
const { READINGS = '20', FROM = '1' } = process.env;
const drawn = Array.from({ length: Number(READINGS) }, (_, at) => Number(FROM) + at);
const jobs = [
	...drawn.map((seed) => ({ name: `seed ${seed}`, reading: readingOf(seed), seed })),
	...(drawn.length > 20 ? singleReadings() : []).map((reading, at) => {
		const [one] = reading.chosen;
		return { name: `${one?.about ?? ''}: ${one?.name ?? ''}`, reading, seed: 1_000_000 + at };
	}),
];
/** Most of a mission is waiting. */
const LANES = 4;

describe('Services that the documentation allows', () => {
	it('Each of the 22 places that are not shown has three or more values', () => {
		const places = PLACES.filter(({ isShown }) => isShown !== true);
		expect(places).toHaveLength(22);
		expect(places.filter(({ values }) => Object.keys(values).length < 3)).toEqual([]);
	});

	it('The mission runs every operation', () => {
		const all = resources.flatMap(({ value, operations }) =>
			operations.map((operation) => `${value}.${operation.value}`),
		);
		const run = Object.keys({ ...READS, ...SENDS, ...QUESTIONS });
		expect(run.sort()).toEqual(all.sort());
	});
});

describe('Services that a seed draws', () => {
	it(
		'A mission against each service loses nothing and sends nothing twice',
		async () => {
			const broken: string[] = [];
			const less = new Map<string, number>();
			const left = jobs.values();
			const lane = async () => {
				const mission = await Mission.start();
				for (const { name, reading, seed } of left) {
					const found = await mission.run(reading, seed);
					broken.push(...found.broken.map((one) => `${name}: ${one}`));
					for (const one of found.less) less.set(one, (less.get(one) ?? 0) + 1);
				}
				await mission.stop();
			};
			await Promise.all(Array.from({ length: LANES }, lane));
			if (jobs.length > 20) process.stdout.write(`Less usable: ${JSON.stringify([...less])}\n`);
			expect(broken).toEqual([]);
		},
		jobs.length * 10_000,
	);
});

describe('The judge of a service', () => {
	const judged = (item: object, taken: number) => {
		const verdict: Verdict = { broken: [], less: [] };
		judgeSend('send', { ...item }, taken, verdict);
		return verdict.broken;
	};

	it.each([
		['an accepted message that was taken', { status: 'accepted' }, 1, []],
		['an accepted message that was not taken', { status: 'accepted' }, 0, ['false accepted: send']],
		['a message taken twice', { status: 'accepted' }, 2, ['twice: send: taken 2 times']],
		['a taken message', { error: 'x', was_sent: 'no' }, 1, ['lost: send: was taken, said no']],
		['an uncertain message', { error: 'x', was_sent: 'maybe' }, 1, []],
	])('The judge of a service sees %s', (_, item, taken, broken) => {
		expect(judged(item, taken)).toEqual(broken);
	});

	it('A secret is found as it is and encoded', () => {
		const found = (output: unknown) => secretIn(output, ['Kq7/vT2+"x']);
		expect(
			[{ a: 'Kq7/vT2+"x' }, [encodeURIComponent('Kq7/vT2+"x')], 'harmless'].map(found),
		).toEqual([...['Kq7/vT2+"x', 'Kq7/vT2+"x'], undefined]);
	});
});
