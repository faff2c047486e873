import { failed } from '../../n8n/say';
import { Report } from '../frame/report';
import { runCampaign } from '../frame/runner';
import { startSimulatorProcess } from '../frame/simulatorProcess';
import { startTestbed } from '../frame/testbed';
import { callbacks } from './callbacks';
import { groups } from './grouping';
import { longListAlone, longListInQueue } from './longList';
import { paces } from './paces';
import { questions } from './questions';
import { repeats } from './repeats';

/**
 * npm run test:scale: n8n as large installations run it, in queue mode with Redis and PostgreSQL. Names pick scenarios.
 * The long lists take over an hour, so they run only if they are named.
 */

const SCENARIOS = { paces, callbacks, grouping: groups, questions, repeats };
const LONG_LISTS = { 'long-list': longListAlone, 'long-list-queue': longListInQueue };

const wanted = process.argv.slice(2);
const report = new Report('scale', 'Many processes', 'npm run test:scale');

runCampaign(report, async (endings) => {
	for (const [name, run] of Object.entries(LONG_LISTS)) {
		if (wanted.includes(name)) await endings.within((inner) => run(inner, report));
	}
	const chosen = Object.entries(SCENARIOS).filter(
		([name]) => wanted.length === 0 || wanted.includes(name),
	);
	if (chosen.length === 0) return;
	const service = await startSimulatorProcess(endings);
	const bed = await startTestbed(endings, { isQueue: true });
	for (const [, scenario] of chosen) await scenario({ bed, service, report });
}).catch(failed);
