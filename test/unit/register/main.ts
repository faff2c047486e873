import { parseArgs } from 'node:util';

import { history, type Parameters } from './histories';

const say = (what: unknown) => {
	process.stdout.write(`${JSON.stringify(what, undefined, '\t')}\n`);
};

/** npm run test:histories -- --n 10000 --from 1 --force '{"processes":2}' --show 3 */
async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			n: { type: 'string', default: '10000' },
			from: { type: 'string', default: '1' },
			force: { type: 'string', default: '{}' },
			show: { type: 'string', default: '3' },
		},
	});
	const forced = JSON.parse(values.force) as Partial<Parameters>;
	const from = Number(values.from);
	const found = { histories: Number(values.n), sentTwice: 0, reportedAndNeverSent: 0, failed: 0 };
	const counts = new Map<string, number>();
	let shown = 0;
	for (let seed = from; seed < from + found.histories; seed++) {
		const { bad, log, parameters, counts: counted } = await history(seed, forced);
		for (const [name, count] of Object.entries(counted)) {
			counts.set(name, (counts.get(name) ?? 0) + count);
		}
		found.sentTwice += bad.some((one) => one.startsWith('twice')) ? 1 : 0;
		found.reportedAndNeverSent += bad.some((one) => one.startsWith('reported')) ? 1 : 0;
		found.failed += bad.some((one) => one.startsWith('failed')) ? 1 : 0;
		if (bad.length > 0 && shown++ < Number(values.show)) {
			say({ seed, parameters, bad, log });
		}
	}
	say({ ...found, ...Object.fromEntries(counts) });
	process.exitCode = found.sentTwice + found.reportedAndNeverSent + found.failed > 0 ? 1 : 0;
}

void main();
