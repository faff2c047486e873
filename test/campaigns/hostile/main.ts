import { parseArgs } from 'node:util';

import { failed, whileTelling } from '../../../scripts/n8n/say.js';
import { Report } from '../frame/report';
import { runCampaign } from '../frame/runner';
import { startTestbed } from '../frame/testbed';
import { flood } from './flood';
import { foundInDatabase } from './secrets';
import { receivers } from './workflows';

/** npm run test:hostile: generated callbacks to a real n8n. With another --callbacks N or --seed N it writes nothing. */

const USUAL = { callbacks: '10000', seed: '18' };

const options = {
	callbacks: { type: 'string', default: USUAL.callbacks },
	seed: { type: 'string', default: USUAL.seed },
} as const;
const { values } = parseArgs({ options });
const isUsual = values.callbacks === USUAL.callbacks && values.seed === USUAL.seed;

const command = ['npm run test:hostile', ...process.argv.slice(2)].join(' ');
const report = new Report('hostile', 'Hostile callers', command);

runCampaign(
	report,
	async (endings) => {
		const bed = await startTestbed(endings);
		const all = await receivers(bed.api);
		const part = report.part('Generated callbacks', `Seed ${values.seed}.`);
		const wanted = { calls: Number(values.callbacks), seed: Number(values.seed) };
		const { good, executions, groups, grouped, wrong } = await whileTelling(
			`${wanted.calls} callbacks`,
			() => flood(bed, all, wanted),
		);
		part.holds(
			'Each callback that the service could send starts one execution, and none gets in without the token',
			wrong,
		);
		part.figure('callbacks, of them such as the service could send', `${wanted.calls}, ${good}`);
		part.figure('executions', executions + groups);
		part.figure('of these grouped, with messages', `${groups}, ${grouped}`);
		part.holds(
			'The token is nowhere in n8n’s database, in any spelling',
			foundInDatabase(bed.userFolder),
		);
	},
	isUsual,
).catch(failed);
