import { MessagingService } from '../../../nodes/MessagingService/MessagingService.node';
import { resources } from '../../../nodes/MessagingService/operations';
import { MessagingServiceStatusTrigger } from '../../../nodes/MessagingServiceStatusTrigger/MessagingServiceStatusTrigger.node';
import { MessagingServiceTrigger } from '../../../nodes/MessagingServiceTrigger/MessagingServiceTrigger.node';
import { readingOf } from '../../simulator/readings/reading';
import { PLACES } from '../../simulator/readings/table';
import { secretIn, judgeRun, judgeSend, wordsFault, type Verdict } from './judge';
import { Mission } from './mission';
import { QUESTIONS, READS, SENDS } from './operations';

/** Twenty services. */
const LANES = [0, 5, 10, 15].map((from) => [1, 2, 3, 4, 5].map((at) => from + at));

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
	it('A mission against twenty services loses nothing and sends nothing twice', async () => {
		const found = await Promise.all(
			LANES.map(async (seeds) => {
				const mission = await Mission.start({
					...{ node: MessagingService, inbox: MessagingServiceTrigger },
					status: MessagingServiceStatusTrigger,
				});
				const broken: string[] = [];
				for (const seed of seeds) broken.push(...(await mission.run(readingOf(seed), seed)).broken);
				await mission.stop();
				return broken;
			}),
		);
		expect(found.flat()).toEqual([]);
	});
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

	it.each([
		['The service refused it (400): undefined', 'undefined'],
		['The service refused it: {"error":true}', 'JSON'],
		['The service refused it: <b>no</b>', 'markup'],
		[' ', 'nothing'],
		['The service refused it (400): bad number', undefined],
	])('The words of “%s” hold %s', (words, fault) => {
		expect(wordsFault(words)).toBe(fault);
	});

	it('A secret is found as it is and encoded', () => {
		const found = (output: unknown) => secretIn(output, ['Kq7/vT2+"x']);
		expect(
			[{ a: 'Kq7/vT2+"x' }, [encodeURIComponent('Kq7/vT2+"x')], 'harmless'].map(found),
		).toEqual([...['Kq7/vT2+"x', 'Kq7/vT2+"x'], undefined]);
	});

	it('An exception that n8n made an item is a crash', () => {
		const verdict: Verdict = { broken: [], less: [] };
		const finished = { outputs: [[{ error: 'x is not a function' }]], hints: [] };
		judgeRun('send', finished as never, [], verdict);
		expect(verdict.broken[0]).toBe('crash: send: x is not a function');
	});
});
