import { parseArgs } from 'node:util';

import { failed, say, whileTelling } from '../../../scripts/n8n/say.js';
import { Report } from '../frame/report';
import { runCampaign } from '../frame/runner';
import { callsOf, tried } from './calls';
import { definitionsOf } from './definitions';
import { doorsOf, NAMES, withAgents } from './doors';
import { throughTheOutbox } from './outbox';

/** npm run test:doors: a hostile caller at each door. With another --n calls, --seed or --door it writes nothing. --outbox: four callers of the example Outbox. --definitions: what a model sees. */

const USUAL = { n: '1000', seed: '44', door: '' };

const options = {
	n: { type: 'string', default: USUAL.n },
	seed: { type: 'string', default: USUAL.seed },
	door: { type: 'string', default: USUAL.door },
	outbox: { type: 'boolean', default: false },
	definitions: { type: 'boolean', default: false },
} as const;
const { values } = parseArgs({ options });
const GOAL = 0.95;

const command = ['npm run test:doors', ...process.argv.slice(2)].join(' ');
const report = new Report('doors', 'Doors of agents', command);

runCampaign(
	report,
	async (endings) => {
		const bed = withAgents();
		endings.add(() => bed.stop());
		await whileTelling('Starting n8n', () => bed.start());
		if (values.definitions) {
			report.part('What a model sees', 'At an MCP trigger.');
			report.table(
				['Operation', 'Bytes', 'Description'],
				(await definitionsOf(bed)).map((one) => [one.name, String(one.bytes), one.description]),
			);
			return;
		}
		if (values.outbox) {
			report.part('Outbox', 'Four callers, a STOP, kill -9 in a list, Retry.');
			const { messages, afterStop } = await whileTelling('Four callers', () =>
				throughTheOutbox(bed),
			);
			const wrong = messages.flatMap((one) => one.wrong.map((what) => `${one.key}: ${what}`));
			report.holds('Each message came once, as its row says', wrong);
			report.holds('Nothing came after STOP', afterStop === 0 ? [] : [String(afterStop)]);
			report.table(
				['Message', 'Recipient', 'Row', 'On the phone', 'Why'],
				messages.map(({ key, to, status, received, why }) =>
					[key, to, status, received, why].map((cell) => String(cell ?? '')),
				),
			);
			return;
		}
		const doors = doorsOf(bed);
		for (const name of NAMES.filter((one) => one.includes(values.door))) {
			const door = await doors[name]();
			report.part(door.name, `Seed ${values.seed}, ten calls at a time.`);
			await bed.control.reset();
			const calls = callsOf(Number(values.n), Number(values.seed));
			const { told, refusals, repeated, corrected, messages, escapes } = await whileTelling(
				`${calls.length} calls at ${door.name}`,
				() => tried(door, calls, () => bed.control.messages()),
			);
			report.holds('Nothing leaves beyond a limit, to a stranger, or twice with a key', escapes);
			report.holds(
				'The caller reads what became of each call',
				told.length === calls.length ? [] : [`${told.length} of ${calls.length}`],
			);
			report.holds(
				'A model that only follows the words stops or corrects itself after 95 % of the refusals',
				repeated.length <= refusals.length * (1 - GOAL) ? [] : [...new Set(repeated)].slice(0, 5),
			);
			const stopped = refusals.length - corrected - repeated.length;
			report.table(
				['Calls', 'Messages', 'Refusals', 'Stopped', 'Corrected', 'Repeated'],
				[[told.length, messages, refusals.length, stopped, corrected, repeated.length].map(String)],
			);
			for (const words of new Set(repeated)) say(`Repeated after ${words.slice(0, 300)}`);
		}
	},
	!values.outbox &&
		Object.entries(USUAL).every(([name, value]) => values[name as keyof typeof USUAL] === value),
).catch(failed);
