import { createRequire } from 'node:module';
import { parseArgs } from 'node:util';

import type * as Histories from './histories';

const load = createRequire(__filename);

/** A process that has crashed never ends its calls of the row. With a few hundred of those, no row would be kept. */
const LOADED_FOR = 100;

/** Every module anew, as if n8n had been started again. */
function loaded(): typeof Histories {
	for (const path of Object.keys(load.cache)) {
		if (!path.includes('node_modules')) Reflect.deleteProperty(load.cache, path);
	}
	return load('./histories') as typeof Histories;
}

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
	const forced = JSON.parse(values.force) as Partial<Histories.Parameters>;
	const from = Number(values.from);
	const histories = Number(values.n);
	const counts: Record<string, number> = {};
	/** In how many histories there was a fault of each kind. */
	const faults: Record<string, number> = {};
	let shown = 0;
	let { history } = loaded();
	for (let seed = from; seed < from + histories; seed++) {
		if (seed % LOADED_FOR === 0) ({ history } = loaded());
		const { bad, log, parameters, counts: counted } = await history(seed, forced);
		for (const [name, count] of Object.entries(counted)) counts[name] = (counts[name] ?? 0) + count;
		for (const kind of new Set(bad.map((one) => one.split(':')[0] ?? ''))) {
			faults[kind] = (faults[kind] ?? 0) + 1;
		}
		if (bad.length > 0 && shown++ < Number(values.show)) say({ seed, parameters, bad, log });
	}
	say({ histories, ...counts, faults });
	process.exitCode = Object.keys(faults).length > 0 ? 1 : 0;
}

void main();
