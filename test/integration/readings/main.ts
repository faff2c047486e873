import '../../support/environment';

import { parseArgs } from 'node:util';

import type { MessagingService } from '../../../nodes/MessagingService/MessagingService.node';
import type { MessagingServiceStatusTrigger } from '../../../nodes/MessagingServiceStatusTrigger/MessagingServiceStatusTrigger.node';
import type { MessagingServiceTrigger } from '../../../nodes/MessagingServiceTrigger/MessagingServiceTrigger.node';
import { PLACES } from '../../simulator/readings/table';
import { readingOf, singleReadings, type Reading } from '../../simulator/readings/reading';
import { Mission, type NodeTypes } from './mission';

/**
 * npm run test:readings -- --n 1000 --from 1 --show 5 --only <words of a value>: the mission against each value
 * of the table alone, then against as many services whose values a seed has drawn.
 */

/** Most of a mission is waiting. */
const LANES = 16;

/** As a text that varies, so that tsx does not take `.node` for a binary. */
const load = async <Module>(name: string): Promise<Module> =>
	(await import(`../../../nodes/${name}/${name}.node.ts`)) as Module;

async function nodeTypes(): Promise<NodeTypes> {
	const node = await load<{ MessagingService: typeof MessagingService }>('MessagingService');
	const inbox = await load<{ MessagingServiceTrigger: typeof MessagingServiceTrigger }>(
		'MessagingServiceTrigger',
	);
	const status = await load<{
		MessagingServiceStatusTrigger: typeof MessagingServiceStatusTrigger;
	}>('MessagingServiceStatusTrigger');
	return {
		node: node.MessagingService,
		inbox: inbox.MessagingServiceTrigger,
		status: status.MessagingServiceStatusTrigger,
	};
}

interface Job {
	name: string;
	reading: Reading;
	seed: number;
}

class Counts {
	private readonly counts = new Map<string, { times: number; at: Set<string> }>();

	add(what: string, where: string): void {
		const count = this.counts.get(what) ?? { times: 0, at: new Set() };
		this.counts.set(what, count);
		count.times++;
		count.at.add(where);
	}

	list(most: number): string[] {
		return [...this.counts]
			.sort(([, one], [, other]) => other.at.size - one.at.size)
			.map(([what, { at }]) => {
				const [shown, rest] = [[...at].slice(0, most), at.size - most];
				return `${String(at.size).padStart(5)}  ${what}\n         ${shown.join('; ')}${rest > 0 ? `; ${rest} more` : ''}`;
			});
	}
}

async function runAll(types: NodeTypes, jobs: Job[]) {
	const broken = new Counts();
	const less = new Counts();
	const left = [...jobs];
	const lane = async () => {
		const mission = await Mission.start(types);
		for (let job = left.shift(); job !== undefined; job = left.shift()) {
			const verdict = await mission.run(job.reading, job.seed);
			for (const one of verdict.broken) broken.add(one.replace(/\d{4,}x\d+/g, '…'), job.name);
			for (const one of verdict.less) less.add(one, job.name);
			if (left.length % 50 === 0) process.stderr.write(`${left.length} left\n`);
		}
		await mission.stop();
	};
	await Promise.all(Array.from({ length: LANES }, lane));
	return { broken, less };
}

const say = (text: string) => process.stdout.write(`${text}\n`);

function tell(title: string, { broken, less }: Awaited<ReturnType<typeof runAll>>, show: number) {
	say(`\n${title}\n\nBroken:\n${broken.list(show).join('\n') || '    0  nothing'}`);
	say(`\nLess usable:\n${less.list(show).join('\n') || '    0  nothing'}`);
}

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			n: { type: 'string', default: '0' },
			from: { type: 'string', default: '1' },
			show: { type: 'string', default: '5' },
			only: { type: 'string' },
		},
	});
	const [n, from, show] = [values.n, values.from, values.show].map(Number) as [
		number,
		number,
		number,
	];
	const types = await nodeTypes();
	const notShown = PLACES.filter(({ isShown }) => isShown !== true);
	say(`${notShown.length} places that are not shown, ${PLACES.length - notShown.length} more`);
	const singles = singleReadings().map((reading, at): Job => {
		const [one] = reading.chosen;
		return { name: `${one?.about ?? ''}: ${one?.name ?? ''}`, reading, seed: 1_000_000 + at };
	});
	const chosen = singles.filter(({ name }) => name.includes(values.only ?? ''));
	let began = performance.now();
	const alone = await runAll(types, chosen);
	tell(`Each of ${chosen.length} values alone, ${perService(began, chosen.length)}`, alone, show);
	let mixed;
	if (n > 0) {
		began = performance.now();
		const jobs = Array.from({ length: n }, (_, at): Job => {
			const seed = from + at;
			return { name: `seed ${seed}`, reading: readingOf(seed), seed };
		});
		mixed = await runAll(types, jobs);
		tell(`${n} services, ${perService(began, n)}`, mixed, show);
	}
	const failed = [alone, mixed].some((result) => (result?.broken.list(1).length ?? 0) > 0);
	process.exit(failed ? 1 : 0);
}

const perService = (began: number, count: number) =>
	`${((performance.now() - began) / count).toFixed(0)} ms each`;

void main();
