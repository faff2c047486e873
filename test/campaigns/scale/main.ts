import { wordsOf } from '../../n8n/say';
import { Endings, endOnSignals } from '../frame/endings';
import { Report } from '../frame/report';
import { startCluster } from './cluster';
import { longLists } from './longList';
import { callbacks } from './scenarios/callbacks';
import { grouping } from './scenarios/grouping';
import { paces } from './scenarios/paces';
import { questions } from './scenarios/questions';
import { repeats } from './scenarios/repeats';
import type { Scenario } from './scenarios/scenario';
import { simulated } from './simulated';

/** n8n as large installations run it: queue mode with Redis and PostgreSQL, thousands of messages and callbacks. */

const SCENARIOS: Record<string, Scenario> = { paces, callbacks, grouping, questions, repeats };

/** Names of scenarios pick them: npm run test:scale -- callbacks. */
const wanted = process.argv.slice(2);

async function main() {
	const endings = new Endings();
	endOnSignals(endings);
	const report = new Report('scale', 'Many processes', 'npm run test:scale');
	try {
		const chosen = Object.entries(SCENARIOS).filter(
			([name]) => wanted.length === 0 || wanted.includes(name),
		);
		if (wanted.length === 0 || wanted.includes('simulated')) await simulated(report);
		// An hour and more: only by name.
		await longLists(wanted, { endings, report });
		const cluster = chosen.length > 0 ? await startCluster(endings) : undefined;
		for (const [, scenario] of chosen) if (cluster) await scenario({ cluster, report });
	} catch (error) {
		report.part('The run itself').holds('The run came to its end', [wordsOf(error)]);
	} finally {
		report.end();
		await endings.endAll();
	}
}

void main();
